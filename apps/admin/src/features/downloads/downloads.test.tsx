import { closePages } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import { downloadAudit, downloadBotsOfOrganization, downloadReferrals, downloadTransactionLogs, downloadUsers } from '@tenbin/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, serverFor } from '../../testing/open-admin.ts';
import { downloads as text } from '../../words/en/downloads.ts';
import { shell } from '../../words/en/shell.ts';

afterEach(closePages);

const files = [downloadTransactionLogs, downloadReferrals, downloadUsers, downloadBotsOfOrganization, downloadAudit] as const;

function serverWith(role: Parameters<typeof serverFor>[0]) {
  const server = serverFor(role);
  for (const route of files) server.answer(route, () => new Response('date\r\n', { headers: { 'content-type': 'text/csv' } }));
  return server;
}

test('finance takes every file of a period, whose days are those of the organization, with or without what Excel asks for', async () => {
  const user = userEvent.setup();
  const server = serverWith('finance');
  await openAdmin(server, '/downloads');
  fireEvent.change(await screen.findByLabelText(kit.from), { target: { value: '2026-01-01' } });
  fireEvent.change(screen.getByLabelText(kit.to), { target: { value: '2026-01-31' } });
  const [start, end] = ['2025-12-31T15:00:00.000Z', '2026-01-31T15:00:00.000Z'];
  for (const [what, route, query, as] of [
    ['transactions', downloadTransactionLogs, { start, end }, shell.csv],
    ['referrals', downloadReferrals, { start, end, excel: 'true' }, shell.csvExcel],
    ['users', downloadUsers, { cameFrom: start, cameBefore: end, excel: 'true' }, shell.csvExcel],
    ['bots', downloadBotsOfOrganization, { createdFrom: start, createdBefore: end }, shell.csv],
  ] as const) {
    // The menu before this one covers the page until it is gone.
    await user.click(await screen.findByRole('button', { name: text.save.replace('{{what}}', text[what]) }));
    await user.click(await screen.findByRole('menuitem', { name: as }));
    await expect.poll(() => server.callsOf(route)[0]?.query).toEqual(query);
  }
  expect(screen.getByText(/Asia\/Tokyo/)).toBeTruthy();
  expect(screen.queryByText(text.audit)).toBeNull();
});

test('without days a file holds all there is; the log is for whom may read it', async () => {
  const user = userEvent.setup();
  const server = serverWith('owner');
  await openAdmin(server, '/downloads');
  await user.click(await screen.findByRole('button', { name: text.save.replace('{{what}}', text.audit) }));
  await user.click(await screen.findByRole('menuitem', { name: shell.csv }));
  await expect.poll(() => server.callsOf(downloadAudit)[0]?.query).toEqual({});
});
