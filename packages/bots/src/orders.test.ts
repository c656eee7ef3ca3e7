import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BotOrder, openOrdersOf } from './bot-order.ts';
import { clientOrderIdOf, isOrderOf, parseClientOrderId, sequenceAt } from './client-order-id.ts';
import { forward, isEnded, type OrderState, orderStates } from './order-state.ts';

const botNumbers = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const sequences = fc.integer({ min: 1, max: 36 ** 7 - 1 });

describe('client order ids', () => {
  test('bot 35’s 36th order', () => {
    expect(clientOrderIdOf(35, 36)).toBe('T000000000z0000010');
    expect(parseClientOrderId('T000000000z0000010')).toEqual({ botNumber: 35, sequence: 36 });
  });

  test('of orders from before are still known', () => {
    expect(parseClientOrderId('T000000000zx10')).toEqual({ botNumber: 35, sequence: 36 });
  });

  test('never come again, whatever a restored database has forgotten', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 100_000 }), { minLength: 1 }), fc.nat(), fc.boolean(), (pausesMs, kept, isOld) => {
        let now = Date.UTC(2026, 10, 22);
        let next = isOld ? 3 : 1;
        const used: number[] = [];
        for (const pauseMs of pausesMs) {
          now += pauseMs;
          used.push(sequenceAt(new Date(now), next));
          next = (used.at(-1) ?? 0) + 1;
        }
        const known = used[kept % used.length] ?? 1;
        expect(used).not.toContain(sequenceAt(new Date(now + 10), known + 1));
        expect(new Set(used).size).toBe(used.length);
      }),
    ));

  test('go on from the largest one that is known, also where the clock stands behind it', () => {
    expect(sequenceAt(new Date('2026-01-01T00:00:01Z'), 5_000)).toBe(5_000);
    expect(sequenceAt(new Date('2020-01-01T00:00:00Z'), 1)).toBe(1);
  });

  test('fit the strictest exchange, and lead back to their bot and number', () =>
    fc.assert(
      fc.property(botNumbers, sequences, (botNumber, sequence) => {
        const id = clientOrderIdOf(botNumber, sequence);
        expect(id).toMatch(/^[A-Za-z0-9]{18}$/);
        expect(parseClientOrderId(id)).toEqual({ botNumber, sequence });
        expect(isOrderOf(botNumber, id)).toBe(true);
      }),
    ));

  test('of different bots or numbers are different', () =>
    fc.assert(
      fc.property(botNumbers, sequences, botNumbers, sequences, (bot, sequence, otherBot, otherSequence) => {
        const isSame = bot === otherBot && sequence === otherSequence;
        expect(clientOrderIdOf(bot, sequence) === clientOrderIdOf(otherBot, otherSequence)).toBe(isSame);
        expect(isOrderOf(otherBot, clientOrderIdOf(bot, sequence))).toBe(bot === otherBot);
      }),
    ));

  const external = [
    '',
    'T',
    'Tx1',
    'Tax1',
    't000000000ax1',
    'T000000000Ax1',
    'T000000000ax',
    'T000000000ax0',
    'T000000000a0000000',
    'T000000000ax01',
    'Tzzzzzzzzzzx1',
  ];
  test.each([...external, 'T00000000000ax1', ' T000000000ax1', 'T000000000ax1\n', 'x-TKT5PX2F1', `T000000000ax${'z'.repeat(11)}`])(
    '"%s" is none of ours',
    (id) => {
      expect(parseClientOrderId(id)).toBeNull();
      expect(isOrderOf(10, id)).toBe(false);
    },
  );

  test('tell bots apart whose numbers begin alike and go on with an x', () => {
    const [short, long] = [Number.parseInt('a', 36), Number.parseInt('ax1', 36)];
    expect(clientOrderIdOf(short, Number.parseInt('1x1', 36))).not.toBe(clientOrderIdOf(long, 1));
    expect(isOrderOf(short, clientOrderIdOf(long, 1))).toBe(false);
  });

  test('an order without an id is not ours', () => {
    expect(isOrderOf(10, null)).toBe(false);
  });

  test.each([
    [-1, 1],
    [2 ** 48, 1],
    [1.5, 1],
    [1, 0],
    [1, Number.NaN],
    [1, 36 ** 7],
  ])('bot %s, order %s have none', (botNumber, sequence) => {
    expect(() => clientOrderIdOf(botNumber, sequence)).toThrow(expect.objectContaining({ code: 'clientOrderIdOutOfRange' }));
  });
});

test('what rests in the book is told with the fee that comes on top of it', () => {
  const order: BotOrder = {
    clientOrderId: clientOrderIdOf(1, 1),
    sequence: 1,
    pair: 'BTC/USDT',
    side: 'buy',
    level: 0,
    price: '50000',
    amount: '1',
    sentAt: new Date(0),
    state: 'open',
    exchangeOrderId: '1',
    reportedFilled: '0',
    trades: [],
    cancelAskedAt: null,
    recordedTrades: 0,
  };
  expect(openOrdersOf([{ ...order, feeOnTop: '0.0025' }, order])).toMatchObject([{ feeOnTop: '0.0025' }, { feeOnTop: null }]);
});

describe('what is known of an order', () => {
  const states = fc.constantFrom(...orderStates);

  test('only grows: news in any order never lead back', () =>
    fc.assert(
      fc.property(states, fc.array(states), (first, news) => {
        let state: OrderState = first;
        for (const next of news) {
          const before = state;
          state = forward(before, next);
          expect(isEnded(before) && state !== before).toBe(false);
          expect(forward(state, before)).toBe(state);
        }
      }),
    ));

  test('an order of unknown fate that turns up is open, and an open one does not become unknown', () => {
    expect(forward('unknown', 'open')).toBe('open');
    expect(forward('open', 'unknown')).toBe('open');
    expect(forward('pending', 'filled')).toBe('filled');
    expect(forward('filled', 'cancelled')).toBe('filled');
  });
});
