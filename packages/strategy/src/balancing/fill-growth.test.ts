/**
 * What a trade earned. What must hold:
 *
 * 1. A wallet that a bot evens out in a market that does not move shows no profit, only its fees.
 * 2. What rests in the book and is taken by others counts whole: ln(G after / G before).
 * 3. How an order's amount is cut into trades changes nothing.
 * 4. The coin of the fee changes nothing: what counts is its worth at the moment.
 * 5. Exchanging at the market's price or a worse one is never a profit.
 */
import type { Balances, MarketRules, PairName } from '@tenbin/market';
import { multiply, parseDecimal, parsePair, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFill } from '../apply-fill.ts';
import { type EarningFill, type FillMoment, feeWorth } from '../fill-moment.ts';
import { bpsOfGrowth, growth } from '../growth.ts';
import { totalWorth } from '../worth.ts';
import { fillGrowth } from './fill-growth.ts';
import { wantedOrders } from './wanted-orders.ts';

const usd = new Map([
  ['BTC', 60_000],
  ['ETH', 3_000],
  ['USDT', 1],
  ['BNB', 600],
]);
const even: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const resting: FillMoment = { earlier: [], marketPrice: '60000', isEvening: false, usd, feeRate: 0.001 };
const sell = ({ price = '60600', amount = '0.0004950495049505', ...given }: Partial<EarningFill> = {}): EarningFill => ({
  pair: 'BTC/USDT',
  side: 'sell',
  price,
  amount,
  notional: multiply(price, amount),
  fee: '0',
  feeCurrency: 'USDT',
  isMaker: true,
  ...given,
});

const flat = new Map([
  ['BTC/USDT', 1],
  ['ETH/USDT', 1],
  ['ETH/BTC', 1],
]);
const flatUsd = new Map([
  ['BTC', 1],
  ['ETH', 1],
  ['USDT', 1],
]);
const rulesOf = (pair: PairName): MarketRules => ({
  pair,
  tickSize: '0.00000001',
  lotSize: '0.00000001',
  minimumAmount: '0',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0.001,
  takerFee: 0.001,
});
const rules = new Map([...flat.keys()].map((pair) => [pair, rulesOf(pair)]));

/** Fills every order that crosses the market at the market's price of 1, for a taker's fee, until none does. */
function evenOut(wallet: Balances, fee: number) {
  let balances = wallet;
  let earned = 0;
  let grown = 0;
  for (let fills = 0; ; fills++) {
    const crossing = wantedOrders({ balances, pairs: [...flat.keys()], delta: 0.005, rules }).find(({ side, price }) =>
      side === 'sell' ? Number(price) < 1 : Number(price) > 1,
    );
    if (!crossing) return { balances, fills, earned: bpsOfGrowth(earned), grown: bpsOfGrowth(grown) };
    const { base, counter } = parsePair(crossing.pair);
    const feeCurrency = crossing.side === 'buy' ? base : counter;
    const fill = {
      ...crossing,
      price: '1',
      notional: crossing.amount,
      fee: multiply(crossing.amount, parseDecimal(fee)),
      feeCurrency,
      isMaker: false,
    };
    earned += fillGrowth(balances, fill, { earlier: [], marketPrice: '1', isEvening: true, usd: flatUsd, feeRate: fee });
    const after = applyFill(balances, fill);
    grown += growth(balances, after);
    balances = after;
  }
}

describe('a wallet worth 1 / 1 / 1.05, width 1 %, in a market that does not move', () => {
  const wallet: Balances = { BTC: '1', ETH: '1', USDT: '1.05' };

  test('grows by 2.5 basis points, and none of it is profit: what shows is the fees', () => {
    const { fills, earned, grown, balances } = evenOut(wallet, 0.001);
    expect(fills).toBeGreaterThan(5);
    expect(grown).toBeCloseTo(2.5, 1);
    const worthChange = 10_000 * (totalWorth(balances, flatUsd) / totalWorth(wallet, flatUsd) - 1);
    expect(earned).toBeCloseTo(worthChange, 2);
    expect(earned).toBeCloseTo(-0.1, 1);
  });

  test('shows exactly nothing where there are no fees', () => {
    expect(evenOut(wallet, 0).earned).toBeCloseTo(0, 10);
  });
});

describe('a fill', () => {
  test('of a resting order counts whole', () => {
    expect(bpsOfGrowth(fillGrowth(even, sell(), resting))).toBeCloseTo(0.0825075701, 9);
    const withFee = sell({ fee: '0.029999999999' });
    expect(fillGrowth(even, withFee, resting)).toBe(growth(even, applyFill(even, withFee)));
  });

  test('that took from the book earns what its price was better than the market’s', () => {
    const better = sell({ price: '60060', isMaker: false });
    const atMarket = sell({ price: '60000', isMaker: false });
    expect(fillGrowth(even, atMarket, resting)).toBeLessThanOrEqual(0);
    const uneven: Balances = { BTC: '0.105', ETH: '2', USDT: '6000' };
    expect(fillGrowth(uneven, atMarket, resting)).toBe(0);
    const gain = fillGrowth(uneven, better, resting);
    expect(gain).toBeCloseTo(Math.log1p((60 * 0.0004950495049505) / (6000 + 60_000 * 0.0004950495049505)) / 3, 12);
    expect(fillGrowth(uneven, better, { ...resting, marketPrice: null })).toBe(0);
  });

  test('of an order that was moved to the market is an exchange, even if it rested', () => {
    const uneven: Balances = { BTC: '0.105', ETH: '2', USDT: '6000' };
    expect(fillGrowth(uneven, sell({ price: '60000' }), { ...resting, isEvening: true })).toBe(0);
    expect(fillGrowth(uneven, sell({ price: '60000' }), resting)).toBeGreaterThan(0);
  });

  test('at the market’s price or a worse one is no profit of an exchange', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.2, noNaN: true }),
        fc.double({ min: 0.9, max: 1, noNaN: true }),
        fc.double({ min: 0.0001, max: 0.04, noNaN: true }),
        (btc, worse, amount) => {
          const balances = { ...even, BTC: parseDecimal(btc) };
          const fill = sell({ price: parseDecimal(60_000 * worse), amount: parseDecimal(amount), isMaker: false });
          expect(fillGrowth(balances, fill, resting)).toBeLessThanOrEqual(1e-12);
        },
      ),
    ));

  test('with its fee in BNB earns what it would with the same worth of fee in what was received', () => {
    const inUsdt = sell({ fee: '0.0225' });
    const inBnb = sell({ fee: parseDecimal(0.0225 / 600), feeCurrency: 'BNB' });
    expect(fillGrowth(even, inBnb, resting)).toBeCloseTo(fillGrowth(even, inUsdt, resting), 12);
    expect(applyFill(even, inBnb)).toEqual(applyFill(even, sell()));
  });

  test('whose fee is in a coin of no known price pays the market’s published fee, and never gets a rebate', () => {
    const unknown = fillGrowth(even, sell({ fee: '0.3', feeCurrency: 'OKB' }), resting);
    expect(unknown).toBeCloseTo(fillGrowth(even, sell({ fee: '0.029999999999' }), resting), 12);
    expect(fillGrowth(even, sell({ fee: '-0.3', feeCurrency: 'OKB' }), resting)).toBe(fillGrowth(even, sell(), resting));
  });

  test('tells its fee in USD', () => {
    expect(feeWorth(sell({ fee: '0.001', feeCurrency: 'BNB' }), resting)).toEqual({ usd: 0.6, isEstimated: false });
    expect(feeWorth(sell({ fee: '0.001', feeCurrency: 'OKB' }), resting)).toEqual({ usd: expect.closeTo(0.03, 6), isEstimated: true });
    expect(feeWorth(sell({ fee: '-1', feeCurrency: 'OKB' }), resting)).toEqual({ usd: 0, isEstimated: true });
    expect(feeWorth(sell({ fee: '1', feeCurrency: 'OKB' }), { usd: new Map(), feeRate: 0.001 })).toBeNull();
  });
});

describe('cutting an order’s fill into trades', () => {
  const kinds = fc.record({
    isMaker: fc.boolean(),
    isEvening: fc.boolean(),
    side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
    feeCurrency: fc.constantFrom('BNB', 'USDT', 'BTC', 'OKB'),
    marketPrice: fc.constantFrom('59000', '60000', '61000', null),
    held: fc.double({ min: 0.08, max: 0.12, noNaN: true }),
  });
  const cuts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 });

  test('changes nothing of what it earned', () =>
    fc.assert(
      fc.property(kinds, cuts, ({ held, isEvening, marketPrice, ...kind }, weights) => {
        const start = { ...even, BTC: parseDecimal(held) };
        const whole = sell({ ...kind, price: '60000', amount: '0.0123', fee: '0.0007' });
        const all = weights.reduce((total, weight) => total + weight, 0);
        const parts = weights.map((weight) => parseDecimal(Number(((0.0123 * weight) / all).toFixed(12))));
        const lastAmount = parts.slice(0, -1).reduce((left, part) => subtract(left, part), '0.0123');
        const amounts = [...parts.slice(0, -1), lastAmount];
        let balances: Balances = start;
        let earned = 0;
        const earlier: EarningFill[] = [];
        for (const amount of amounts) {
          const fill = { ...whole, amount, notional: multiply(whole.price, amount), fee: parseDecimal((0.0007 * Number(amount)) / 0.0123) };
          earned += fillGrowth(balances, fill, { ...resting, isEvening, marketPrice, earlier });
          balances = applyFill(balances, fill);
          earlier.push(fill);
        }
        expect(earned).toBeCloseTo(fillGrowth(start, whole, { ...resting, isEvening, marketPrice }), 12);
      }),
      { numRuns: 300 },
    ));
});

test('what was earned can be told also where the balances from before the order’s first part are spent by now', () => {
  const part = {
    pair: 'BTC/USDT',
    side: 'sell',
    price: '60000',
    amount: '0.01',
    notional: '600',
    fee: '0',
    feeCurrency: 'USDT',
    isMaker: true,
  } as const;
  const moment = { earlier: [part], marketPrice: '60000', isEvening: true, usd: new Map(), feeRate: 0 };
  expect(fillGrowth({ BTC: '0.1', ETH: '2', USDT: '500' }, part, moment)).toBeGreaterThan(0);
});
