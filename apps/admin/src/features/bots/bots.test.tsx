import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import { administeredBot as running } from '@tenbin/bot-views/testing';
import {
  type AdministeredBot,
  checkBalanceOfBot,
  countActiveBots,
  countBotsOfOrganization,
  countTimelineOfBot,
  getBotOfOrganization,
  getOrderTruthOfBot,
  getStop,
  listBotsOfOrganization,
  listOrdersOfBot,
  listRebalancesOfBot,
  listSavedFilters,
  listTimelineOfBot,
  type Stop,
  startBotAsAdministrator,
  stopBotAsAdministrator,
  stopBotsOfOrganization,
  watchOrganizationEvents,
} from '@tenbin/contract';
import { causeLabels } from '@tenbin/messages/cause-labels/en';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, serverFor } from '../../testing/open-admin.ts';
import { administeredBots as text } from '../../words/en/administered-bots.ts';

afterEach(closePages);

const at = '2026-01-02T03:04:05.000Z';

const stopped: AdministeredBot = {
  ...running,
  _id: idOf(102),
  name: 'Osaka-2',
  active: false,
  isRunning: false,
  state: 'stopped',
  runningSince: null,
  lastFillAt: null,
  openOrderCount: 0,
  stopCause: 'invalidApiKey',
  stoppedAt: at,
};
const stop: Stop = {
  _id: idOf(30),
  scope: 'organization',
  subject: idOf(2),
  by: idOf(1),
  askedAt: at,
  botCount: 1,
  confirmedCount: 1,
  unconfirmedCount: 0,
  forcedCount: 0,
  unreachableCount: 0,
  confirmedAt: at,
  bots: [],
};

function serverWith(bots: readonly AdministeredBot[], role: Parameters<typeof serverFor>[0] = 'owner') {
  const server = serverFor(role);
  server.answer(listBotsOfOrganization, [...bots]);
  server.answer(countBotsOfOrganization, { count: bots.length });
  server.answer(countActiveBots, { count: bots.filter(({ isRunning }) => isRunning).length });
  server.answer(listSavedFilters, []);
  server.answer(getStop, stop);
  return server;
}

/** A bot's own page, as far as these tests look at it. */
function serverOf(bot: AdministeredBot, role: Parameters<typeof serverFor>[0] = 'owner') {
  const server = serverFor(role);
  server.answer(getBotOfOrganization, bot);
  server.answer(listOrdersOfBot, []);
  server.answer(listRebalancesOfBot, []);
  server.answer(countTimelineOfBot, { count: 0 });
  server.answer(listTimelineOfBot, []);
  server.answer(getStop, stop);
  for (const read of [getOrderTruthOfBot, checkBalanceOfBot]) server.answer(read, () => refusal(503, 'exchangeUnreachable'));
  return server;
}

const filters = () => within(screen.getByRole('search'));
const rows = () =>
  within(screen.getByRole('table', { name: text.title }))
    .getAllByRole('row')
    .slice(1);

test('bots stand with whose they are, why they stopped and when they traded last', async () => {
  await openAdmin(serverWith([running, stopped]), '/bots');
  await screen.findByRole('link', { name: running.name });
  const [first, second] = rows().map(({ textContent }) => textContent);
  expect(first).toContain(running.email);
  expect(first).toContain(formatDate(at));
  expect(second).toContain(causeLabels.invalidApiKey);
  expect(second).toContain(text.noFill);
  expect(screen.getByRole('link', { name: running.name }).getAttribute('href')).toBe(`/admin/bots/${running._id}`);
});

test('of many changes the list, what is counted of it and the number to be stopped are read again once', async () => {
  const server = serverWith([running, stopped]);
  await openAdmin(server, '/bots');
  await screen.findByText('2 found, 1 running');
  await waitFor(() => expect(server.isFollowed(watchOrganizationEvents)).toBe(true));
  server.answer(listBotsOfOrganization, [{ ...running, state: 'stopped', active: false, isRunning: false, stopCause: 'user' }, stopped]);
  server.answer(countActiveBots, { count: 0 });
  const before = [listBotsOfOrganization, countBotsOfOrganization].map((read) => server.callsOf(read).length);
  const { _id: botId, user, name, openOrderCount, lastFillAt } = running;
  for (let executionCount = 0; executionCount < 20; executionCount += 1)
    server.emit(watchOrganizationEvents, {
      type: 'bot',
      botId,
      user,
      name,
      state: 'stopped',
      active: false,
      openOrderCount,
      executionCount,
      lastFillAt,
    });
  await screen.findByText('2 found, 0 running');
  expect([listBotsOfOrganization, countBotsOfOrganization].map((read) => server.callsOf(read).length)).toEqual(before.map((n) => n + 1));
  await userEvent.setup().click(screen.getByRole('button', { name: text.stopAll }));
  expect(await screen.findByLabelText(/number 0/)).toBeTruthy();
});

test('no bot, a failed read and its second try each say so', async () => {
  await openAdmin(serverWith([]), '/bots');
  expect(await screen.findByText(text.empty)).toBeTruthy();
  closePages();
  const server = serverWith([running]);
  server.answer(listBotsOfOrganization, () => refusal(500, 'internal'));
  await openAdmin(server, '/bots');
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(listBotsOfOrganization, [running]);
  await userEvent.setup().click(again);
  expect(await screen.findByRole('link', { name: running.name })).toBeTruthy();
});

test('what is searched by goes to list, counts and address, and nonsense in an address does not', async () => {
  const user = userEvent.setup();
  const server = serverWith([running, stopped]);
  await openAdmin(server, '/bots?state=asleep&pair=x&page=1');
  await screen.findByRole('link', { name: running.name });
  expect(server.callsOf(countBotsOfOrganization).at(-1)?.query).toEqual({});
  await user.selectOptions(filters().getByLabelText(text.state), 'stopped');
  await user.selectOptions(filters().getByLabelText(text.cause), 'fault');
  const filter = { state: 'stopped', cause: 'fault' };
  await waitFor(() => expect(server.callsOf(listBotsOfOrganization).at(-1)?.query).toMatchObject(filter));
  await waitFor(() => expect(server.callsOf(countActiveBots).some(({ query }) => query.cause === 'fault')).toBe(true));
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(filter);
});

test('columns and their order are chosen, causes stand in groups, and the address keeps all of it', async () => {
  const user = userEvent.setup();
  const server = serverWith([running, stopped]);
  await openAdmin(server, '/bots');
  const table = within(await screen.findByRole('table', { name: text.title }));
  const head = (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await user.click(within(head(text.lastFill)).getByRole('button'));
  await waitFor(() => expect(server.callsOf(listBotsOfOrganization).at(-1)?.query).toMatchObject({ sort: 'lastFill' }));
  await waitFor(() => expect(head(text.lastFill).getAttribute('aria-sort')).toBe('descending'));
  await user.click(within(head(text.lastFill)).getByRole('button'));
  await waitFor(() => expect(server.callsOf(listBotsOfOrganization).at(-1)?.query).toMatchObject({ sort: 'lastFillUp' }));
  const choice = within(screen.getByRole('group', { name: text.columns }));
  await user.click(choice.getByRole('checkbox', { name: text.openOrders }));
  await user.click(choice.getByRole('checkbox', { name: text.pairs }));
  expect((await table.findAllByRole('cell', { name: '6 / 6' })).length).toBe(1);
  await waitFor(() => expect(table.queryByRole('columnheader', { name: text.pairs })).toBeNull());
  await user.selectOptions(filters().getByLabelText(text.filledBefore), 'days30');
  await waitFor(() => expect(server.callsOf(countBotsOfOrganization).at(-1)?.query).toMatchObject({ filledBefore: expect.any(String) }));
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    sort: 'lastFillUp',
    columns: 'owner,state,cause,exchange,lastFill,openOrders',
    without: 'days30',
  });
  const causes = within(filters().getByLabelText(text.cause));
  const groups = causes.getAllByRole('group').map((group) =>
    within(group)
      .getAllByRole('option')
      .map((option) => option.textContent),
  );
  expect(groups[0]).toEqual([causeLabels.user, causeLabels.staff, causeLabels.plan]);
  expect(groups[1]?.[0]).toBe(text.anyFault);
  expect(groups[1]).toContain(causeLabels.invalidApiKey);
});

test('all bots are stopped once their number was typed, and the receipt says what came of it', async () => {
  const user = userEvent.setup();
  const server = serverWith([running, stopped]);
  server.answer(stopBotsOfOrganization, { success: true, stopId: stop._id });
  await openAdmin(server, '/bots');
  const button = await screen.findByRole('button', { name: text.stopAll });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: text.stopAll });
  expect(confirm.hasAttribute('disabled') || confirm.getAttribute('aria-disabled') === 'true').toBe(true);
  // As a Japanese keyboard has it.
  await user.type(dialog.getByRole('textbox'), '１');
  await user.click(confirm);
  expect(await screen.findByText(text.receipt)).toBeTruthy();
  expect(server.callsOf(stopBotsOfOrganization)).toHaveLength(1);
});

test('who may only look has no switch, and who may stop cannot start', async () => {
  await openAdmin(serverOf(stopped, 'support'), `/bots/${stopped._id}`);
  expect(await screen.findByRole('heading', { name: stopped.name })).toBeTruthy();
  expect(screen.queryByRole('button', { name: text.start })).toBeNull();
  closePages();
  await openAdmin(serverOf(running, 'support'), `/bots/${running._id}`);
  expect(await screen.findByRole('button', { name: text.stop })).toBeTruthy();
});

test('a stopped bot is started and a running one stopped, each after it was asked', async () => {
  const user = userEvent.setup();
  const server = serverOf(stopped);
  server.answer(startBotAsAdministrator, { success: true });
  await openAdmin(server, `/bots/${stopped._id}`);
  await user.click(await screen.findByRole('button', { name: text.start }));
  let dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: text.start });
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox'), stopped.name);
  await user.click(confirm);
  await waitFor(() => expect(server.callsOf(startBotAsAdministrator)).toHaveLength(1));
  closePages();
  const other = serverOf(running);
  other.answer(stopBotAsAdministrator, { success: true, stopId: stop._id });
  await openAdmin(other, `/bots/${running._id}`);
  await user.click(await screen.findByRole('button', { name: text.stop }));
  dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), running.name);
  await user.click(dialog.getByRole('button', { name: text.stop }));
  expect(await screen.findByText(text.receipt)).toBeTruthy();
  expect(location.search).toBe(`?stop=${stop._id}`);
});

test('a start that is refused for want of a plan says what an administrator can do about it', async () => {
  const user = userEvent.setup();
  const server = serverOf(stopped);
  server.answer(startBotAsAdministrator, () => refusal(402, 'paymentRequired', { message: 'Please complete the payment settings first.' }));
  await openAdmin(server, `/bots/${stopped._id}`);
  await user.click(await screen.findByRole('button', { name: text.start }));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), `${stopped.name}{Enter}`);
  const says = text.refused_paymentRequired.replace('{{email}}', stopped.email);
  expect((await screen.findAllByText(says)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/payment settings/)).toBeNull();
});

test('a start is seen until the bot runs, or until it is known why it does not', async () => {
  const user = userEvent.setup();
  const server = serverOf({ ...stopped, stopCause: 'user' });
  server.answer(startBotAsAdministrator, () => {
    server.answer(getBotOfOrganization, { ...stopped, active: true, state: 'starting' });
    return { success: true };
  });
  const look = () => screen.findAllByRole('status').then((all) => all.map(({ textContent }) => textContent).join());
  await openAdmin(server, `/bots/${stopped._id}`);
  await user.click(await screen.findByRole('button', { name: text.start }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), stopped.name);
  await user.click(dialog.getByRole('button', { name: text.start }));
  expect(await screen.findByRole('progressbar', { name: 'Osaka-2 is starting' })).toBeTruthy();
  expect(location.search).toBe('?started=true');
  for (const [bot, says] of [
    [{ ...running, _id: stopped._id, name: stopped.name }, 'Osaka-2 is running'],
    [stopped, causeLabels.invalidApiKey],
  ] as const) {
    closePages();
    await openAdmin(serverOf(bot), `/bots/${stopped._id}?started=true`);
    await screen.findByRole('heading', { name: stopped.name });
    await waitFor(async () => expect(await look()).toContain(says));
    // Once it has run, what stops it later is not that it did not start.
    await waitFor(() => expect(location.search).toBe(bot === stopped ? '?started=true' : ''));
    expect(await look()).toContain(says);
  }
});

test('a search of a bot’s decisions that is cleared asks for all again', async () => {
  const user = userEvent.setup();
  const server = serverOf(stopped);
  await openAdmin(server, `/bots/${stopped._id}?show=filled&page=2&range=all`);
  await waitFor(() => expect(server.callsOf(countTimelineOfBot).at(-1)?.query).toEqual({ kind: 'filled' }));
  await user.click(await screen.findByRole('button', { name: 'Clear the search' }));
  await waitFor(() => expect(server.callsOf(countTimelineOfBot).at(-1)?.query).toEqual({ byLine: 'true' }));
  expect(location.search).toBe('?range=all');
});

test('a bot that there is not says so', async () => {
  const server = serverOf(stopped);
  server.answer(getBotOfOrganization, () => refusal(404, 'botNotFound'));
  await openAdmin(server, `/bots/${stopped._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
});
