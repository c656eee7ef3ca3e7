import { dialectNames } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp } from './add-up.ts';
import { judgeRounds, type Played, playRounds } from './play-rounds.ts';
import { Stage } from './stage.ts';
import type { LoggedTrade, VenueLog } from './venue-log.ts';

/**
 * Between them both dialects, rebalances, lists that lag, other rules, a halt, a pair that leaves, two bots of an account
 * that meet, a desk, the kill of a worker, of the server, of the exchange and of connections to the database, and the crash of the database
 * itself.
 */
const seeds = [24, 585, 3349, 14150];

let stage: Stage;
let played: Played;
beforeAll(async () => {
  stage = await Stage.open({ isLoud: false, workers: 2 });
  played = await playRounds(stage, seeds);
});
afterAll(() => stage.close());

test('whatever goes wrong, bots have written what the exchange did, to the last digit', async () => {
  const judged = await judgeRounds(played);
  for (const { seed, wrong } of judged) expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  const { trades, dialects, rebalances, happened, met } = addUp(judged);
  expect(trades).toBeGreaterThan(0);
  expect(played.sent.mails.length).toBeGreaterThan(0);
  expect(Object.keys(dialects).sort()).toEqual(dialectNames.toSorted());
  expect(Object.values(rebalances).reduce((sum, count) => sum + count, 0)).toBe(happened.rebalance);
  expect(Object.keys(happened)).toEqual(
    expect.arrayContaining(['rebalance', 'killOwner', 'killServer', 'killVenue', 'cutDatabase', 'restartDatabase', 'delist', 'join']),
  );
  expect(met).toMatchObject({ 'movement: fill': expect.any(Number), 'movement: give': expect.any(Number) });
  expect(Object.keys(stage.trial.struck).length).toBeGreaterThan(2);
});

/** The last trade as somebody else would have it. */
const otherwise = (log: VenueLog, change: (last: LoggedTrade) => readonly LoggedTrade[]): VenueLog => {
  const last = log.trades.at(-1);
  if (!last) throw new Error('nothing was traded');
  return { ...log, trades: [...log.trades.slice(0, -1), ...change(last)] };
};

test.each<readonly [difference: string, complaint: RegExp, of: (log: VenueLog) => VenueLog]>([
  ['a trade more here than there', /never happened/, (log) => otherwise(log, () => [])],
  ['a trade more there than here', /is missing/, (log) => otherwise(log, (last) => [last, { ...last, tradeId: '999999999' }])],
  ['another price', /booked otherwise/, (log) => otherwise(log, (last) => [{ ...last, price: `${last.price}1` }])],
  [
    'another notional, in its last digit',
    /booked otherwise/,
    (log) => ({ ...log, trades: log.trades.map((trade) => ({ ...trade, notional: `${trade.notional}1` })) }),
  ],
  ['another fee, in its last digit', /booked otherwise/, (log) => otherwise(log, (last) => [{ ...last, fee: `${last.fee}1` }])],
  [
    'a trade of an order that nobody wrote down',
    // As a bot's books say it, or a virtual account's: whose the last trade was, hangs on the round.
    /never written down|is none of theirs/,
    (log) => otherwise(log, (last) => [{ ...last, clientOrderId: 'T0000000000x1' }]),
  ],
  [
    'an order that is still open',
    /open after the stop/,
    (log) => ({ ...log, orders: log.orders.map((order) => ({ ...order, state: 'open' })) }),
  ],
  [
    'an order sent otherwise',
    /sent otherwise/,
    (log) => ({ ...log, orders: log.orders.map((order) => ({ ...order, amount: `${order.amount}1` })) }),
  ],
  [
    'two orders in a slot',
    /two orders for one slot/,
    (log) => ({
      ...log,
      doubles: log.orders.map(({ account, clientOrderId: came }) => ({ account, slot: 'a slot', open: 'another', came })),
    }),
  ],
  [
    'money that came from nowhere',
    /of the wallet/,
    (log) => ({ ...log, deposits: log.deposits.map((one) => ({ ...one, amount: `${one.amount}1` })) }),
  ],
])('%s would be noticed', async (_difference, complaint, of) => {
  const judged = await judgeRounds({ ...played, log: of(played.log) });
  expect(judged.flatMap(({ wrong }) => wrong).join('\n')).toMatch(complaint);
});
