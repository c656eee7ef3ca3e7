import type { MarketRules } from '@tenbin/market';
import { parseDecimal } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExchangeMinimum } from '../check-exchange-minimum.ts';
import { checkPriceRange } from '../check-price-range.ts';
import { usdPrices } from '../usd-prices.ts';
import { checkUsdValue } from './check-usd-value.ts';
import { minimumWidth } from './minimum-width.ts';
import { deltaOfWidth, isOrderWidth } from './order-width.ts';
import { wantedOrders } from './wanted-orders.ts';
import { widthRange } from './width-range.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const market = (pair: string, changes: Partial<MarketRules> = {}): MarketRules => ({
  pair,
  tickSize: pair === 'ETH/BTC' ? '0.00001' : '0.01',
  lotSize: '0.00000001',
  minimumAmount: '0',
  maximumAmount: null,
  minimumNotional: '0',
  minimumPrice: null,
  maximumPrice: null,
  priceBand: null,
  baseUnit: null,
  counterUnit: null,
  makerFee: 0,
  takerFee: 0,
  ...changes,
});
const rulesWith = (pair: string, changes: Partial<MarketRules>) =>
  new Map(pairs.map((name) => [name, market(name, name === pair ? changes : {})]));
const prices = new Map([
  ['BTC/USDT', 60000],
  ['ETH/USDT', 3000],
  ['ETH/BTC', 0.05],
]);
const usd = usdPrices({ prices });
const even = { balances: { BTC: '0.1', ETH: '2', USDT: '6000' }, pairs, rules: rulesWith('', {}), prices, usd };

const passes = (query: typeof even, width: number): boolean => {
  const plan = { ...query, delta: deltaOfWidth(width) };
  return checkUsdValue(plan).ok && checkExchangeMinimum(wantedOrders(plan), query.rules).ok;
};

describe('the minimum width', () => {
  test('without an exchange’s minimums is just above 2 × 5 USD of the smallest balance', () => {
    expect(minimumWidth(even)).toEqual({ width: 0.1667, limitedBy: { code: 'valueTooSmall', pair: 'BTC/USDT' } });
    expect(minimumWidth({ ...even, balances: { ...even.balances, ETH: '0.1' } })).toEqual({
      width: 3.3334,
      limitedBy: { code: 'valueTooSmall', pair: 'ETH/USDT' },
    });
  });

  test('where 2 × 5 USD is a round width, that width is not enough', () => {
    const { width } = minimumWidth({ ...even, balances: { BTC: '1', ETH: '20', USDT: '1000' } });
    expect(width).toBe(1.0001);
  });

  test('an exchange’s minimum amount is a matter of the sell, whose amount is the smaller', () => {
    const rules = rulesWith('BTC/USDT', { minimumAmount: '0.001', lotSize: '0.0001' });
    // 0.1 · u/2 / (1 + u) = 0.001 at u = 0.002 / 0.098
    expect(minimumWidth({ ...even, rules })).toEqual({ width: 2.0409, limitedBy: { code: 'amountTooSmall', pair: 'BTC/USDT' } });
  });

  test('is none where the smallest amount is more than an order can be', () => {
    const rules = rulesWith('BTC/USDT', { minimumAmount: '0.1', lotSize: '0.1' });
    expect(minimumWidth({ ...even, rules })).toEqual({ width: null, limitedBy: { code: 'amountTooSmall', pair: 'BTC/USDT' } });
    expect(minimumWidth({ ...even, balances: { ...even.balances, USDT: '10' } }).width).toBeNull();
  });

  const lots = fc.constantFrom('0.00000001', '0.00001', '0.0001', '0.001');
  const ticks = fc.constantFrom('0.01', '0.1', '1', '10');
  const balances = fc
    .tuple(
      fc.double({ min: 0.002, max: 1, noNaN: true }),
      fc.double({ min: 0.02, max: 20, noNaN: true }),
      fc.double({ min: 100, max: 50_000, noNaN: true }),
    )
    .map(([btc, eth, usdt]) => ({ BTC: parseDecimal(btc), ETH: parseDecimal(eth), USDT: parseDecimal(usdt) }));
  const exchanges = fc
    .record({
      lotSize: lots,
      tickSize: ticks,
      minimumAmount: fc.constantFrom('0', '0.0001', '0.001'),
      minimumNotional: fc.constantFrom('0', '5', '10'),
    })
    .map(
      (changes) =>
        new Map(pairs.map((pair) => [pair, pair === 'ETH/BTC' ? market(pair, { lotSize: changes.lotSize }) : market(pair, changes)])),
    );

  test('passes, and so does every wider one up to the maximum', () => {
    let found = 0;
    fc.assert(
      fc.property(balances, exchanges, fc.double({ min: 0, max: 1, noNaN: true }), (held, rules, further) => {
        const query = { ...even, balances: held, rules };
        const { minimum, maximum } = widthRange(query);
        if (minimum === null) return;
        found += 1;
        expect(passes(query, minimum)).toBe(true);
        expect(passes(query, minimum + (maximum - minimum) * further ** 4)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test('is no wider than a lot and a tick can explain', () => {
    let explained = 0;
    fc.assert(
      fc.property(balances, exchanges, (held, rules) => {
        const query = { ...even, balances: held, rules };
        const { width } = minimumWidth(query);
        if (width === null) return;
        const orders = wantedOrders({ ...query, delta: deltaOfWidth(width) });
        const losses = orders.map(({ pair, price, amount }) => {
          const { tickSize, lotSize } = rules.get(pair) ?? market(pair);
          return (2 * Number(tickSize)) / Number(price) + (2 * Number(lotSize)) / Number(amount);
        });
        const narrower = width * (1 - Math.max(...losses)) - 0.0002;
        if (!isOrderWidth(narrower)) return;
        explained += 1;
        expect(passes(query, narrower)).toBe(false);
      }),
      { numRuns: 1000 },
    );
    expect(explained).toBeGreaterThan(100);
  });
});

describe('the range that is shown', () => {
  test('stays a tenth of a point inside on the safe side', () => {
    expect(widthRange(even)).toEqual({
      minimum: 0.1667,
      maximum: 99.9,
      shownMinimum: 0.27,
      shownMaximum: 99.9,
      limitedBy: { code: 'valueTooSmall', pair: 'BTC/USDT' },
    });
  });

  test('ends where the exchange’s band ends', () => {
    const rules = rulesWith('BTC/USDT', { priceBand: { buyUp: 5, buyDown: 0.2, sellUp: 5, sellDown: 0.2 } });
    expect(widthRange({ ...even, rules })).toMatchObject({ maximum: 80, shownMaximum: 79.9 });
    expect(checkPriceRange(wantedOrders({ ...even, rules, delta: deltaOfWidth(79.9) }), rules, prices).ok).toBe(true);
    expect(checkPriceRange(wantedOrders({ ...even, rules, delta: deltaOfWidth(80.1) }), rules, prices).ok).toBe(false);
  });

  test('ends where an order’s amount would be too large', () => {
    // A buy of 0.1 · u/2 / (1 − u) BTC reaches 0.05 at u = 1/2; a sell is smaller.
    expect(widthRange({ ...even, rules: rulesWith('BTC/USDT', { maximumAmount: '0.05' }) })).toMatchObject({
      maximum: 50,
      shownMaximum: 49.9,
    });
  });

  test('ends before a coarse tick wears a buy’s price away', () => {
    // P0 is 12 ticks: from 11/12 of the distance on, a buy’s price is under one tick.
    const rules = rulesWith('BTC/USDT', { tickSize: '5000', minimumNotional: '5' });
    const { maximum } = widthRange({ ...even, rules });
    expect(maximum).toBeGreaterThan(80);
    expect(maximum).toBeLessThan(100 * (11 / 12));
    expect(passes({ ...even, rules }, maximum)).toBe(true);
    expect(passes({ ...even, rules }, 92)).toBe(false);
  });

  test('has no minimum where none is possible', () => {
    const rules = rulesWith('BTC/USDT', { minimumAmount: '0.1' });
    expect(widthRange({ ...even, rules })).toMatchObject({
      minimum: null,
      shownMinimum: null,
      limitedBy: { code: 'amountTooSmall', pair: 'BTC/USDT' },
    });
    const narrow = rulesWith('BTC/USDT', { priceBand: { buyUp: 1.001, buyDown: 0.999, sellUp: 1.001, sellDown: 0.999 } });
    expect(widthRange({ ...even, rules: narrow })).toMatchObject({ minimum: null });
  });

  test('never ends below nothing: balances may be so far apart that the exchange takes no price of theirs', () => {
    const rules = rulesWith('BTC/USDT', { priceBand: { buyUp: 5, buyDown: 0.2, sellUp: 5, sellDown: 0.2 } });
    const balances = { ...even.balances, USDT: '60000' };
    expect(widthRange({ ...even, rules, balances })).toMatchObject({ minimum: null, maximum: 0, shownMinimum: null, shownMaximum: 0 });
  });
});
