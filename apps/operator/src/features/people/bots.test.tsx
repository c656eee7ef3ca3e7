import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  countPlatformBots,
  countTimelineOfPlatformBot,
  getOperatorSelf,
  getOrderTruthOfPlatformBot,
  getPlatformBot,
  getPlatformStop,
  getResultOfPlatformBot,
  listCandleFillsOfPlatformBot,
  listCandlesOfPlatformBot,
  listOrdersOfPlatformBot,
  listPlatformBots,
  listTimelineOfPlatformBot,
  type PlatformBot,
  stopBotsOfPlatform,
} from '@tenbin/contract';
import { causeLabels } from '@tenbin/messages/cause-labels/en';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, self, serverFor } from '../../testing/open-operator.ts';
import { platformBot as running } from '../../testing/platform-bot.ts';
import { botPageWords } from '../../words/en/bots.ts';
import { platform as en } from '../../words/en/platform.ts';

afterEach(closePages);

const at = '2026-01-02T03:04:05.000Z';

function serverWith(bots: readonly PlatformBot[]) {
  const server = serverFor('observer');
  server.answer(listPlatformBots, [...bots]);
  server.answer(countPlatformBots, { count: bots.length });
  return server;
}

test('bots stand with whose they are and where they trade', async () => {
  await openOperator(serverWith([running]), '/bots');
  const row = within((await screen.findByText('Tokyo-1')).closest('tr') as HTMLElement);
  for (const cell of ['Sakura', 'hanako@example.jp', 'Virtual', 'Running']) expect(row.getByText(cell)).toBeTruthy();
});

test('a part of a name is searched for by the server, and stands in the address', async () => {
  const user = userEvent.setup();
  const server = serverWith([running]);
  await openOperator(server, '/bots');
  await user.type(await screen.findByLabelText(en.name), 'Tok{Enter}');
  await waitFor(() => expect(server.callsOf(listPlatformBots).at(-1)?.query).toMatchObject({ name: 'Tok' }));
  expect(location.search).toContain('name=Tok');
});

test('where none is found the page says so', async () => {
  await openOperator(serverWith([]), '/bots');
  expect(await screen.findByText(en.nothingFound)).toBeTruthy();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = serverWith([]);
  waiting.answer(countPlatformBots, () => new Promise<never>(() => {}));
  waiting.answer(listPlatformBots, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/bots');
  expect(await screen.findByText(en.bots, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(en.nothingFound)).toBeNull();
  closePages();
  const failing = serverWith([]);
  failing.answer(countPlatformBots, () => refusal(400, 'invalidInput'));
  failing.answer(listPlatformBots, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/bots');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(screen.queryByText(en.nothingFound)).toBeNull();
});

const stoppedMaker: PlatformBot = {
  ...running,
  _id: idOf(102),
  organization: '00000000-0000-0000-0000-000000000000',
  user: null,
  email: null,
  name: 'calculateOrder',
  kind: 'calculateOrder',
  virtualAccount: 'maker',
  pairs: ['BTC/USDT'],
  active: false,
  isRunning: false,
  state: 'stopped',
  runningSince: null,
  stopCause: 'keyRefused',
  stoppedAt: at,
  errorMessages: [{ code: 'keyRefused', message: 'The exchange refuses the key. Enter another one.', at }],
};

/** With what is read of one bot. */
function serverWithBot(bot: PlatformBot) {
  const server = serverWith([bot]);
  server.answer(getPlatformBot, bot);
  server.answer(getOrderTruthOfPlatformBot, {
    at,
    exchange: { askedAt: at, isCurrent: true, fault: null },
    wantedKnown: false,
    slots: [],
    external: [],
  });
  server.answer(getResultOfPlatformBot, { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] });
  server.answer(listCandlesOfPlatformBot, []);
  server.answer(listCandleFillsOfPlatformBot, []);
  server.answer(listOrdersOfPlatformBot, []);
  server.answer(countTimelineOfPlatformBot, { count: 2 });
  server.answer(listTimelineOfPlatformBot, [
    {
      _id: idOf(201),
      at,
      lastAt: at,
      count: 1,
      kind: 'levelLeftOut',
      facts: {
        pair: 'BTC/USDT',
        side: 'sell',
        level: 1,
        code: 'amountTooSmall',
        facts: { pair: 'BTC/USDT', amount: '0.001', minimum: '0.01' },
      },
    },
    { _id: idOf(202), at, lastAt: at, count: 1, kind: 'other', facts: { kind: 'ofAnotherVersion' } },
  ]);
  return server;
}

test('a bot of the platform’s is called after its virtual account, and says why it stopped', async () => {
  await openOperator(serverWith([running, stoppedMaker]), '/bots');
  const row = within((await screen.findByText('maker – Calculate order BTC/USDT')).closest('tr') as HTMLElement);
  for (const cell of [en.thePlatform, 'Virtual', 'Stopped', causeLabels.keyRefused]) expect(row.getByText(cell)).toBeTruthy();
});

test('bots are filtered by why they stopped and by whose they are', async () => {
  const user = userEvent.setup();
  const server = serverWith([running]);
  await openOperator(server, '/bots');
  const choose = async (label: string, option: string) => user.selectOptions(await screen.findByLabelText(label), option);
  await choose(en.cause, 'fault');
  await waitFor(() => expect(server.callsOf(listPlatformBots).at(-1)?.query).toMatchObject({ cause: 'fault' }));
  await choose(en.owner, 'platform');
  await waitFor(() => expect(server.callsOf(countPlatformBots).at(-1)?.query).toMatchObject({ cause: 'fault', isOfPlatform: 'true' }));
  expect(location.search).toContain('cause=fault');
  await choose(en.owner, 'users');
  await waitFor(() => expect(server.callsOf(listPlatformBots).at(-1)?.query).toMatchObject({ isOfPlatform: 'false' }));
});

test('a bot of the platform’s leads to its virtual account and its quotes, and tells why it stopped and what it decided', async () => {
  await openOperator(serverWithBot(stoppedMaker), `/bots/${stoppedMaker._id}`);
  expect(await screen.findByText('maker – Calculate order BTC/USDT', { selector: 'h1' })).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf(en.itsVirtualAccount)).toBe('/ango-ya/virtual-accounts/account?exchange=Virtual&name=maker');
  expect(hrefOf(en.itsMaker)).toContain(
    '/ango-ya/virtual-accounts/market-maker?exchange=Virtual&name=maker&pair=BTC%2FUSDT&kind=calculateOrder',
  );
  expect(screen.getByText('The exchange refuses the key. Enter another one.')).toBeTruthy();
  expect(await screen.findByText(/Level 2 of the sells on BTC\/USDT is left out for now/)).toBeTruthy();
  expect(screen.getByText(botPageWords.timeline.other)).toBeTruthy();
  expect(screen.queryByText('Balances')).toBeNull();
});

test('everything that trades is stopped after its number is typed, and the receipt tells how far that is', async () => {
  const user = userEvent.setup();
  const server = serverWith([running]);
  server.answer(getOperatorSelf, self);
  server.answer(countPlatformBots, { count: 12 });
  server.answer(stopBotsOfPlatform, { success: true, stopId: idOf(300) });
  server.answer(getPlatformStop, {
    _id: idOf(300),
    scope: 'platform',
    subject: null,
    by: self._id,
    askedAt: at,
    botCount: 12,
    confirmedCount: 11,
    unconfirmedCount: 1,
    forcedCount: 0,
    unreachableCount: 0,
    confirmedAt: at,
    bots: [],
  });
  await openOperator(server, '/bots');
  await user.click(await screen.findByText(en.stopAll, { selector: 'button:enabled' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByText(en.stopAll, { selector: 'button' });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(dialog.getByLabelText(en.typeNumber.replace('{{count}}', '12')), '12');
  await user.click(confirm);
  expect(await screen.findByText(/All 12 have stopped \(11 confirmed, 1 unconfirmed, 0 forced\)/)).toBeTruthy();
  expect(server.callsOf(getPlatformStop)[0]?.params).toMatchObject({ id: idOf(300) });
});

test('an observer has no button that stops everything', async () => {
  await openOperator(serverWith([running]), '/bots');
  expect(await screen.findByText('Tokyo-1')).toBeTruthy();
  expect(screen.queryByText(en.stopAll)).toBeNull();
});
