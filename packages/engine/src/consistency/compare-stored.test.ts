/** What is compared without asking anybody: holds, books, rules, and what was asked of a bot. */
import { type BookedFill, type BotOrder, type BotPhase, clientOrderIdOf } from '@tenbin/bots';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../testing/market-rules.ts';
import { openOrder } from '../testing/open-order.ts';
import { compareBooks } from './compare-books.ts';
import { compareHolds } from './compare-holds.ts';
import { compareRules } from './compare-rules.ts';
import { compareState } from './compare-state.ts';
import { compareTrades } from './compare-trades.ts';

const at = new Date('2026-03-01T00:00:00Z');
const after = (ms: number) => new Date(at.getTime() + ms);
const terms = { pair: 'BTC/USDT', side: 'buy', level: 0, price: '50000', amount: '0.002' } as const;
const order = (sequence: number, given: Partial<BotOrder> = {}): BotOrder => openOrder(sequence, terms, { sentAt: at, ...given });
const trade = (tradeId: string, given: Partial<BookedFill> = {}): BookedFill => ({
  tradeId,
  exchangeOrderId: '1',
  clientOrderId: clientOrderIdOf(1, 1),
  pair: 'BTC/USDT',
  side: 'buy',
  price: '50000',
  amount: '0.001',
  notional: '50',
  fee: '0.000001',
  feeCurrency: 'BTC',
  isMaker: true,
  at: after(1_000),
  growth: 0,
  volume: '50',
  earned: '0',
  ...given,
});

describe('what is held', () => {
  const hold = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.002' } as const;
  const of = (
    orders: readonly BotOrder[],
    holds: Parameters<typeof compareHolds>[1]['holds'],
    { isByHand = false, takenIn = orders } = {},
  ) => {
    const { differences, holds: mended } = compareHolds({ number: 1, orders }, { holds, after: takenIn, isByHand, now: after(9_000) });
    return { told: differences.map(({ expected, found }) => [expected.amount, found.amount]), mended };
  };
  const [one, two] = [order(1), order(2)];

  test('for what open orders may still spend is as it should be, and other bots’ holds are theirs', () => {
    expect(of([one], { [one.clientOrderId]: hold, [clientOrderIdOf(2, 1)]: hold })).toEqual({ told: [], mended: {} });
    const half = order(1, { trades: [trade('1')], reportedFilled: '0.001' });
    expect(of([half], { [one.clientOrderId]: { ...hold, amount: '0.001' } }).told).toEqual([]);
  });

  test('for an order that is over or unknown, not at all, or too much is told with what it should be', () => {
    const over = order(2, { state: 'cancelled' });
    expect(of([one, over], { [one.clientOrderId]: { ...hold, amount: '0.003' }, [two.clientOrderId]: hold })).toEqual({
      told: [
        ['100', '150'],
        ['0', '100'],
      ],
      mended: { [one.clientOrderId]: hold, [two.clientOrderId]: null },
    });
    expect(of([], { [one.clientOrderId]: hold }).mended).toEqual({ [one.clientOrderId]: null });
    expect(of([one], {})).toEqual({ told: [['100', '0']], mended: { [one.clientOrderId]: hold } });
  });

  test('for an order that ended before its trades came is held until they do', () => {
    expect(of([order(1, { state: 'filled', reportedFilled: '0.002' })], { [one.clientOrderId]: hold }).told).toEqual([]);
  });

  test('wrongly is mended by what the order still may spend once it is taken in that it filled or ended meanwhile', () => {
    const holds = { [one.clientOrderId]: { ...hold, amount: '0.003' } };
    const half = order(1, { trades: [trade('1')], reportedFilled: '0.001' });
    const found = (takenIn: readonly BotOrder[]) => of([one], holds, { takenIn });
    expect(found([half])).toEqual({ told: [['100', '150']], mended: { [one.clientOrderId]: { ...hold, amount: '0.001' } } });
    expect(found([order(1, { state: 'cancelled' })])).toEqual({ told: [['100', '150']], mended: { [one.clientOrderId]: null } });
  });

  test('by hand is held before it is sent', () => {
    expect(of([], { [one.clientOrderId]: hold }, { isByHand: true }).told).toEqual([]);
  });
});

test('books are what their movements add up to, currency by currency', () => {
  const told = compareBooks({ stored: { BTC: '1.0', ETH: '2', JPY: '0' }, derived: { BTC: '1', USDT: '3' } }, { since: at });
  expect(told.map(({ currency, expected, found }) => [currency, expected.amount, found.amount])).toEqual([
    ['ETH', '0', '2'],
    ['USDT', '3', '0'],
  ]);
});

test('orders that the rules of now would refuse are told with what the rules ask for', () => {
  const rules = rulesOf('BTC/USDT', { tickSize: '1', lotSize: '0.001', minimumAmount: '0.001', minimumNotional: '10' });
  const told = (given: Partial<BotOrder>, changed = {}) =>
    compareRules([order(1, given)], new Map([['BTC/USDT', { ...rules, ...changed }]])).map(({ expected, found }) => [
      expected.amount,
      found.amount,
    ]);
  expect(told({})).toEqual([]);
  expect(told({ price: '50000.5' })).toEqual([['50000.5', '50000']]);
  expect(told({ amount: '0.0025' })).toEqual([['0.0025', '0.002']]);
  expect(told({}, { minimumAmount: '0.005' })).toEqual([['0.002', '0.005']]);
  expect(told({}, { minimumNotional: '200' })).toEqual([['100', '200']]);
  expect(told({ state: 'cancelled', price: '50000.5' })).toEqual([]);
});

test('a bot that does not do for five minutes what was asked of it is told', () => {
  const of = (kind: BotPhase['kind'], active: boolean, ms: number, rebalanceId: string | null = null) =>
    compareState({ phase: { kind }, active, rebalanceId, since: at }, { now: after(ms) }).map(({ expected, found }) => [
      expected.state,
      found.state,
    ]);
  expect(of('stopped', true, 299_000)).toEqual([]);
  expect(of('stopped', true, 300_000)).toEqual([['running', 'stopped']]);
  expect(of('running', false, 300_000)).toEqual([['stopped', 'running']]);
  expect(of('stopping', false, 300_000)).toEqual([['stopped', 'stopping']]);
  expect([of('running', true, 900_000), of('stopped', false, 900_000)]).toEqual([[], []]);
  expect(of('stopped', false, 300_000, 'r')).toEqual([['rebalancing', 'stopped']]);
  expect(of('rebalancing', false, 300_000)).toEqual([['stopped', 'rebalancing']]);
  expect([of('rebalancing', false, 900_000, 'r'), of('rebalancing', true, 900_000, 'r')]).toEqual([[], []]);
});

interface Told {
  readonly told: readonly BookedFill[];
  readonly reportedAt: Date;
  readonly isVirtual: boolean;
}

describe('trades that are booked', () => {
  const compared = (
    orders: readonly BotOrder[],
    { told = [], filled, reportedAt = after(5_000), isVirtual = false }: Partial<Told> & { readonly filled?: string | undefined } = {},
  ) =>
    compareTrades(orders, {
      told,
      reports: filled === undefined ? [] : [{ pair: 'BTC/USDT', exchangeOrderId: '1', filled, at: reportedAt } as never],
      since: at,
      units: { USDT: '0.01' },
      isVirtual,
    });
  const of = (orders: readonly BotOrder[], told: readonly BookedFill[] = [], filled?: string) =>
    compared(orders, { told, filled }).map(({ kind, clientOrderId, expected, found }) => [
      kind,
      clientOrderId === clientOrderIdOf(1, 1),
      expected.amount,
      found.amount,
    ]);
  const filled = (trades: readonly BookedFill[], given: Partial<BotOrder> = {}) => order(1, { trades, state: 'filled', ...given });

  test('as the exchange tells them are right', () => {
    const trades = [trade('1'), trade('2')];
    expect(of([filled(trades)], trades, '0.002')).toEqual([]);
  });

  test('are too many beyond what the order was large, or the exchange says', () => {
    expect(of([filled([trade('1'), trade('2'), trade('3')])])).toEqual([['overfill', true, '0.003', '0.002']]);
    expect(of([filled([trade('1'), trade('2')])], [], '0.001')).toEqual([['overfill', true, '0.002', '0.001']]);
  });

  test('may be more than the exchange showed before it knew of the last one', () => {
    const both = filled([trade('1'), trade('2')]);
    expect(compared([both], { filled: '0.001', reportedAt: after(1_000) })).toEqual([]);
    expect(compared([both], { filled: '0.001', reportedAt: after(1_001) })).toHaveLength(1);
  });

  test('are worth what the exchange says but for its smallest money', () => {
    expect(of([filled([trade('1')])], [trade('1', { notional: '50.01' })])).toEqual([]);
    expect(of([filled([trade('1')])], [trade('1', { notional: '49.98' })])).toHaveLength(1);
  });

  test('stop a bot that begins with its wallet again, and none on a virtual account', () => {
    const remedies = (given: Parameters<typeof compared>, isVirtual: boolean) =>
      compared(given[0], { ...given[1], isVirtual }).map(({ remedy }) => remedy);
    const wrong: Parameters<typeof compared>[] = [
      [[filled([trade('1'), trade('2'), trade('3')])]],
      [[filled([trade('1'), trade('inferred-1-0', { amount: '0.002' })])]],
      [[filled([trade('1')])], { told: [trade('1', { fee: '0.000002' })] }],
    ];
    for (const given of wrong) expect([remedies(given, false), remedies(given, true)]).toEqual([['stopAsked'], ['waits']]);
  });

  test('are one twice where what was reckoned came as well, or where two orders of a side have it', () => {
    expect(of([filled([trade('1'), trade('inferred-1-0', { amount: '0.002' })])])).toEqual([['fillDuplicate', true, '0.003', '0.002']]);
    const later = order(2, { trades: [trade('1', { exchangeOrderId: '2' })] });
    expect(of([filled([trade('1')]), later])).toEqual([['fillDuplicate', false, '0.001', '0']]);
    expect(of([filled([trade('1')]), { ...later, side: 'sell', trades: [trade('1', { side: 'sell' })] }])).toEqual([]);
  });

  test('with another fee, or in another coin, are told; before the bot took its share, nothing is', () => {
    expect(of([filled([trade('1')])], [trade('1', { fee: '0.000002' })])).toEqual([['feeDiffers', true, '0.000001', '0.000002']]);
    expect(of([filled([trade('1')])], [trade('1', { feeCurrency: 'BNB' })])).toHaveLength(1);
    const old = trade('1', { at: after(-1), fee: '7' });
    expect(of([filled([old])], [trade('1')])).toEqual([]);
  });
});
