const firstMs = 250;
const maxMs = 30_000;

/** A connection that lived this long was a working one: after it the attempts are counted anew. */
export const steadyAfterMs = 10_000;

/**
 * How long to wait before the next attempt to reconnect: a quarter of a second, doubled each time, at most half a
 * minute, shortened by up to half so that many accounts do not return in the same instant.
 *
 * @param attempt - 0 for the first after a working connection
 * @param chance - 0 to 1
 */
export function backOffMs(attempt: number, chance: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));
  return Math.round(full * (1 - chance / 2));
}
