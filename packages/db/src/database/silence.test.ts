import { VirtualRuntime } from '@tenbin/runtime';
import { expect, test, vi } from 'vitest';
import { Silence } from './silence.ts';

function silenceOf(limitMs: number | null) {
  const end = vi.fn();
  const runtime = new VirtualRuntime();
  return { silence: new Silence(runtime, limitMs, end), end, pass: (ms: number) => runtime.advance(ms) };
}

test('a connection that owes an answer for too long is ended', async () => {
  const { silence, end, pass } = silenceOf(1000);
  silence.await();
  await pass(999);
  expect(end).not.toHaveBeenCalled();
  await pass(1);
  expect(end).toHaveBeenCalledOnce();
});

test('one that owes none may be silent for ever', async () => {
  const { silence, end, pass } = silenceOf(1000);
  silence.await();
  silence.onAnswer();
  await pass(100_000);
  expect(end).not.toHaveBeenCalled();
});

test('answers that come one after the other are each waited for, not all of them together', async () => {
  const { silence, end, pass } = silenceOf(1000);
  for (let asked = 0; asked < 5; asked += 1) silence.await();
  for (let answers = 0; answers < 4; answers += 1) {
    await pass(900);
    silence.onAnswer();
  }
  expect(end).not.toHaveBeenCalled();
  await pass(1000);
  expect(end).toHaveBeenCalledOnce();
});

test('a change of the schema takes as long as it takes', async () => {
  const { silence, end, pass } = silenceOf(null);
  silence.await();
  await pass(3_600_000);
  expect(end).not.toHaveBeenCalled();
});
