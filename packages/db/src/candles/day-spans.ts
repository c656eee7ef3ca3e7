import type { DaySpan } from './candle-store.ts';

const dayMs = 86_400_000;

/** A span in parts of so many days. */
export function daySpans({ first, last }: DaySpan, daysAtOnce: number): DaySpan[] {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const nameOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const parts: DaySpan[] = [];
  for (let at = from; at <= to; at += daysAtOnce * dayMs)
    parts.push({ first: nameOf(at), last: nameOf(Math.min(to, at + (daysAtOnce - 1) * dayMs)) });
  return parts;
}
