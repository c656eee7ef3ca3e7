/** No more than so many in any window of this length. */
export interface TurnRule {
  readonly most: number;
  readonly windowMs: number;
}

/**
 * When the next turns come, so that no window of any rule ever holds too many.
 *
 * @param agesMs - how long ago the last turns were taken, oldest first; no fewer than the longest window holds
 * @returns as many as were asked for, in ms from now, not falling; 0 is at once
 */
export function nextTurns(agesMs: readonly number[], rules: readonly TurnRule[], count: number): number[] {
  const times = agesMs.map((age) => -age);
  for (let left = count; left > 0; left -= 1) {
    const free = rules.map(({ most, windowMs }) => (times[times.length - most] ?? Number.NEGATIVE_INFINITY) + windowMs);
    times.push(Math.max(0, times.at(-1) ?? 0, ...free));
  }
  return times.slice(agesMs.length);
}
