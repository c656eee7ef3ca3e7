import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArmedFault } from './fault.ts';
import { type Injected, isOver, meetFault, type Target } from './meet-fault.ts';
import { readFault } from './read-fault.ts';

const injected = (given: object, injectedAt = 0): Injected => ({
  id: 'f1',
  fault: readFault({ type: 'resetConnection', ...given }) as ArmedFault,
  injectedAt,
  seen: 0,
  struck: 0,
});

/** Which of so many equal targets are struck. */
function strikesOf(fault: Injected, targets: readonly Target[]): boolean[] {
  let armed = fault;
  return targets.map((target) => {
    const { strikes, after } = meetFault(armed, target);
    armed = after;
    return strikes;
  });
}

describe('a fault strikes', () => {
  const target: Target = { call: 'place', method: 'POST', path: '/api/v3/order', pair: 'BTC/USDT', account: 'a3' };
  const cases: readonly [says: string, where: object, strikes: boolean][] = [
    ['everything where nothing is said', {}, true],
    ['the call that it is aimed at', { call: 'place' }, true],
    ['no other call', { call: 'cancel' }, false],
    ['the pair and the account that it is aimed at', { pair: 'BTC/USDT', account: 'a3' }, true],
    ['no other account', { pair: 'BTC/USDT', account: 'a4' }, false],
    ['what begins with its path', { path: '/api/v3' }, true],
    ['no other path', { path: '/sapi' }, false],
    ['no other method', { method: 'GET' }, false],
  ];
  test.each(cases)('%s', (_says, where, strikes) => {
    expect(meetFault(injected({ where }), target).strikes).toBe(strikes);
  });

  test('nothing that does not tell what it asks for', () => {
    expect(meetFault(injected({ where: { pair: 'BTC/USDT' } }), { call: 'wallet', account: 'a3' }).strikes).toBe(false);
  });

  test('a socket that is being opened only when it is aimed at one', () => {
    expect(meetFault(injected({}), { call: 'connect' }).strikes).toBe(false);
    expect(meetFault(injected({ where: { call: 'connect' } }), { call: 'connect' }).strikes).toBe(true);
    expect(meetFault(injected({ type: 'maintenance' }), { call: 'connect' }).strikes).toBe(true);
  });
});

test('the same seed strikes the same targets, whatever fits nothing in between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), fc.array(fc.boolean(), { maxLength: 60 }), (seed, aimedAt) => {
      const fault = injected({ where: { call: 'place' }, probability: 0.4, seed });
      const targets = aimedAt.map((isAimedAt): Target => ({ call: isAimedAt ? 'place' : 'wallet' }));
      const among = strikesOf(fault, targets).filter((_, index) => aimedAt[index]);
      expect(among).toEqual(
        strikesOf(
          fault,
          targets.filter(({ call }) => call === 'place'),
        ),
      );
    }),
  );
});

test('a share of what fits is struck, about as large as it was said', () => {
  const strikes = strikesOf(
    injected({ probability: 0.25, seed: 7 }),
    Array.from({ length: 4_000 }, () => ({ call: 'place' })),
  );
  expect(strikes.filter(Boolean).length / 4_000).toBeCloseTo(0.25, 1);
});

test('a fault is over when it struck as often as it was to, or when its time has passed', () => {
  const twice = injected({ times: 2 });
  expect(isOver({ ...twice, struck: 1 }, 1e12)).toBe(false);
  expect(isOver({ ...twice, struck: 2 }, 0)).toBe(true);
  const brief = injected({ lastsMs: 500 }, 1_000);
  expect(isOver(brief, 1_499)).toBe(false);
  expect(isOver(brief, 1_500)).toBe(true);
});

describe('a fault from outside is refused, naming what is wrong, when', () => {
  const cases: readonly [says: string, given: unknown, complaint: RegExp][] = [
    ['it is nothing', null, /expected object/],
    ['its type is none', { type: 'earthquake' }, /type/],
    ['a field is missing', { type: 'delayBefore' }, /ms/],
    ['a field is unknown', { type: 'stallAnswer', of: 'x' }, /of/],
    ['what it is aimed at is unknown', { type: 'stallAnswer', where: { call: 'dance' } }, /where\.call/],
    ['its account is no account', { type: 'stallAnswer', where: { account: 'me' } }, /where\.account.*a1, a2/],
    ['it is to strike zero times', { type: 'stallAnswer', times: 0 }, /times/],
    ['its share is over one', { type: 'stallAnswer', probability: 1.1 }, /probability/],
    ['an amount is no text', { type: 'changeBalance', account: 'a1', currency: 'BTC', amount: 1 }, /amount/],
    ['a header has no name that can be sent', { type: 'answer', status: 200, headers: { 'a b': 'x' } }, /headers/],
    ['a header has a value that cannot be sent', { type: 'answer', status: 200, headers: { x: 'a\nb' } }, /headers/],
    ['a deed is to stay', { type: 'dropStreams', times: 3 }, /times/],
  ];
  test.each(cases)('%s', (_says, given, complaint) => {
    const complain = () => readFault(given);
    expect(complain).toThrow(expect.objectContaining({ code: 'invalidFault' }));
    expect(complain).toThrow(complaint);
  });

  test('several things are: all of them', () => {
    expect(() => readFault({ type: 'delayBefore', ms: -1, times: 0 })).toThrow(/ms.*times/);
  });
});
