import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BotPhase,
  confirmRunning,
  confirmStopped,
  hasShare,
  isActive,
  neverStarted,
  requestRebalance,
  requestStart,
  requestStop,
} from './bot-phase.ts';

const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 0, minute));
const nothing = { cancelled: [], filledMeanwhile: [] };

test('a bot is started, runs, is asked to stop, and leaves a receipt', () => {
  const starting = requestStart(neverStarted, { by: 'user-1', at: at(0) });
  expect(starting).toEqual({ kind: 'starting', by: 'user-1', askedAt: at(0) });
  const running = confirmRunning(starting, { at: at(1) });
  expect(running).toEqual({ kind: 'running', since: at(1) });
  const stopping = requestStop(running, { by: 'user-1', at: at(5) });
  expect(stopping).toEqual({ kind: 'stopping', by: 'user-1', reason: null, askedAt: at(5), runningSince: at(1) });
  const stopped = confirmStopped(stopping, { at: at(6), cancelled: ['T1x1', 'T1x2'], filledMeanwhile: ['T1x3'] });
  expect(stopped).toEqual({
    kind: 'stopped',
    receipt: {
      askedAt: at(5),
      by: 'user-1',
      reason: null,
      cancelled: ['T1x1', 'T1x2'],
      filledMeanwhile: ['T1x3'],
      confirmedAt: at(6),
    },
  });
});

test('a bot that stops itself says why', () => {
  const stopping = requestStop({ kind: 'running', since: at(0) }, { by: 'automatic', at: at(1), reason: 'valueTooSmall' });
  expect(confirmStopped(stopping, { at: at(2), ...nothing }).receipt).toMatchObject({ by: 'automatic', reason: 'valueTooSmall' });
});

describe('requests and confirmations that cross', () => {
  const asked = requestStop(requestStart(neverStarted, { by: 'u', at: at(0) }), { by: 'u', at: at(1) });

  test('asked to stop before it ran, a bot stays stopping when it is confirmed to run', () => {
    expect(confirmRunning(asked, { at: at(2) })).toEqual({ ...asked, runningSince: at(2) });
  });

  test('asked to stop before it took its share, a bot has none while it stops; one that took it keeps it until then', () => {
    const stop = { by: 'u', at: at(1) };
    const rebalancing = requestRebalance(neverStarted, { ...stop, rebalanceId: 'one' });
    expect([asked, requestStop(rebalancing, stop)].map(hasShare)).toEqual([false, false]);
    const planned = { ...rebalancing, steps: [] };
    const again = { ...rebalancing, round: 1 };
    const running = { kind: 'running', since: at(0) } as const;
    expect([planned, again, running].map((phase) => hasShare(requestStop(phase, stop)))).toEqual([true, true, true]);
  });

  test('the first to ask for a stop stands', () => {
    expect(requestStop(asked, { by: 'somebody else', at: at(3) })).toBe(asked);
  });

  test('to stop what has stopped is no error', () => {
    expect(requestStop(neverStarted, { by: 'u', at: at(0) })).toBe(neverStarted);
  });

  test('a second confirmation does not move the start', () => {
    const running = confirmRunning({ kind: 'starting', by: 'u', askedAt: at(0) }, { at: at(1) });
    expect(confirmRunning(running, { at: at(9) })).toBe(running);
  });
});

describe('what is refused', () => {
  const starting: BotPhase = { kind: 'starting', by: 'u', askedAt: at(0) };
  const running: BotPhase = { kind: 'running', since: at(0) };
  const rebalancing = requestRebalance(neverStarted, { rebalanceId: 'r', by: 'u', at: at(0) });
  const stopping: BotPhase = { kind: 'stopping', by: 'u', askedAt: at(0), reason: null, runningSince: null };

  test.each([
    { state: starting, code: 'botRunning' },
    { state: running, code: 'botRunning' },
    { state: rebalancing, code: 'rebalanceUnderWay' },
    { state: stopping, code: 'botStopping' },
  ])('a bot that is $state.kind is neither started nor rebalanced', ({ state, code }) => {
    const asked = { by: 'u', at: at(1) };
    expect(() => requestStart(state, asked)).toThrow(expect.objectContaining({ code }));
    expect(() => requestRebalance(state, { ...asked, rebalanceId: 'r' })).toThrow(expect.objectContaining({ code }));
  });

  test('what cannot have happened is a fault of ours', () => {
    expect(() => confirmRunning(neverStarted, { at: at(0) })).toThrow(/was confirmed to be running/);
    expect(() => confirmStopped(running, { at: at(0), ...nothing })).toThrow('a running bot was confirmed to have stopped');
  });
});

test('whatever is asked and confirmed in whatever order, only a stop leads to stopped, with a receipt of it', () => {
  const steps = fc.array(fc.constantFrom('start', 'run', 'stop', 'stopped'), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (names) => {
      let state: BotPhase = neverStarted;
      for (const [minute, name] of names.entries()) {
        const before: BotPhase = state;
        state = step(before, name, at(minute));
        expect(`${before.kind} ${state.kind}`).toMatch(
          /^(\w+) \1$|^stopped starting$|^starting (running|stopping)$|^running stopping$|^stopping stopped$/,
        );
        expect(isActive(state)).toBe(state.kind === 'starting' || state.kind === 'running');
      }
    }),
  );
});

function step(state: BotPhase, name: string, moment: Date): BotPhase {
  try {
    if (name === 'start') return requestStart(state, { by: 'u', at: moment });
    if (name === 'run') return confirmRunning(state, { at: moment });
    if (name === 'stop') return requestStop(state, { by: 'u', at: moment });
    return confirmStopped(state, { at: moment, ...nothing });
  } catch {
    return state;
  }
}
