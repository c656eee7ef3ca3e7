import { compare, feeOnTopOf, type MarketRules, reserveOf, type Side, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slotOf } from '../slot.ts';
import type { OpenOrder, Situation, WantedOrder } from '../strategy.ts';
import { MarketMaking } from './market-making.ts';
import { type CalculateOrderSettings, type MarketMakingSettings, requireMarketMaking } from './quote-terms.ts';

const pair = 'BTC/USDT';
const none = { maximumAmount: null, minimumPrice: null, maximumPrice: null, priceBand: null, baseUnit: null, counterUnit: null };
const sizes = { tickSize: '0.001', lotSize: '0.000001', minimumAmount: '0.000001', minimumNotional: '0' };
const rulesWith = (given: Partial<MarketRules> = {}): MarketRules => ({
  pair,
  ...sizes,
  ...none,
  makerFee: 0.001,
  takerFee: 0.001,
  ...given,
});

const plain: CalculateOrderSettings = {
  kind: 'calculateOrder',
  pairs: [pair],
  inventoryTargetBasePct: 50,
  orderLevels: 3,
  bidSpread: 1,
  askSpread: 1,
  orderLevelSpread: 1,
  orderAmount: '1',
  orderLevelAmount: '1',
  midPriceThreshold: 0,
  intervalMs: 5_000,
};
/** So much of both that the amounts lean to no side. */
const even = { BTC: '50', USDT: '5000' };

function situation(given: Partial<Situation> & { readonly mid?: number | null; readonly rule?: Partial<MarketRules> } = {}): Situation {
  const { mid = 100, rule, ...rest } = given;
  const top = mid === null ? [] : [[pair, { bestBid: mid * 0.9999, bestAsk: mid * 1.0001, mid }] as const];
  return {
    balances: even,
    rules: new Map([[pair, rulesWith(rule)]]),
    prices: new Map(mid === null ? [] : [[pair, mid]]),
    books: new Map(top),
    openOrders: [],
    filledAt: {},
    now: new Date(1_000_000),
    ...rest,
  };
}

const wantedBy = (changes: Partial<CalculateOrderSettings>, given: Parameters<typeof situation>[0] = {}) =>
  new MarketMaking({ ...plain, ...changes }).wanted(situation(given));
const side = (orders: readonly WantedOrder[], which: Side) =>
  orders.filter((order) => order.side === which).map(({ price, amount }) => `${amount} at ${price}`);
const open = (order: WantedOrder, given: Partial<OpenOrder> = {}): OpenOrder => ({
  ...order,
  remaining: order.amount,
  placedAt: new Date(990_000),
  ...given,
});

describe('levels and amounts', () => {
  test('stand as the published strategy has them', () => {
    const { orders } = wantedBy({}, { balances: { BTC: '500', USDT: '50000' } });
    expect(side(orders, 'buy')).toEqual(['1 at 99', '2 at 98', '3 at 97']);
    expect(side(orders, 'sell')).toEqual(['1 at 101', '2 at 102', '3 at 103']);
  });

  // Source: figures of hummingbot's pure market making with inventory skew, five levels, as its tests publish them.
  const skewed = { orderLevels: 5, orderLevelAmount: '0.5', inventoryTargetBasePct: 90, inventoryRangeMultiplier: 0.5 };
  const onFivePlaces = { tickSize: '0.001', lotSize: '0.00001' };

  test('lean against an inventory that has too much base', () => {
    const { orders } = wantedBy(skewed, { balances: { BTC: '500', USDT: '5000' }, rule: onFivePlaces });
    expect([side(orders, 'buy')[0], side(orders, 'buy').at(-1)]).toEqual(['0.5 at 99', '1.5 at 95']);
    expect([side(orders, 'sell')[0], side(orders, 'sell').at(-1)]).toEqual(['1.5 at 101', '4.5 at 105']);
  });

  test('and after 1.5 were sold at 101, within one lot', () => {
    const { orders } = wantedBy(skewed, { balances: { BTC: '498.5', USDT: '5151.5' }, rule: onFivePlaces });
    const lots = (of: Side, level: number) => Number(orders.find((order) => order.side === of && order.level === level)?.amount);
    const published = [
      ['buy', 0, 0.651349],
      ['sell', 0, 1.34865],
      ['buy', 4, 1.95404],
      ['sell', 4, 4.04595],
    ] as const;
    for (const [of, level, amount] of published) expect(Math.abs(lots(of, level) - amount)).toBeLessThanOrEqual(0.00001 + 1e-12);
  });

  test('of a spread bot are one bid and one ask, whatever it holds', () => {
    const bot = new MarketMaking({ kind: 'spread', pairs: [pair], spread: 0.5, amount: '2', intervalMs: 1_000 });
    const { orders } = bot.wanted(situation({ balances: { BTC: '3', USDT: '100000' } }));
    expect([side(orders, 'buy'), side(orders, 'sell')]).toEqual([['2 at 99.5'], ['2 at 100.5']]);
  });
});

describe('the budget', () => {
  test('goes to the inner levels first: the first that does not fit shrinks, and those behind it are left out', () => {
    const bot = new MarketMaking({ ...plain, inventoryTargetBasePct: 50, inventoryRangeMultiplier: 100 });
    const { orders } = bot.wanted(situation({ balances: { BTC: '2.5', USDT: '250' } }));
    expect(side(orders, 'sell')).toEqual(['1 at 101', '1.5 at 102']);
    expect(side(orders, 'buy')).toEqual(['1 at 99', '1.540816 at 98']);
  });

  test('keeps the fee of a buy only where that is charged on top', () => {
    const spread = new MarketMaking({ kind: 'spread', pairs: [pair], spread: 1, amount: '2', intervalMs: 1_000 });
    const given = { balances: { BTC: '2', USDT: '99' } };
    expect(side(spread.wanted(situation(given)).orders, 'buy')).toEqual(['1 at 99']);
    expect(side(spread.wanted(situation({ ...given, rule: { feeOnTop: true } })).orders, 'buy')).toEqual(['0.999 at 99']);
    expect(side(spread.wanted(situation({ ...given, rule: { feeOnTop: true } })).orders, 'sell')).toEqual(['2 at 101']);
  });

  test('keeps no order in its place for which it does not have the fee as well', () => {
    const near = { kind: 'spread', pairs: [pair], spread: 1, amount: '1', intervalMs: 1_000, refreshTolerance: 0.1 } as const;
    const bid = open({ pair, side: 'buy', level: 0, price: '99.05', amount: '1' });
    const bidAt = (given: Parameters<typeof situation>[0]) => side(new MarketMaking(near).wanted(situation(given)).orders, 'buy');
    const balances = { BTC: '0', USDT: '99.12' };
    expect(bidAt({ balances, openOrders: [bid] })).toEqual(['1 at 99.05']);
    const dear = { rule: { feeOnTop: true }, openOrders: [{ ...bid, feeOnTop: '0.001' }] };
    expect(bidAt({ ...dear, balances })).toEqual(['1 at 99']);
    expect(bidAt({ ...dear, balances: { ...balances, USDT: '99.15' } })).toEqual(['1 at 99.05']);
    const two = { orderLevels: 2, orderLevelAmount: '0', refreshTolerance: 0.1, inventoryRangeMultiplier: 100 };
    // Both bids cost 197.197 with their fees.
    const { orders } = wantedBy(two, { ...dear, balances: { BTC: '1.972', USDT: '197.2' } });
    expect(side(orders, 'buy')).toEqual(['1 at 99', '1 at 98']);
  });

  test('leaves out what the market would not take, and says so', () => {
    const { orders, leftOut } = wantedBy({}, { rule: { minimumAmount: '1.5' } });
    expect(orders.map(({ level }) => level)).toEqual([1, 2, 1, 2]);
    expect(leftOut).toMatchObject([
      { side: 'buy', level: 0, because: { code: 'amountTooSmall' } },
      { side: 'sell', level: 0, because: { code: 'amountTooSmall' } },
    ]);
  });
});

describe('what keeps quotes away', () => {
  test('without a mid nothing is wanted', () => {
    expect(wantedBy({}, { mid: null }).orders).toEqual([]);
  });

  test('at the ceiling nothing is bought, at the floor nothing is sold', () => {
    const sides = (mid: number) => new Set(wantedBy({ priceCeiling: '110', priceFloor: '90' }, { mid }).orders.map((order) => order.side));
    expect([sides(110), sides(109), sides(91), sides(90)].map((ones) => [...ones].sort())).toEqual([
      ['sell'],
      ['buy', 'sell'],
      ['buy', 'sell'],
      ['buy'],
    ]);
  });

  test('a quote that would take what others offer is dropped', () => {
    const books = new Map([[pair, { bestBid: 98.5, bestAsk: 101.5, mid: 100 }]]);
    expect(wantedBy({}, { books }).orders).toHaveLength(6);
    const thin = new Map([[pair, { bestBid: 90, bestAsk: 98.5, mid: 100 }]]);
    expect(side(wantedBy({}, { books: thin }).orders, 'buy')).toEqual(['2 at 98', '3 at 97']);
  });

  test('a level that was filled stays empty for its delay, and the others stay', () => {
    const [slot] = [slotOf({ pair, side: 'sell', level: 0 })];
    const filledAt = { [slot]: new Date(999_000) };
    expect(side(wantedBy({ filledOrderDelayMs: 2_000 }, { filledAt }).orders, 'sell')).toEqual(['2 at 102', '3 at 103']);
    expect(side(wantedBy({ filledOrderDelayMs: 1_000 }, { filledAt }).orders, 'sell')).toHaveLength(3);
  });
});

describe('an open order', () => {
  const resting = wantedBy({}).orders.map((order) => open(order));
  const terms = (orders: readonly WantedOrder[]) => orders.map(({ price, amount }) => `${amount} at ${price}`);
  const at = (mid: number, changes: Partial<CalculateOrderSettings> = {}, openOrders: readonly OpenOrder[] = resting) =>
    wantedBy(changes, { mid, openOrders }).orders;

  test('keeps its place while its price is within the tolerance, and no longer', () => {
    expect(terms(at(100.04, { refreshTolerance: 0.05 }))).toEqual(terms(resting));
    expect(at(100.04, { refreshTolerance: 0.05 }).every(({ placedSince }) => placedSince === undefined)).toBe(true);
    expect(terms(at(100.04))).not.toEqual(terms(resting));
    expect(side(at(100.2, { refreshTolerance: 0.05 }), 'buy')[0]).toMatch(/ at 99\.198$/);
  });

  test('keeps it while what is left of it is within 5 % of what is wanted', () => {
    const partly = (remaining: string) =>
      resting.map((order) => (order.side === 'sell' && order.level === 0 ? { ...order, remaining } : order));
    const outer = (remaining: string) => at(100, {}, partly(remaining)).find((order) => order.side === 'sell' && order.level === 0);
    const kept = outer('0.96');
    expect(kept).toMatchObject({ side: 'sell', level: 0 });
    expect(kept?.placedSince).toBeUndefined();
    expect(outer('0.94')).toMatchObject({ amount: '1', placedSince: new Date(1_000_000) });
  });

  test('is placed anew when it is too old, even where it would say the same', () => {
    expect(at(100, { maxOrderAgeMs: 10_001 }).every(({ placedSince }) => placedSince === undefined)).toBe(true);
    const anew = at(100, { maxOrderAgeMs: 10_000 });
    expect(anew.map(({ placedSince }) => placedSince?.getTime())).toEqual(anew.map(() => 1_000_000));
  });

  test('is taken away when the mid has come nearer to it than the minimum spread', () => {
    const [near] = at(99.4, { refreshTolerance: 0.3, minimumSpread: 0.5 }).filter((order) => order.side === 'buy');
    expect(near).toMatchObject({ placedSince: new Date(1_000_000) });
  });
});

describe('what holds for every answer', () => {
  const percent = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((hundredths) => hundredths / 100);
  const amount = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => String(thousandths / 1_000));
  const settings = fc
    .record({
      inventoryTargetBasePct: percent(0, 100),
      orderLevels: fc.integer({ min: 1, max: 20 }),
      bidSpread: percent(0.01, 3),
      askSpread: percent(0.01, 3),
      orderLevelSpread: percent(0, 4),
      orderAmount: amount,
      orderLevelAmount: fc.integer({ min: 0, max: 5_000 }).map((thousandths) => String(thousandths / 1_000)),
      refreshTolerance: percent(0, 1),
    })
    .map((given): CalculateOrderSettings => ({ ...plain, ...given }));
  const market = fc.record({
    mid: fc.integer({ min: 1_000, max: 10_000_000 }).map((cents) => cents / 100),
    before: fc.integer({ min: 9_980, max: 10_020 }).map((parts) => parts / 10_000),
    BTC: amount,
    USDT: fc.integer({ min: 1, max: 10_000_000 }).map(String),
    feeOnTop: fc.boolean(),
  });

  /** What a bid costs besides, where that comes on top. */
  const feeOf = (order: WantedOrder, { rules }: Situation) => feeOnTopOf(order.side, rules.get(pair) ?? rulesWith(), { rests: true });

  /** Asked twice: what it wants of nothing, and what it wants then with that open and the mid elsewhere. */
  const always = (check: (orders: readonly WantedOrder[], given: Situation, settings: CalculateOrderSettings) => void) =>
    fc.assert(
      fc.property(settings, market, (set, { mid, before, BTC, USDT, feeOnTop }) => {
        requireMarketMaking(set);
        const bot = new MarketMaking(set);
        const balances = { BTC, USDT };
        const first = situation({ mid: mid * before, balances, rule: { feeOnTop } });
        const wanted = bot.wanted(first).orders;
        check(wanted, first, set);
        const openOrders = wanted.map((order) => open(order, feeOf(order, first)));
        const later = situation({ mid, balances, rule: { feeOnTop }, openOrders });
        check(bot.wanted(later).orders, later, set);
      }),
      { numRuns: 300 },
    );

  test('every bid lies below the mid and the best ask, every ask above the mid and the best bid', () => {
    let seen = 0;
    always((orders, { books }) => {
      const { mid = 0, bestBid = 0, bestAsk = 0 } = books.get(pair) ?? {};
      for (const order of orders) {
        seen += 1;
        if (order.side === 'buy') expect(Number(order.price)).toBeLessThan(Math.min(mid, bestAsk));
        else expect(Number(order.price)).toBeGreaterThan(Math.max(mid, bestBid));
      }
    });
    expect(seen).toBeGreaterThan(1_000);
  });

  test('from level to level no bid is higher and no ask is lower, but for what keeps its place', () => {
    let seen = 0;
    always((orders, _, { refreshTolerance = 0 }) => {
      for (const which of ['buy', 'sell'] as const) {
        const prices = orders.filter((order) => order.side === which).map(({ price }) => Number(price) * (which === 'buy' ? 1 : -1));
        const slack = (2 * refreshTolerance) / 100 + 1e-9;
        prices.slice(1).forEach((price, index) => {
          seen += 1;
          expect(price).toBeLessThanOrEqual((prices[index] ?? 0) + Math.abs(price) * slack);
        });
      }
    });
    expect(seen).toBeGreaterThan(500);
  });

  test('the balances pay for everything that is wanted', () => {
    always((orders, given) => {
      const left: Record<string, string> = { ...given.balances };
      for (const order of orders) {
        const { currency, amount: held } = reserveOf({ ...order, ...feeOf(order, given) });
        left[currency] = subtract(left[currency] ?? '0', held);
      }
      expect(Object.values(left).filter((rest) => compare(rest, '0') < 0)).toEqual([]);
    });
  });

  test('every price and amount is on the grid, and large enough for the market', () => {
    const isOn = (value: string, digits: number) => (value.split('.')[1] ?? '').length <= digits && Number(value) > 0;
    always((orders) => {
      expect(orders.filter(({ price, amount: size }) => !isOn(price, 3) || !isOn(size, 6))).toEqual([]);
    });
  });

  test('an order keeps its place while it is within the tolerance of what is wanted, and no longer', () => {
    let kept = 0;
    fc.assert(
      fc.property(settings, market, (set, { mid, before, BTC, USDT }) => {
        const balances = { BTC, USDT };
        const bot = new MarketMaking(set);
        const resting = bot.wanted(situation({ mid: mid * before, balances })).orders.map((order) => open(order));
        const wanted = bot.wanted(situation({ mid, balances })).orders;
        const withOpen = bot.wanted(situation({ mid, balances, openOrders: resting })).orders;
        for (const order of withOpen) {
          const was = resting.find((one) => slotOf(one) === slotOf(order));
          const fresh = wanted.find((one) => slotOf(one) === slotOf(order));
          if (was === undefined || order.placedSince !== undefined) expect(order).toMatchObject({ ...fresh });
          else {
            kept += 1;
            const off = Math.abs(Number(was.price) / Number(fresh?.price) - 1) * 100;
            expect(off).toBeLessThanOrEqual((set.refreshTolerance ?? 0) + 1e-9);
          }
        }
      }),
    );
    expect(kept).toBeGreaterThan(100);
  });
});

describe('settings', () => {
  const refused = (changes: object) => {
    try {
      requireMarketMaking({ ...plain, ...changes } as MarketMakingSettings);
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('that hold pass', () => {
    const spread: MarketMakingSettings = { kind: 'spread', pairs: [pair], spread: 0.1, amount: '0.5', intervalMs: 1_000 };
    expect([refused({}), refused({ orderLevelAmount: '-0.4' }), refused({ minimumSpread: 0.5, refreshTolerance: 0.4 })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(() => requireMarketMaking(spread)).not.toThrow();
  });

  test.each([
    [{ bidSpread: 98 }, 'levelsTooWide'],
    [{ orderLevelAmount: '-0.5' }, 'lastLevelEmpty'],
    [{ minimumSpread: 0.7, refreshTolerance: 0.3 }, 'minimumSpreadTooWide'],
    [{ priceFloor: '100', priceCeiling: '100' }, 'priceFloorNotBelowCeiling'],
    [{ pairs: [] }, 'parameterOutOfRange'],
    [{ pairs: [pair, 'ETH/USDT'] }, 'parameterOutOfRange'],
    [{ pairs: ['BTC'] }, 'invalidCurrencyPairName'],
    [{ orderLevels: 0 }, 'parameterOutOfRange'],
    [{ orderLevels: 21 }, 'parameterOutOfRange'],
    [{ orderLevels: 1.5 }, 'parameterOutOfRange'],
    [{ bidSpread: 0 }, 'parameterOutOfRange'],
    [{ askSpread: Number.NaN }, 'parameterOutOfRange'],
    [{ inventoryTargetBasePct: 100.1 }, 'parameterOutOfRange'],
    [{ inventoryRangeMultiplier: 0 }, 'parameterOutOfRange'],
    [{ midPriceThreshold: -1 }, 'parameterOutOfRange'],
    [{ intervalMs: 999 }, 'parameterOutOfRange'],
    [{ orderAmount: '0' }, 'parameterOutOfRange'],
    [{ orderAmount: '1e16' }, 'parameterOutOfRange'],
    [{ orderLevelAmount: '-1e16' }, 'parameterOutOfRange'],
    [{ priceFloor: '-1' }, 'parameterOutOfRange'],
    [{ refreshTolerance: 11 }, 'parameterOutOfRange'],
    [{ maxOrderAgeMs: 0 }, 'parameterOutOfRange'],
    [{ filledOrderDelayMs: -1 }, 'parameterOutOfRange'],
  ])('%o are refused: %s', (changes, code) => {
    expect(refused(changes)).toBe(code);
  });
});
