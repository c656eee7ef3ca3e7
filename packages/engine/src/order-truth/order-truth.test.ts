import { clientOrderIdOf, type OrderState, slotOf } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { exact } from '@tenbin/strategy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderTerms } from '../orders/reconcile.ts';
import { judgeOrders, type KnownOrder, type Reported } from './order-truth.ts';

const askedAt = new Date('2026-01-01T12:00:00Z');
const longAgo = new Date('2026-01-01T11:00:00Z');
const terms = (part: Partial<OrderTerms> = {}): OrderTerms => ({
  pair: 'BTC/USDT',
  side: 'sell',
  level: 0,
  price: '60600',
  amount: '0.0005',
  ...part,
});

const known = (part: Partial<KnownOrder> = {}, sequence = 1): KnownOrder => ({
  ...terms(),
  clientOrderId: clientOrderIdOf(7, sequence),
  sequence,
  sentAt: longAgo,
  state: 'open',
  exchangeOrderId: `e${sequence}`,
  reportedFilled: '0',
  trades: [],
  cancelAskedAt: null,
  recordedTrades: 0,
  updatedAt: longAgo,
  ...part,
});

const report = (part: Partial<OrderReport> = {}, sequence = 1): OrderReport => ({
  ...terms(),
  exchangeOrderId: `e${sequence}`,
  clientOrderId: clientOrderIdOf(7, sequence),
  filled: '0',
  status: 'open',
  at: longAgo,
  ...part,
});

interface Accounts {
  readonly wanted?: readonly OrderTerms[] | null;
  readonly known?: readonly KnownOrder[];
  readonly reported?: readonly OrderReport[];
  readonly answer?: Partial<Reported> | null;
}

function judge({ wanted = [terms()], known: stored = [known()], reported = [report()], answer = {} }: Accounts = {}) {
  return judgeOrders({
    botNumber: 7,
    otherBots: new Set([8]),
    wanted: wanted && { orders: wanted, tolerance: exact },
    known: stored,
    reported: answer && { orders: reported, askedAt, isCurrent: true, ...answer },
  });
}

const verdictOf = (accounts: Accounts) => judge(accounts).slots.map(({ verdict, because }) => `${verdict} ${because ?? ''}`.trim());

describe('one slot, three accounts of it', () => {
  const ended = known({ state: 'cancelled' });
  const leaving = known({ cancelAskedAt: longAgo });
  const successor = known({}, 2);
  const cases: readonly (readonly [says: string, accounts: Accounts, verdicts: readonly string[]])[] = [
    ['all three agree', {}, ['matched']],
    ['numbers are written in other ways', { reported: [report({ price: '60600.00', amount: '0.00050' })] }, ['matched']],
    ['nothing is wanted and nothing is there', { wanted: [], known: [], reported: [] }, []],
    ['the bot wants it and nobody sent it', { known: [], reported: [] }, ['missing notPlaced']],
    ['the database takes it for open, the exchange does not have it', { reported: [] }, ['missing notAtExchange']],
    ['the exchange has it at another price', { reported: [report({ price: '60500' })] }, ['differing terms']],
    ['the exchange has filled more of it', { reported: [report({ filled: '0.0001' })] }, ['differing filled']],
    ['the exchange has one that the database took for ended', { known: [ended] }, ['differing notInDatabase']],
    ['the exchange has one of ours that the database never saw', { known: [] }, ['differing notInDatabase']],
    ['the exchange has two', { reported: [report(), report({}, 2)] }, ['differing twoOrders']],
    [
      'one of two is being cancelled, for the other one',
      { known: [leaving, successor], reported: [report(), report({}, 2)] },
      ['differing cancel'],
    ],
    ['one of two is being cancelled, and the exchange has that one alone', { known: [leaving, successor] }, ['differing cancel']],
    ['the database takes both of two for open', { known: [known(), successor], reported: [report()] }, ['differing twoOrders']],
    [
      'one of two is being cancelled, and the database never saw the other one',
      { known: [leaving], reported: [report(), report({}, 2)] },
      ['differing twoOrders'],
    ],
    ['the bot wants another price', { wanted: [terms({ price: '60700' })] }, ['differing notWanted']],
    ['the bot wants none', { wanted: [] }, ['differing notWanted']],
    ['it is being cancelled', { known: [known({ cancelAskedAt: longAgo })] }, ['differing cancel']],
    ['its placing was not answered', { known: [known({ state: 'unknown' })], reported: [] }, ['unknown answer']],
    ['its trades have not all come', { known: [known({ state: 'filled', reportedFilled: '0.0005' })], reported: [] }, ['unknown trades']],
    ['what is wanted cannot be told', { wanted: null }, ['unknown wantedUnknown']],
    ['the exchange never answered', { answer: null }, ['unknown exchangeSilent']],
    ['the exchange does not answer now', { answer: { isCurrent: false } }, ['unknown exchangeSilent']],
  ];
  test.each(cases)('%s', (_, accounts, verdicts) => {
    expect(verdictOf(accounts)).toEqual(verdicts);
  });

  test('what changed around the question is asked again before it is called missing or differing', () => {
    const just = new Date(askedAt.getTime() - 1_000);
    expect(verdictOf({ known: [known({ updatedAt: just })], reported: [] })).toEqual(['unknown justChanged']);
    expect(verdictOf({ known: [known({ state: 'cancelled', updatedAt: just })] })).toEqual(['unknown justChanged']);
    expect(verdictOf({ known: [known({ updatedAt: just })] })).toEqual(['matched']);
  });

  test('an earlier answer is still shown, without a verdict on it', () => {
    const [slot] = judge({ answer: { isCurrent: false } }).slots;
    expect(slot).toMatchObject({ verdict: 'unknown', reported: [report()], known: [known()] });
  });
});

describe('orders of others on the account', () => {
  test('are told apart from the other bots’, and change no verdict', () => {
    const byHand = report({ clientOrderId: 'web_1', exchangeOrderId: 'x' });
    const sibling = report({ clientOrderId: clientOrderIdOf(8, 1), exchangeOrderId: 'y' });
    const { slots, external } = judge({ reported: [report(), byHand, sibling] });
    expect(slots.map(({ verdict }) => verdict)).toEqual(['matched']);
    expect(external).toEqual([
      { order: byHand, isOfOtherBot: false },
      { order: sibling, isOfOtherBot: true },
    ]);
  });

  test('where the exchange keeps no ids of ours, its own id tells, and before that the terms', () => {
    expect(verdictOf({ reported: [report({ clientOrderId: null })] })).toEqual(['matched']);
    const sent = known({ state: 'unknown', exchangeOrderId: null });
    const { slots, external } = judge({ known: [sent], reported: [report({ clientOrderId: null })] });
    expect([slots[0]?.because, slots[0]?.reported.length, external.length]).toEqual(['answer', 1, 0]);
  });
});

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const someTerms = fc.record({
  pair: fc.constantFrom(...pairs),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  level: fc.constantFrom(0, 1),
  price: fc.constantFrom('1', '2'),
  amount: fc.constantFrom('1', '2'),
});
const states: readonly OrderState[] = ['pending', 'unknown', 'open', 'filled', 'cancelled', 'rejected', 'neverPlaced'];
const someKnown = fc
  .array(fc.record({ terms: someTerms, state: fc.constantFrom(...states), cancelled: fc.boolean() }), { maxLength: 8 })
  .map((all) =>
    all.map(({ state, cancelled, ...one }, index) => known({ ...one.terms, state, cancelAskedAt: cancelled ? longAgo : null }, index + 1)),
  );
const someReported = fc
  .array(fc.record({ terms: someTerms, sequence: fc.nat(9), bot: fc.constantFrom(7, 8, 9) }), { maxLength: 8 })
  .map((all) =>
    all.map(({ sequence, bot, ...one }, index) =>
      report({ ...one.terms, clientOrderId: clientOrderIdOf(bot, sequence + 1), exchangeOrderId: `x${index}` }),
    ),
  );
/** All three apart, or made of one another, so that they agree in part. */
const someDay = fc
  .tuple(fc.uniqueArray(someTerms, { selector: slotOf }), someKnown, someReported, fc.boolean())
  .chain(([wanted, apart, reported, isApart]) => {
    const placed = wanted.map((one, index) => known(one, index + 1));
    const stored = isApart ? apart : placed;
    const ours = stored.map(({ pair, side, price, amount, sequence }) => report({ pair, side, price, amount }, sequence));
    return fc.subarray(ours).map((seen) => ({ wanted, stored, reported: isApart ? reported : [...seen, ...reported.slice(0, 2)] }));
  });

test('every order is in one place, and matched means the same three times', () => {
  let matched = 0;
  fc.assert(
    fc.property(someDay, ({ wanted, stored, reported }) => {
      const { slots, external } = judge({ wanted, known: stored, reported });
      expect(slots.flatMap((slot) => slot.reported).length + external.length).toBe(reported.length);
      expect(new Set(slots.map(slotOf)).size).toBe(slots.length);
      for (const slot of slots.filter(({ verdict }) => verdict === 'matched')) {
        const sizes = [slot.wanted ? 1 : 0, slot.known.length, slot.reported.length];
        expect(new Set(sizes).size).toBe(1);
        const prices = [slot.wanted, ...slot.known, ...slot.reported].flatMap((one) => (one ? [`${one.price} ${one.amount}`] : []));
        expect(new Set(prices).size).toBeLessThanOrEqual(1);
        if (slot.reported.length > 0) matched += 1;
      }
    }),
  );
  expect(matched).toBeGreaterThan(0);
});
