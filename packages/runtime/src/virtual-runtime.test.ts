import { expect, test } from 'vitest';
import { abortAfter, pause } from './pause.ts';
import { VirtualRuntime } from './virtual-runtime.ts';

test('time stands still until it is told to go on', async () => {
  const runtime = new VirtualRuntime({ startAt: new Date('2026-03-01T00:00:00Z') });
  expect([runtime.now().toISOString(), runtime.elapsedMs()]).toEqual(['2026-03-01T00:00:00.000Z', 0]);
  await runtime.advance(90_000);
  expect([runtime.now().toISOString(), runtime.elapsedMs()]).toEqual(['2026-03-01T00:01:30.000Z', 90_000]);
});

test('alarms go off in the order of their times, and of one time in the order in which they were set', async () => {
  const runtime = new VirtualRuntime();
  const received: string[] = [];
  const say = (what: string) => () => received.push(`${what} ${runtime.elapsedMs()}`);
  runtime.after(300, say('c'));
  runtime.after(100, say('a'));
  runtime.after(200, say('b1'));
  runtime.after(200, say('b2'));
  runtime.after(0, say('at once'));
  const cancel = runtime.after(250, say('never'));
  cancel();
  await runtime.advance(250);
  expect(received).toEqual(['at once 1', 'a 100', 'b1 200', 'b2 200']);
  await runtime.run();
  expect(received.at(-1)).toBe('c 300');
});

test('of a thousand alarms none is lost and none comes too early', async () => {
  const runtime = new VirtualRuntime({ seed: 4 });
  const received: number[] = [];
  const due = Array.from({ length: 1000 }, () => 1 + Math.floor(500 * runtime.random()));
  for (const ms of due) runtime.after(ms, () => received.push(ms));
  await runtime.run();
  expect(received).toEqual(due.toSorted((a, b) => a - b));
});

test('what waits for nothing goes on before the next alarm: promises first, then what was put off', async () => {
  const runtime = new VirtualRuntime();
  const received: string[] = [];
  runtime.after(10, async () => {
    runtime.soon(() => received.push('put off'));
    for (let step = 1; step <= 3; step += 1) {
      await Promise.resolve();
      received.push(`step ${step}`);
    }
  });
  runtime.after(10, () => received.push('next alarm'));
  await runtime.advance(10);
  expect(received).toEqual(['step 1', 'step 2', 'step 3', 'put off', 'next alarm']);
});

test('what is to come again and again comes until it is taken back, be it by itself', async () => {
  const runtime = new VirtualRuntime();
  let count = 0;
  const cancel = runtime.every(1000, () => {
    count += 1;
    if (count === 5) cancel();
  });
  await runtime.advance(3999);
  expect(count).toBe(3);
  await runtime.run();
  expect([count, runtime.elapsedMs()]).toEqual([5, 5000]);
});

test('work is brought to its end, whatever it waits for on the way', async () => {
  const runtime = new VirtualRuntime();
  const work = async () => {
    await pause(runtime, 86_400_000);
    return 'done';
  };
  expect(await runtime.until(work(), 86_400_000)).toBe('done');
  await expect(runtime.until(new Promise(() => {}))).rejects.toThrow('no alarm is set');
  runtime.every(1000, () => {});
  await expect(runtime.until(new Promise(() => {}), 60_000)).rejects.toThrow('not done after 60000 ms');
  await expect(runtime.run(60_000)).rejects.toThrow('still set');
});

test('a pause ends early by its signal, and a signal fires by itself', async () => {
  const runtime = new VirtualRuntime();
  await runtime.until(pause(runtime, 60_000, { signal: abortAfter(runtime, 500) }));
  expect(runtime.elapsedMs()).toBe(500);
  await runtime.run();
  expect(runtime.elapsedMs()).toBe(500);
});

test('the same seed gives the same chances and ids, another seed others, and later ids sort later', () => {
  const draw = (seed: number) => {
    const runtime = new VirtualRuntime({ seed });
    return [runtime.random(), runtime.newId(), runtime.newId(), runtime.random()];
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(8)).not.toEqual(draw(7));
  const [, first = '', second = ''] = draw(7).map(String);
  expect(first < second).toBe(true);
});
