import { VirtualRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

const never = new AbortController().signal;

async function turnsWithin(ms: number, { perSecond, lanes }: { perSecond: number; lanes: number }): Promise<number[]> {
  const runtime = new VirtualRuntime();
  const pace = new Pace(perSecond, runtime);
  const start = runtime.now().getTime();
  const turns: number[] = [];
  const ending = new AbortController();
  const lane = async () => {
    while (!ending.signal.aborted) {
      await pace.turn(ending.signal);
      if (!ending.signal.aborted) turns.push(runtime.now().getTime() - start);
    }
  };
  const all = Array.from({ length: lanes }, lane);
  await runtime.advance(ms);
  ending.abort();
  await Promise.all(all);
  return turns;
}

test.each([1, 2, 5])('ten a second are ten a second, evenly, with %i at work', async (lanes) => {
  const turns = await turnsWithin(2_050, { perSecond: 10, lanes });
  expect(turns).toEqual(Array.from({ length: 21 }, (_, index) => index * 100));
});

test('whoever comes late gets no more for it', async () => {
  const runtime = new VirtualRuntime();
  const pace = new Pace(1, runtime);
  await pace.turn(never);
  await runtime.advance(60_000);
  const heard: number[] = [];
  const begun = runtime.now().getTime();
  for (const _ of [1, 2]) void pace.turn(never).then(() => heard.push(runtime.now().getTime() - begun));
  await runtime.advance(5_000);
  expect(heard).toEqual([0, 1_000]);
});
