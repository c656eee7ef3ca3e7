/**
 * The number of a private call where each must be greater than the one before: by the clock, in thousandths of a
 * millisecond, so that a process that begins later goes on above. The last three digits tell processes apart: two that call
 * with one key in the same millisecond do not use the same number.
 *
 * @param now - in ms
 * @param mark - this process's own, 0 to 999
 */
export function risingNonce(now: () => number, mark: number): () => number {
  let lastMs = 0;
  return () => {
    lastMs = Math.max(lastMs + 1, now());
    return lastMs * 1000 + mark;
  };
}
