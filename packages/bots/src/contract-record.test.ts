import { type Balances, type Fill, multiply } from '@tenbin/market';
import { basisPointChanged, type FillMoment, strategyOf } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { type BookedFill, bookFill, bookRebalanceFill, contractRecordsOf } from './contract-record.ts';

const before: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const usd = new Map([
  ['BTC', 60000],
  ['ETH', 3000],
  ['USDT', 1],
]);
const at = new Date('2025-01-01T00:00:00Z');
const sell = (tradeId: string, amount: string, changes: Partial<Fill> = {}): Fill => ({
  tradeId,
  exchangeOrderId: '77',
  clientOrderId: 'T000000000zx10',
  pair: 'BTC/USDT',
  side: 'sell',
  price: '60600',
  amount,
  notional: multiply(changes.price ?? '60600', amount),
  fee: '0',
  feeCurrency: 'USDT',
  isMaker: true,
  at,
  ...changes,
});

const balancing = strategyOf(
  { kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 },
  { balanceTolerance: 50, omitPairs: [] },
);
const moment: FillMoment = { earlier: [], marketPrice: '60000', isEvening: false, usd, feeRate: 0.001 };

function book(fills: readonly Fill[]): { balances: Balances; trades: BookedFill[]; growth: number } {
  let balances = before;
  const trades = fills.map((fill) => {
    const step = bookFill(balances, fill, moment, balancing);
    balances = step.balances;
    return step.booked;
  });
  return { balances, trades, growth: trades.reduce((total, trade) => total + trade.growth, 0) };
}

const context = { runningMs: 24 * 3_600_000, timeScale: 1, facts: balancing.facts };
const recordsOf = (fills: readonly Fill[]) => {
  const { trades, ...ledger } = book(fills);
  return contractRecordsOf(trades, { ...context, ...ledger });
};

describe('the record of an order', () => {
  test('explains what it did, to the last digit', () => {
    const records = recordsOf([sell('1', '0.0002', { fee: '0.01212' }), sell('2', '0.00029504', { fee: '0.017879424' })]);
    expect(records).toEqual([
      {
        clientOrderId: 'T000000000zx10',
        createdAt: at,
        pair: 'BTC/USDT',
        side: 'sell',
        price: '60600',
        amount: '0.00049504',
        notional: '29.999424',
        fee: '0.029999424',
        feeCurrency: 'USDT',
        basisPointChanged: expect.closeTo(0.0659, 4),
        annualRate: expect.any(Number),
        facts: { delta: 0.005 },
        volume: '29.9994',
        // Its growth, of 18,000 USD.
        earned: '0.11866298',
        balances: { BTC: '0.09950496', ETH: '2', USDT: '6029.969424576' },
        tradeIds: ['1', '2'],
      },
    ]);
  });

  test('its profit is that of the balances before and after', () => {
    const { balances } = book([sell('1', '0.0002'), sell('2', '0.00029504')]);
    const [record] = recordsOf([sell('1', '0.0002'), sell('2', '0.00029504')]);
    expect(record?.basisPointChanged).toBeCloseTo(basisPointChanged(before, balances), 9);
  });

  test('carries the price of its trades, whatever the exchange rounded off their values', () => {
    const parts = [sell('1', '0.0058', { pair: 'ETH/BTC', price: '0.04855', feeCurrency: 'BTC' })].map((trade) => ({
      ...trade,
      notional: '0.00028159',
    }));
    expect(recordsOf(parts)).toMatchObject([{ price: '0.04855', notional: '0.00028159' }]);
  });

  test('of several prices carries the average', () => {
    const [record] = recordsOf([sell('1', '0.0001', { price: '60600' }), sell('2', '0.0003', { price: '60700' })]);
    expect(record).toMatchObject({ price: '60675', amount: '0.0004', notional: '24.27' });
  });

  test('is one for each currency in which fees were taken, and nothing counts twice', () => {
    const records = recordsOf([sell('1', '0.0001', { fee: '0.00001', feeCurrency: 'BNB' }), sell('2', '0.0002', { fee: '0.01212' })]);
    expect(records.map(({ fee, feeCurrency, amount, tradeIds }) => ({ fee, feeCurrency, amount, tradeIds }))).toEqual([
      { fee: '0.00001', feeCurrency: 'BNB', amount: '0.0001', tradeIds: ['1'] },
      { fee: '0.01212', feeCurrency: 'USDT', amount: '0.0002', tradeIds: ['2'] },
    ]);
  });

  test('has no volume where the counter’s worth was not known', () => {
    const { balances, booked } = bookFill(
      { BTC: '1', JPY: '9000000' },
      sell('1', '0.1', { pair: 'BTC/JPY', price: '9000000', feeCurrency: 'JPY' }),
      { ...moment, marketPrice: '9000000' },
      balancing,
    );
    expect(contractRecordsOf([booked], { ...context, balances, growth: booked.growth })[0]?.volume).toBeNull();
  });

  test('has no yearly rate on the first day of the market’s time', () => {
    const { trades, ...ledger } = book([sell('1', '0.0005')]);
    const rateAfter = (runningMs: number, timeScale: number) =>
      contractRecordsOf(trades, { ...context, ...ledger, runningMs, timeScale })[0]?.annualRate;
    expect(rateAfter(24 * 3_600_000 - 1, 1)).toBeNull();
    expect(rateAfter(24 * 60_000, 60)).not.toBeNull();
  });

  test('is of the time of its last trade', () => {
    const [first, second] = [new Date('2025-01-31T23:59:58Z'), new Date('2025-01-31T23:59:59Z')];
    expect(recordsOf([sell('2', '0.0002', { at: second }), sell('1', '0.0001', { at: first })])[0]?.createdAt).toEqual(second);
  });

  test('of no trades is none', () => {
    expect(recordsOf([])).toEqual([]);
  });
});

describe('a trade of a rebalance', () => {
  test('earns nothing; in money it costs its fee, and its distance to the market', () => {
    const fill = sell('1', '0.01', { price: '59940', fee: '0.5994' });
    const { balances, booked, activity } = bookRebalanceFill(before, fill, moment);
    expect(booked.growth).toBe(0);
    expect(balances).toEqual({ BTC: '0.09', ETH: '2', USDT: '6598.8006' });
    expect(activity).toMatchObject({ growth: 0, earnedUsd: '-0.6', feesUsd: '0.5994', fees: { USDT: '0.5994' } });
  });

  test('may begin with nothing of what it buys', () => {
    const { activity } = bookRebalanceFill(
      { BTC: '0', ETH: '0', USDT: '6000' },
      sell('1', '0.01', { side: 'buy', price: '60000' }),
      moment,
    );
    expect(activity).toMatchObject({ growth: 0, earnedUsd: '0', change: { BTC: '0.01', USDT: '-600' } });
  });
});
