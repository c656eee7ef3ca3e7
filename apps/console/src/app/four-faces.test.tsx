import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  checkBalance,
  getBalanceTransition,
  getBotResult,
  getOrderTruth,
  getRecordTotals,
  getSelf,
  listBotCandles,
  listBots,
  listOwnExchanges,
  listOwnRecords,
  listRebalances,
  listRecords,
  listTimeline,
  type Route,
} from '@tenbin/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../testing/expect-specified-views.ts';
import { user as anna, bot, decision, noTotals, record } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

const tokyo = bot(1);
const own = `/bots/${tokyo._id}`;
const noResult = { since: null, until: null, total: null, valuation: null, yenPerUsd: null, days: [] };
const noOrders = {
  at: '2026-01-01T00:00:00.000Z',
  exchange: { askedAt: '2026-01-01T00:00:00.000Z', isCurrent: true, fault: null },
  wantedKnown: true,
  slots: [],
  external: [],
};
const even = { balanced: true, tolerance: 50, warnings: [], currencies: [] };

/** What is shown where, what it reads, how it is called while that is on its way, what is answered in the end, and what that shows. */
const faces: readonly (readonly [name: string, path: string, read: Route, what: string, answer: unknown, shows: string | RegExp])[] = [
  ['dashboard, no bot', '/', listBots, 'Dashboard', [], 'Get started'],
  ['dashboard', '/', listBots, 'Dashboard', [tokyo], 'State of the bots'],
  ['recent history, none', '/', listRecords, 'Recent transaction history', [], 'There is no contract history yet.'],
  ['recent history', '/', listRecords, 'Recent transaction history', [record(tokyo._id, 1)], '+0.0100'],
  ['bots, none', '/bots/', listBots, 'Bots', [], 'There is no bot yet'],
  ['bots', '/bots/', listBots, 'Bots', [tokyo], 'Tokyo-1'],
  ['a bot', own, listBots, 'The bot', [tokyo], 'Settings'],
  ['price, none', own, listBotCandles, 'Price and orders', [], 'There are no prices yet.'],
  ['result, none', own, getBotResult, 'Result', noResult, 'No result yet'],
  ['transition, none', own, getBalanceTransition, 'Balance transition', { initialBalance: null, points: [] }, 'Nothing in this period.'],
  ['balances', own, checkBalance, 'Balances', even, /Even shares are a third/],
  ['rebalances, none', own, listRebalances, 'Rebalances', [], 'There has been no rebalance yet'],
  ['activity log, none', own, listTimeline, 'Activity log', [], /its decisions and their reasons appear here/],
  ['activity log', own, listTimeline, 'Activity log', [decision(1)], /59,401/],
  ['history, none', '/history/', listOwnRecords, 'The history', [], 'When an order of your bot fills, it appears here.'],
  ['history', '/history/', listOwnRecords, 'The history', [record(tokyo._id, 1)], '60,600'],
  ['history, totals', '/history/', getRecordTotals, 'Totals of what is filtered', { ...noTotals, count: 12_345 }, '12,345'],
  ['account', '/account', getSelf, 'Profile', anna, 'anna@example.org'],
  ['back-test, no exchange', '/backtest', listOwnExchanges, 'Exchange', [], 'There is no exchange to choose'],
];

test.each(faces)('%s: waits, says that it failed, and is there when tried again', async (_, path, read, what, answer, shows) => {
  const server = serverWith([tokyo]);
  const waiting: ((reply: Response) => void)[] = [];
  server.answer(read, () => new Promise<Response>((resolve) => waiting.push(resolve)));
  await openConsole(server, path);
  expect(await screen.findByRole('status', { name: `Loading ${what}` })).toBeTruthy();
  server.answer(read, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  for (const settle of waiting) settle(refusal(400, 'invalidInput', { message: 'Not now' }));
  expect(await screen.findByText(`${what} could not be loaded`)).toBeTruthy();
  expect(screen.getAllByText('Not now').length).toBeGreaterThan(0);
  server.answer(read, () => Response.json(answer));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
});

test('orders, none: wait in one line, open where they failed, and are told when tried again', async () => {
  const server = serverWith([tokyo]);
  const waiting: ((reply: Response) => void)[] = [];
  server.answer(getOrderTruth, () => new Promise<Response>((resolve) => waiting.push(resolve)));
  await openConsole(server, own);
  expect(await screen.findByText('The orders are being checked')).toBeTruthy();
  server.answer(getOrderTruth, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  for (const settle of waiting) settle(refusal(400, 'invalidInput', { message: 'Not now' }));
  expect(await screen.findByText('Orders could not be loaded')).toBeTruthy();
  server.answer(getOrderTruth, noOrders);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText('There are no orders.')).length).toBeGreaterThan(0);
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
