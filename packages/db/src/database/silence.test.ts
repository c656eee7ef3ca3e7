import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Silence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function silenceOf(limitMs: number | null) {
  const end = vi.fn();
  return { silence: new Silence(limitMs, end), end };
}

test('a connection that owes an answer for too long is ended', () => {
  const { silence, end } = silenceOf(1000);
  silence.await();
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('one that owes none may be silent for ever', () => {
  const { silence, end } = silenceOf(1000);
  silence.await();
  silence.hear();
  vi.advanceTimersByTime(100_000);
  expect(end).not.toHaveBeenCalled();
});

test('answers that come one after the other are each waited for, not all of them together', () => {
  const { silence, end } = silenceOf(1000);
  for (let asked = 0; asked < 5; asked += 1) silence.await();
  for (let heard = 0; heard < 4; heard += 1) {
    vi.advanceTimersByTime(900);
    silence.hear();
  }
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(end).toHaveBeenCalledOnce();
});

test('a change of the schema takes as long as it takes', () => {
  const { silence, end } = silenceOf(null);
  silence.await();
  vi.advanceTimersByTime(3_600_000);
  expect(end).not.toHaveBeenCalled();
});
