import type { TurnLog } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionGate } from './connection-gate.ts';
import { nextTurns, type TurnRule } from './next-turns.ts';
import { binanceQuirks } from './quirks/binance.ts';

const runtime = systemRuntime();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
const day = 86_400_000;
const ofBinance = binanceQuirks.connections ?? [];

const gateOf = (rules: readonly TurnRule[], haltMs = () => 0) => new ConnectionGate(runtime, { rules: () => rules, haltMs });

/** Whoever wants a connection at these times, in ms from now: in what order they had it, and when. */
async function opened(gate: ConnectionGate, wantedAt: readonly number[]): Promise<{ readonly who: number; readonly at: number }[]> {
  const began = Date.now();
  const all: { who: number; at: number }[] = [];
  for (const [who, ms] of wantedAt.entries())
    setTimeout(() => void gate.pass({ signal: never, onWait: () => {} }).then(() => all.push({ who, at: Date.now() - began })), ms);
  await vi.advanceTimersByTimeAsync(day);
  return all;
}

const maxIn = (times: readonly number[], windowMs: number): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));

const anyRules = fc.array(fc.record({ most: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 10, max: 600_000 }) }), {
  minLength: 1,
  maxLength: 3,
});

test('never more than the rules say in any window; everybody has a turn, in the order in which they came', async () => {
  let held = 0;
  await fc.assert(
    fc.asyncProperty(
      anyRules,
      fc.array(fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 1_000_000 })), { maxLength: 60 }),
      async (rules, wanted) => {
        const wantedAt = [...wanted].sort((one, other) => one - other);
        const all = await opened(gateOf(rules), wantedAt);
        expect(all.map(({ who }) => who)).toEqual(wantedAt.map((_, who) => who));
        if (all.some(({ at }, who) => at > (wantedAt[who] ?? 0))) held += 1;
        for (const { most, windowMs } of rules)
          expect(
            maxIn(
              all.map(({ at }) => at),
              windowMs,
            ),
          ).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 50 },
  );
  expect(held).toBeGreaterThan(0);
});

test('a thousand keys after a restart stay within 300 connections in 5 minutes, and each is connected within 20 minutes', async () => {
  const times = (
    await opened(
      gateOf(ofBinance),
      Array.from({ length: 1000 }, () => 0),
    )
  ).map(({ at }) => at);
  expect(times).toHaveLength(1000);
  expect(maxIn(times, 5 * 60_000)).toBeLessThanOrEqual(250);
  expect(maxIn(times, 1000)).toBeLessThanOrEqual(10);
  expect(times.at(-1)).toBeLessThan(20 * 60_000);
});

test('a few hundred keys are connected as soon as it goes, without a wait for the window', async () => {
  const all = await opened(
    gateOf(ofBinance),
    Array.from({ length: 250 }, () => 0),
  );
  expect(all.at(-1)?.at).toBeLessThan(30_000);
});

describe('whoever waits', () => {
  const slow: readonly TurnRule[] = [{ most: 1, windowMs: 60_000 }];
  const waitIn = (gate: ConnectionGate, signal: AbortSignal = never) => {
    const announced: number[] = [];
    const began = Date.now();
    let openedAt: number | null = null;
    const passing = gate.pass({ signal, onWait: (until) => announced.push(until.getTime() - began) }).then(() => {
      openedAt = Date.now() - began;
    });
    return { announced, passing, openedAt: () => openedAt };
  };

  test('is told when its turn is expected, and has it then', async () => {
    const gate = gateOf(slow);
    const [first, second, third] = [waitIn(gate), waitIn(gate), waitIn(gate)];
    await vi.advanceTimersByTimeAsync(1);
    expect([first, second, third].map(({ announced }) => announced)).toEqual([[], [60_000], [120_000]]);
    await vi.advanceTimersByTimeAsync(day);
    expect([first, second, third].map(({ openedAt }) => openedAt())).toEqual([0, 60_000, 120_000]);
  });

  test('gives its place back when it is closed', async () => {
    const gate = gateOf(slow);
    const closing = new AbortController();
    const [, second, third] = [waitIn(gate), waitIn(gate, closing.signal), waitIn(gate)];
    await vi.advanceTimersByTimeAsync(1000);
    closing.abort();
    await second.passing;
    await vi.advanceTimersByTimeAsync(day);
    expect(third.openedAt()).toBe(60_000);
  });

  test('waits for the end of a halt, and is told so', async () => {
    const haltedUntil = Date.now() + 600_000;
    const gate = gateOf(ofBinance, () => Math.max(0, haltedUntil - Date.now()));
    const one = waitIn(gate);
    await vi.advanceTimersByTimeAsync(599_999);
    expect([one.announced, one.openedAt()]).toEqual([[600_000], null]);
    await vi.advanceTimersByTimeAsync(1);
    expect(one.openedAt()).toBe(600_000);
  });

  test('waits while the common log cannot be had', async () => {
    const gate = gateOf(slow);
    let isAway = true;
    const log: TurnLog = { take: async (_, decide) => (isAway ? Promise.reject(new Error('no database')) : decide([])) };
    gate.shareBy(log);
    const one = waitIn(gate);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(one.openedAt()).toBeNull();
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.openedAt()).not.toBeNull();
  });

  test('where nothing is counted, does not', async () => {
    const all = await opened(
      gateOf([]),
      Array.from({ length: 100 }, () => 0),
    );
    expect(all.every(({ at }) => at === 0)).toBe(true);
  });
});

test('processes that share a log stay within the rules together, also those that begin after another has ended', async () => {
  const rules: readonly TurnRule[] = [{ most: 5, windowMs: 60_000 }];
  const taken: number[] = [];
  const shared: TurnLog = {
    take: async (keepMs, decide) => {
      const ages = taken.map((at) => Date.now() - at).filter((age) => age < keepMs);
      const count = decide(ages);
      for (let left = count; left > 0; left -= 1) taken.push(Date.now());
      return count;
    },
  };
  const gates = [gateOf(rules), gateOf(rules), gateOf(rules)];
  for (const gate of gates) gate.shareBy(shared);
  const passed: number[] = [];
  for (const [index, gate] of gates.entries())
    for (let count = 0; count < 8; count += 1)
      setTimeout(() => void gate.pass({ signal: never, onWait: () => {} }).then(() => passed.push(Date.now())), index * 10_000);
  await vi.advanceTimersByTimeAsync(day);
  expect(passed).toHaveLength(24);
  expect(maxIn(passed, 60_000)).toBeLessThanOrEqual(5);
});

test('the next turn comes when one of the window’s has left it', () => {
  expect(nextTurns([50_000, 20_000], [{ most: 2, windowMs: 60_000 }], 3)).toEqual([10_000, 40_000, 70_000]);
  expect(nextTurns([], [{ most: 2, windowMs: 60_000 }], 3)).toEqual([0, 0, 60_000]);
});
