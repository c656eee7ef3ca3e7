import { add, type Balances, type Fill, parseDecimal, subtract } from '@tenbin/market';
import { applyFill } from '@tenbin/strategy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BotStep } from './bot-step.ts';
import { addedTo, newLedger } from './ledger.ts';
import { type Entry, givenTo, heldAfter, type Movement, movementsOf } from './movement.ts';

const running = { kind: 'running', since: new Date(0) } as const;
const held: Balances = { BTC: '1', ETH: '20', USDT: '60000' };
const bought: Fill = {
  tradeId: '7',
  exchangeOrderId: '70',
  clientOrderId: 'T1x1',
  pair: 'BTC/USDT',
  side: 'buy',
  price: '59999.99',
  amount: '0.00123',
  notional: '73.7999877',
  fee: '0.00000123',
  feeCurrency: 'BTC',
  isMaker: true,
  at: new Date(0),
};
const stepWith = (balances: Balances, part: Partial<BotStep> = {}): BotStep => ({ ledger: newLedger(balances), ...part });
const causes = (movements: readonly Movement[]) => movements.map(({ cause }) => cause);

test('a trade takes from outside what it brings, and gives what it costs and its fee', () => {
  const after = applyFill(held, bought);
  const fills = [{ ...bought, growth: 0, volume: null, earned: null }];
  expect(movementsOf('one', held, stepWith(after, { fills }))).toEqual([
    {
      cause: 'fill',
      fill: { pair: 'BTC/USDT', tradeId: '7', exchangeOrderId: '70' },
      entries: [
        { kind: 'trade', account: 'outside', currency: 'BTC', amount: '-0.00123' },
        { kind: 'trade', account: 'one', currency: 'BTC', amount: '0.00123' },
        { kind: 'trade', account: 'one', currency: 'USDT', amount: '-73.7999877' },
        { kind: 'trade', account: 'outside', currency: 'USDT', amount: '73.7999877' },
        { kind: 'fee', account: 'one', currency: 'BTC', amount: '-0.00000123' },
        { kind: 'fee', account: 'outside', currency: 'BTC', amount: '0.00000123' },
      ],
    },
  ]);
});

test('a fee in a coin that the bot does not hold comes out of the rest', () => {
  const fill = { ...bought, fee: '0.0002', feeCurrency: 'BNB', growth: 0, volume: null, earned: null };
  const [movement] = movementsOf('one', held, stepWith(applyFill(held, fill), { fills: [fill] }));
  expect(givenTo('rest', movement?.entries ?? [])).toEqual({ BNB: '-0.0002' });
});

describe('a share of the wallet', () => {
  test('is taken from the rest at a start and given back at a stop', () => {
    const taken = movementsOf('one', {}, stepWith(held, { phase: running }));
    expect(causes(taken)).toEqual(['share']);
    expect(givenTo('one', taken[0]?.entries ?? [])).toEqual(held);
    expect(givenTo('rest', taken[0]?.entries ?? [])).toEqual({ BTC: '-1', ETH: '-20', USDT: '-60000' });
    const stopped = { kind: 'stopped', receipt: null } as const;
    const given = movementsOf('one', held, stepWith(held, { phase: stopped }));
    expect(givenTo('rest', given[0]?.entries ?? [])).toEqual(held);
    expect(heldAfter(held, { phase: stopped })).toEqual({});
  });

  test('a bot that has none moves nothing, whatever its ledger says', () => {
    expect(movementsOf('one', {}, stepWith(held))).toEqual([]);
    expect(movementsOf('one', {}, stepWith(held, { phase: { kind: 'starting', askedAt: new Date(0), by: 'user' } }))).toEqual([]);
  });
});

test('rounding comes from outside, and what others’ fees took goes to the rest', () => {
  const after = { ...held, USDT: '59999.99999999', BTC: '0.9999' };
  const adjustments = [
    { cause: 'rounding', currency: 'USDT', amount: '-0.00000001' },
    { cause: 'othersFees', currency: 'BTC', amount: '-0.0001' },
  ] as const;
  const movements = movementsOf('one', held, stepWith(after, { adjustments }));
  expect(causes(movements)).toEqual(['rounding', 'othersFees']);
  expect(givenTo('outside', movements[0]?.entries ?? [])).toEqual({ USDT: '0.00000001' });
  expect(givenTo('rest', movements[1]?.entries ?? [])).toEqual({ BTC: '0.0001' });
});

describe('in every step', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 }).map((units) => parseDecimal(units / 1_000_000));
  const fill = fc
    .record({
      pair: fc.constantFrom('BTC/USDT', 'ETH/USDT', 'ETH/BTC'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      amount,
      notional: amount,
      fee: amount,
      feeCurrency: fc.constantFrom('BTC', 'ETH', 'USDT', 'BNB'),
    })
    .map((given) => ({ ...bought, ...given, growth: 0, volume: null, earned: null }));
  const adjustment = fc.record({
    cause: fc.constantFrom('rounding' as const, 'othersFees' as const),
    currency: fc.constantFrom('BTC', 'ETH', 'USDT'),
    amount,
  });

  const totals = (entries: readonly Entry[]) => Object.groupBy(entries, ({ currency }) => currency) as Record<string, readonly Entry[]>;

  test('each movement adds up to nothing in every currency, and all of them to what the balances change by', () =>
    fc.assert(
      fc.property(fc.array(fill), fc.array(adjustment), fc.constantFrom({}, held), fc.boolean(), (fills, adjustments, before, stops) => {
        const traded = fills.reduce<Balances>(applyFill, held);
        const balances = adjustments.reduce((sums, { currency, amount }) => addedTo(sums, currency, amount), traded);
        const phase = stops ? ({ kind: 'stopped', receipt: null } as const) : running;
        const step = stepWith(balances, { fills, adjustments, phase });
        const movements = movementsOf('one', before, step);
        for (const { entries } of movements)
          for (const ones of Object.values(totals(entries))) expect(ones.reduce((sum, one) => add(sum, one.amount), '0')).toBe('0');
        const after = heldAfter(before, step);
        const given = movements.reduce<Balances>((sums, { entries }) => givenTo('one', entries, sums), before);
        for (const currency of Object.keys({ ...given, ...after })) expect(given[currency] ?? '0').toBe(after[currency] ?? '0');
      }),
    ));

  test('while a bot holds its share nothing is left to explain by it but what is neither a trade nor named', () =>
    fc.assert(
      fc.property(fc.array(fill), fc.boolean(), (fills, hasMore) => {
        const traded = fills.reduce<Balances>(applyFill, held);
        const balances = hasMore ? { ...traded, USDT: subtract(traded.USDT ?? '0', '5') } : traded;
        const shares = movementsOf('one', held, stepWith(balances, { fills })).filter(({ cause }) => cause === 'share');
        expect(shares.map(({ entries }) => givenTo('one', entries))).toEqual(hasMore ? [{ USDT: '-5' }] : []);
      }),
    ));
});
