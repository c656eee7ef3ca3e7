import { describe, expect, test } from 'vitest';
import { type MailRule, mailPauseMs, mailsThatCount } from './mail-pause.ts';

const minutes = (count: number): number => count * 60_000;
const hours = (count: number): number => minutes(60 * count);
const start = Date.UTC(2026, 0, 5);

/** Somebody asks for as many mails as they can get, until `end`. @returns when each was sent, in ms from the start */
function mailedUntil(end: number, rule?: MailRule): number[] {
  const sent: number[] = [];
  for (let now = start; now < start + end; ) {
    const pause = mailPauseMs(sent, now, rule);
    if (pause === 0) sent.push(now);
    now += Math.max(pause, 1);
  }
  return sent.map((at) => at - start);
}

describe('an address that is mailed again and again', () => {
  test('has growing pauses, and ten mails in 24 hours', () => {
    const inMinutes = mailedUntil(hours(24)).map((at) => Math.round(at / minutes(1)));
    expect(inMinutes).toEqual([0, 1, 3, 8, 23, 53, 113, 173, 233, 293]);
  });

  test('gets none after three days, until a week has passed since the last', () => {
    const sent = mailedUntil(hours(24 * 14));
    const first = sent.filter((at) => at < hours(72));
    expect(first).toHaveLength(30);
    expect(sent[30]).toBe((first.at(-1) ?? 0) + hours(24 * 7));
  });
});

test('where it never rests, there are ten mails in any 24 hours for ever, and no more of them are counted', () => {
  const sent = mailedUntil(hours(24 * 14), { rests: false });
  for (const [index, at] of sent.slice(10).entries()) expect(at - (sent[index] ?? 0)).toBeGreaterThanOrEqual(hours(24));
  expect(sent.filter((at) => at >= hours(24 * 13))).toHaveLength(10);
  const now = start + hours(24 * 14);
  expect(
    mailsThatCount(
      sent.map((at) => start + at),
      now,
      { rests: false },
    ).length,
  ).toBeLessThanOrEqual(10);
});

test('the first mail waits for nothing, and one that was sent long ago neither', () => {
  expect(mailPauseMs([], start)).toBe(0);
  expect(mailPauseMs([start], start)).toBe(minutes(1));
  expect(mailPauseMs([start], start + minutes(1))).toBe(0);
  expect(mailPauseMs([start, start + minutes(1)], start + hours(25))).toBe(0);
});

test('a week without a mail makes all of them forgotten', () => {
  expect(mailsThatCount([start], start + hours(24 * 7) - 1)).toEqual([start]);
  expect(mailsThatCount([start], start + hours(24 * 7))).toEqual([]);
});
