import { closePages, idOf } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import { type AuditCheck, type AuditEntry, countAudit, downloadAudit, getAuditCheck, listAudit } from '@tenbin/contract';
import { actions } from '@tenbin/messages/actions/en';
import { factNames } from '@tenbin/messages/fact-names/en';
import { factValues } from '@tenbin/messages/fact-values/en';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openAdmin, self, serverFor } from '../../testing/open-admin.ts';
import { audit as words } from '../../words/en/audit.ts';
import { shell } from '../../words/en/shell.ts';

afterEach(closePages);

const entry: AuditEntry = {
  _id: idOf(100),
  at: '2026-01-02T03:04:05.000Z',
  actor: 'administrator',
  actorId: self._id,
  actorEmail: self.email,
  role: 'owner',
  sessionId: idOf(101),
  action: 'banUser',
  refusal: null,
  reason: 'Asked for it',
  network: '192.0.2.1',
  agent: 'Firefox',
  facts: { id: idOf(10), mailed: true, isFreeBefore: 'false', 'light.primaryAfter': '#fff' },
  people: { [idOf(10)]: 'anna@example.org' },
};

const sound: AuditCheck = {
  sealedTo: '2026-01-01',
  seal: 'a1b2c3',
  entries: 12,
  checkedAt: '2026-01-02T03:47:00.000Z',
  brokenDays: [],
};

function serverWith(entries: readonly AuditEntry[]) {
  const server = serverFor();
  server.answer(listAudit, [...entries]);
  server.answer(countAudit, { count: entries.length });
  server.answer(getAuditCheck, sound);
  return server;
}

test('an entry says who did what to whom, and opens to why, as what and from where', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith([entry]), '/audit');
  const line = await screen.findByText(actions.banUser, { selector: 'li *' });
  expect(screen.getByText(/staff@example.org → anna@example.org/)).toBeTruthy();
  await user.click(line);
  for (const fact of ['Asked for it', 'Owner', '192.0.2.1']) expect(screen.getByText(fact)).toBeTruthy();
  const { mailed, isFree, light } = factNames;
  for (const fact of [mailed, words.factBefore.replace('{{name}}', isFree), words.factAfter.replace('{{name}}', `${light} · primary`)])
    expect(screen.getByText(fact)).toBeTruthy();
});

test('what an act was about is said in words: one of a list, a list of fields, yes and no', async () => {
  const user = userEvent.setup();
  const facts = {
    act: 'ban',
    roleBefore: 'owner',
    roleAfter: 'finance',
    environment: 'sandbox',
    isFreeAfter: 'true',
    fields: 'lastName,email',
  };
  await openAdmin(serverWith([{ ...entry, facts }]), '/audit');
  const line = await screen.findByText(actions.banUser, { selector: 'li *' });
  await user.click(line);
  const { act_ban: act, role_finance: role, environment_sandbox: environment, true: yes } = factValues;
  for (const word of [act, role, environment, yes, `${factNames.lastName}, ${factNames.email}`])
    expect(screen.getByText(word)).toBeTruthy();
  expect(screen.queryByText(/^(?:ban|owner|finance|sandbox|true)$/)).toBeNull();
});

test('a search goes to the server and into the address, and is taken out as a file', async () => {
  const user = userEvent.setup();
  const server = serverWith([entry]);
  server.answer(downloadAudit, () => new Response('_id\r\n', { headers: { 'content-type': 'text/csv' } }));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
  await openAdmin(server, '/audit');
  const about = await screen.findByLabelText(words.about);
  expect(document.getElementById(about.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words.wholeHelp);
  await user.type(about, 'anna@example.org{Enter}');
  await user.selectOptions(screen.getByLabelText(words.result), words.done);
  await waitFor(() => expect(server.callsOf(listAudit).at(-1)?.query).toMatchObject({ about: 'anna@example.org', refused: 'false' }));
  expect(location.search).toContain('result=done');
  const take = async (as: string) => {
    await user.click(await screen.findByRole('button', { name: words.download }));
    await user.click(await screen.findByRole('menuitem', { name: as }));
  };
  await take(shell.csv);
  // Without clocks of its own: the organization's count.
  await waitFor(() => expect(server.callsOf(downloadAudit)[0]?.query).toEqual({ about: 'anna@example.org', refused: 'false' }));
  await take(shell.csvExcel);
  await waitFor(() => expect(server.callsOf(downloadAudit)[1]?.query).toMatchObject({ excel: 'true' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  saved.mockRestore();
});

test('days of the log are those of the organization, in the list and in the file, wherever its reader is', async () => {
  const user = userEvent.setup();
  const server = serverWith([entry]);
  server.answer(downloadAudit, () => new Response('_id\r\n', { headers: { 'content-type': 'text/csv' } }));
  await openAdmin(server, '/audit?from=2026-01-01&to=2026-01-31');
  const period = { start: '2025-12-31T15:00:00.000Z', end: '2026-01-31T15:00:00.000Z' };
  await waitFor(() => expect(server.callsOf(listAudit).at(-1)?.query).toMatchObject(period));
  expect(screen.getByLabelText<HTMLInputElement>(kit.from).value).toBe('2026-01-01');
  expect(screen.getByLabelText<HTMLInputElement>(kit.to).value).toBe('2026-01-31');
  expect(screen.getByText(words.clocks.replace('{{zone}}', 'Asia/Tokyo'))).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: words.download }));
  await user.click(await screen.findByRole('menuitem', { name: shell.csv }));
  await waitFor(() => expect(server.callsOf(downloadAudit)[0]?.query).toEqual(period));
});

test('a search that finds nothing says so', async () => {
  await openAdmin(serverWith([]), '/audit?by=nobody@example.org');
  expect(await screen.findByText(words.emptyFiltered)).toBeTruthy();
});

test('that the log is as it was written is said with the day and the seal', async () => {
  await openAdmin(serverWith([]), '/audit');
  expect(await screen.findByText(/12 entries until 2026-01-01/)).toBeTruthy();
  expect(screen.getByText('a1b2c3')).toBeTruthy();
});

test('days that were changed afterwards are an alarm', async () => {
  const server = serverWith([entry]);
  server.answer(getAuditCheck, { ...sound, brokenDays: ['2026-01-01'] });
  await openAdmin(server, '/audit');
  expect((await screen.findByText(words.broken)).closest('[role=alert]')?.textContent).toContain('2026-01-01');
});
