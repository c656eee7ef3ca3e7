/** Moments at which a small line reads its figures. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The longest that a small line looks back. */
export const maxTrendMs = 30 * dayMs;
const steps = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 12 * hourMs, dayMs, 3 * dayMs];
const maxPoints = 12;

/**
 * Up to twelve moments over the last 30 days, or since the start where that is later. They lie on whole steps, so that
 * those in the past stay the same and need to be read only once.
 */
export function trendMoments(start: number, now: number): number[] {
  const from = Math.max(start, now - maxTrendMs);
  const step = steps.find((length) => (now - from) / length <= maxPoints) ?? 3 * dayMs;
  const moments: number[] = [];
  for (let at = Math.floor(now / step) * step; at > from; at -= step) moments.unshift(at);
  return moments;
}
