import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { botStatusOf, type DesiredBot, isRunning, lifecycleOf, requireAtRest } from './bot-lifecycle.ts';

const desired = fc.record({
  active: fc.boolean(),
  rebalanceId: fc.constantFrom(null, 'r'),
  forcedBy: fc.constantFrom(null, 'u'),
  phase: fc.record({ kind: fc.constantFrom('stopped', 'starting', 'running', 'rebalancing', 'stopping') }),
});
const always = (check: (bot: DesiredBot) => void) => fc.assert(fc.property(desired, check));

describe('whatever is wanted of a bot, and whatever it does', () => {
  test('where nothing is to be done next, what is shown is what it does', () => {
    always((bot) => {
      const { next, shown } = lifecycleOf({ ...bot, forcedBy: null });
      expect(next.length > 0 || shown === bot.phase.kind).toBe(true);
    });
  });

  test('what may be changed is at rest: nothing is wanted of it, and nothing is to be done', () => {
    always((bot) => {
      const isAtRest = !bot.active && bot.rebalanceId === null && bot.phase.kind === 'stopped';
      const { refused, next } = lifecycleOf(bot);
      expect(refused.change === null).toBe(isAtRest);
      expect(isAtRest && next.length > 0).toBe(false);
    });
  });

  test('a rebalance goes before a start, and a stop before both', () => {
    always((bot) => {
      const { next } = lifecycleOf(bot);
      const wanted = bot.rebalanceId !== null ? ['rebalance'] : bot.active ? ['start'] : [];
      const begun = next.filter((one) => one === 'start' || one === 'rebalance');
      expect(bot.phase.kind === 'stopped' ? next : begun).toEqual(bot.phase.kind === 'stopped' ? wanted : []);
    });
  });
});

test.each([
  ['stopped', { active: true }, 'starting', ['start'], null, 'botRunning'],
  ['stopped', { rebalanceId: 'r' }, 'rebalancing', ['rebalance'], null, 'rebalanceUnderWay'],
  ['running', { active: true }, 'running', [], null, 'botRunning'],
  ['running', {}, 'stopping', ['stop'], 'botStopping', 'botStopping'],
  ['starting', {}, 'stopping', ['stop'], 'botStopping', 'botStopping'],
  ['rebalancing', {}, 'stopping', ['stop'], 'botStopping', 'botStopping'],
  ['rebalancing', { rebalanceId: 'r', active: true }, 'rebalancing', [], null, 'rebalanceUnderWay'],
  ['stopping', {}, 'stopping', [], 'botStopping', 'botStopping'],
  ['stopping', { forcedBy: 'u' }, 'stopping', ['forceStop'], 'botStopping', 'botStopping'],
  ['stopping', { active: true }, 'stopping', [], 'botStopping', 'botStopping'],
] as const)('a bot that is %s, of which %j is wanted, shows as %s', (kind, given, shown, next, start, change) => {
  const bot = { active: false, rebalanceId: null, forcedBy: null, ...given, phase: { kind } };
  expect(lifecycleOf(bot)).toEqual({ shown, next, refused: { start, change } });
  expect(() => requireAtRest(bot)).toThrow(change);
});

test.each([
  { active: true, rebalanceId: null, runs: true },
  { active: true, rebalanceId: 'r', runs: false },
  { active: false, rebalanceId: null, runs: false },
])('wanted $active, rebalanced by $rebalanceId: running is $runs', ({ runs, ...given }) => {
  expect(isRunning(given)).toBe(runs);
});

test.each([
  { running: [], status: 'has-no-bot' },
  { running: [false, false], status: 'stopped' },
  { running: [true, false], status: 'running-someone' },
  { running: [true, true], status: 'running-all' },
])('a user whose bots run like $running is "$status"', ({ running, status }) => {
  expect(botStatusOf(running)).toBe(status);
});
