import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tradeVirtualDay } from '../testing/virtual-day.ts';

/** What would wait for the machine. */
const ofTheMachine = () => [
  ...(['setTimeout', 'setInterval', 'setImmediate'] as const).map((name) => vi.spyOn(globalThis, name)),
  vi.spyOn(Socket.prototype, 'connect'),
];
let spies: ReturnType<typeof ofTheMachine>;

beforeEach(() => {
  spies = ofTheMachine();
});
afterEach(() => vi.restoreAllMocks());

test('a day of a bot, of ccxt and of the virtual exchange is the same for the same seed, without a timer or socket of the machine', async () => {
  const first = await tradeVirtualDay(7);
  const again = await tradeVirtualDay(7);
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0]);
  expect(first.trades).toBeGreaterThan(20);
  expect(again.trace).toEqual(first.trace);
  const other = await tradeVirtualDay(8, { hours: 6 });
  expect(other.trades).toBeGreaterThan(0);
  expect(other.trace).not.toEqual(first.trace);
});
