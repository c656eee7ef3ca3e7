import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { countPlatformAudit, downloadPlatformAudit, listPlatformAudit, type PlatformAuditEntry } from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, organization, self, serverFor } from '../../testing/open-operator.ts';
import { pageWords } from '../../words/en/pages.ts';

const { actions, audit: en, factNames, platform } = pageWords;

afterEach(closePages);

const entry: PlatformAuditEntry = {
  _id: idOf(100),
  organization: organization._id,
  at: '2026-01-02T03:04:05.000Z',
  actor: 'operator',
  actorId: self._id,
  actorEmail: self.email,
  role: 'operator',
  sessionId: idOf(101),
  action: 'getPlatformUser',
  refusal: null,
  reason: 'Asked for help',
  network: '192.0.2.1',
  agent: 'Firefox',
  facts: { id: idOf(10), botsPerUserBefore: '3', 'light.accentAfter': '#fff', 'textsJa.loginTitle': 'A title' },
  people: { [idOf(10)]: 'anna@example.org' },
};

function serverWith(entries: readonly PlatformAuditEntry[], role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(listPlatformAudit, [...entries]);
  server.answer(countPlatformAudit, { count: entries.length });
  return server;
}

test('an entry says who did what to whom and where, and opens to why and from where', async () => {
  const user = userEvent.setup();
  const own = { ...entry, _id: idOf(102), organization: null, action: 'makeTestBots', facts: {}, people: {} };
  await openOperator(serverWith([entry, own]), '/audit');
  const line = await screen.findByText(actions.getPlatformUser, { selector: 'li *' });
  expect(await screen.findByText(/Sakura.*staff@example\.org → anna@example\.org/)).toBeTruthy();
  expect(screen.getByText(new RegExp(`${platform.thePlatform}.*staff@example\\.org$`))).toBeTruthy();
  await user.click(line);
  for (const fact of ['Asked for help', '192.0.2.1']) expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
  const { botsPerUser, light, textsJa } = factNames;
  for (const fact of [
    en.factBefore.replace('{{name}}', botsPerUser),
    en.factAfter.replace('{{name}}', `${light} · accent`),
    `${textsJa} · loginTitle`,
  ])
    expect(screen.getByText(fact)).toBeTruthy();
  expect(screen.getByText(en.download)).toBeTruthy();
});

test('a search goes to the server and into the address', async () => {
  const user = userEvent.setup();
  const server = serverWith([entry]);
  await openOperator(server, '/audit');
  await user.type(await screen.findByLabelText(en.about), 'anna@example.org{Enter}');
  await waitFor(() => expect(server.callsOf(listPlatformAudit).at(-1)?.query).toMatchObject({ about: 'anna@example.org' }));
  expect(location.search).toContain('about=anna');
});

test('its file is of the days and times of the reader’s clocks, plain or for spreadsheets', async () => {
  const user = userEvent.setup();
  const server = serverWith([entry]);
  server.answer(downloadPlatformAudit, () => new Response('_id\r\n', { headers: { 'content-type': 'text/csv' } }));
  await openOperator(server, '/audit?from=2026-01-01');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const asked = { start: new Date(2026, 0, 1).toISOString(), timeZone };
  for (const [as, query] of [
    [en.csv, asked],
    [en.csvExcel, { ...asked, excel: 'true' }],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: en.download }));
    await user.click(await screen.findByRole('menuitem', { name: as }));
    await waitFor(() => expect(server.callsOf(downloadPlatformAudit).at(-1)?.query).toEqual(query));
  }
});

test('where nothing is found the page says so, and whether a search is why; nothing is taken out', async () => {
  await openOperator(serverWith([]), '/audit');
  expect(await screen.findByText(en.empty)).toBeTruthy();
  expect(screen.queryByText(en.download)).toBeNull();
  closePages();
  await openOperator(serverWith([]), '/audit?about=anna');
  expect(await screen.findByText(en.emptyFiltered)).toBeTruthy();
});

test('an observer reads it and takes no file', async () => {
  await openOperator(serverWith([entry], 'observer'), '/audit');
  expect(await screen.findByText(actions.getPlatformUser, { selector: 'li *' })).toBeTruthy();
  expect(screen.queryByText(en.download)).toBeNull();
});

test('while it is read the page says so, and where it cannot be read too', async () => {
  const waiting = serverWith([]);
  waiting.answer(countPlatformAudit, () => new Promise<never>(() => {}));
  waiting.answer(listPlatformAudit, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/audit');
  expect(await screen.findByText(en.title, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(en.empty)).toBeNull();
  closePages();
  const failing = serverWith([]);
  failing.answer(countPlatformAudit, () => refusal(400, 'invalidInput'));
  failing.answer(listPlatformAudit, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/audit');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
});
