import type { MarketRules } from '@tenbin/market';
import { strategyOf } from '@tenbin/strategy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candleMarket } from './candle-market.ts';
import { makerResult } from './maker-result.ts';
import { runStrategy, type StrategyTrade } from './run-strategy.ts';

const pair = 'BTC/USDT';

test('whatever was traded at whatever prices, the parts of the profit are the change of worth', () => {
  const cents = (most: number) => fc.integer({ min: 1, max: most }).map((count) => count / 100);
  const step = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    price: cents(9_000),
    amount: cents(200),
    mid: cents(9_000),
  });
  fc.assert(
    fc.property(fc.array(step), cents(9_000), cents(9_000), (steps, first, last) => {
      let [base, counter] = [5, 1_000];
      const trades = steps.map(({ side, price, amount, mid }, index): StrategyTrade => {
        const [notional, isBuy] = [price * amount, side === 'buy'];
        const fee = 0.001 * (isBuy ? amount : notional);
        base += isBuy ? amount - fee : -amount;
        counter += isBuy ? -notional : notional - fee;
        const texts = { price: String(price), amount: String(amount), notional: String(notional), fee: String(fee) };
        return { ...texts, at: index, pair, side, level: 0, feeCurrency: isBuy ? 'BTC' : 'USDT', growth: 0, mid };
      });
      const start = { balances: { BTC: '5', USDT: '1000' }, mid: first };
      const end = { balances: { BTC: String(base), USDT: String(counter) }, mid: last };
      const made = makerResult({ pair, trades, start, end });
      expect(made.result).toBeCloseTo(made.endWorth - made.startWorth, 6);
      expect(made.spread + made.inventory - made.fees).toBeCloseTo(made.result, 6);
      expect(made.bought + made.sold).toBe(steps.length);
      expect(made.startWorth).toBeCloseTo(1_000 + 5 * first, 6);
    }),
  );
});

test('over candles, every level that one price reaches earned its distance to the price before', () => {
  const column = (...values: number[]) => Float64Array.from(values);
  const market = candleMarket([
    {
      pair,
      intervalMs: 60_000,
      at: column(0, 60_000),
      open: column(100, 100),
      high: column(100, 100),
      low: column(100, 98),
      close: column(100, 98),
      volume: column(1, 1),
      priceStep: 0.01,
    },
  ]);
  const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: null, counterUnit: null };
  const sizes = { tickSize: '0.01', lotSize: '0.01', minimumAmount: '0.01', minimumNotional: '0' };
  const rules: MarketRules = { pair, ...sizes, ...none, makerFee: 0, takerFee: 0 };
  const spreads = { orderLevels: 2, bidSpread: 1, askSpread: 1, orderLevelSpread: 0.5, midPriceThreshold: 0, intervalMs: 3_600_000 };
  const amounts = { inventoryTargetBasePct: 50, orderAmount: '1', orderLevelAmount: '0' };
  const strategy = strategyOf({ kind: 'calculateOrder', pairs: [pair], ...spreads, ...amounts }, { balanceTolerance: 50, omitPairs: [] });
  const balances = { BTC: '10', USDT: '1000' };
  const run = runStrategy(market, strategy, { balances, rules: new Map([[pair, rules]]) });
  expect(run.trades.map(({ price, mid }) => ({ price, mid }))).toEqual([
    { price: '99', mid: 100 },
    { price: '98.5', mid: 100 },
  ]);
  const made = makerResult({ pair, trades: run.trades, start: { balances, mid: 100 }, end: { balances: run.balances, mid: 98 } });
  expect([made.spread, made.inventory, made.fees]).toEqual([2.5, -24, 0]);
});
