import { ExchangeError, exchangeErrorReasons } from '@tenbin/exchange';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted, start, view } from '../testing/running-bot.ts';
import { decide } from './decide.ts';

test('no pause is longer than a minute unless the exchange says so, and each ends when its cause does', () => {
  const failure = fc.record({
    retryAfterMs: fc.option(fc.integer({ min: 1, max: 600_000 })),
    waitsMs: fc.integer({ min: 0, max: 120_000 }),
  });
  fc.assert(
    fc.property(fc.array(failure, { minLength: 1, maxLength: 20 }), (failures) => {
      let state = start;
      let now = view.now.getTime();
      /** Until when the exchange said that nobody may call. */
      let said = 0;
      for (const { retryAfterMs, waitsMs } of failures) {
        said = Math.max(said, now + (retryAfterMs ?? 0));
        const error = new ExchangeError('no', { kind: 'transient', reason: 'rateLimited', ...(retryAfterMs !== null && { retryAfterMs }) });
        ({ state } = decide(state, { type: 'snapshotFailed', error }, { ...view, now: new Date(now) }));
        expect(state.hold?.until.getTime()).toBeGreaterThan(now);
        expect(state.hold?.until.getTime()).toBeLessThanOrEqual(Math.max(now + 60_000, said));
        now += waitsMs;
      }
      const over = new Date(Math.max(state.hold?.until.getTime() ?? now, now));
      const { acts } = decide({ ...state, orders: [] }, { type: 'ticked' }, { ...view, now: over });
      expect(acts.map(({ type }) => type)).toContain('place');
    }),
    { numRuns: 200 },
  );
});

test('nothing stops a bot that is seen once and could pass', () => {
  const { state, placed } = quoted();
  fc.assert(
    fc.property(
      fc.constantFrom(...placed),
      fc.constantFrom(...exchangeErrorReasons),
      fc.constantFrom('rejected', 'transient', 'unknown'),
      ({ clientOrderId }, reason, kind) => {
        const error = new ExchangeError('no', { kind, reason });
        const { state: after } = decide(state, { type: 'placeFailed', clientOrderId, error }, view);
        expect(after.phase.kind).toBe('running');
      },
    ),
    { numRuns: 500 },
  );
});

test('prices that are not known make the bot wait, not stop', () => {
  const { state, acts } = decide({ ...start, orders: [] }, { type: 'ticked' }, { ...view, prices: new Map() });
  expect(state.phase.kind).toBe('running');
  expect(acts).toEqual([]);
});
