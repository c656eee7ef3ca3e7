/**
 * `toGrid` of the market package for a hot loop: how many whole steps a number of steps comes to.
 *
 * Both are given `value / step` as a double, off by at most a few units in its last place. As there, a value closer to
 * a step than a billionth of itself is that step. Where the double is too close to a decision to make it (within a
 * thousandth of that billionth, or beyond 400 million steps) the answer is -1, and the exact way must be asked.
 */
const closeness = 1e-9;
const margin = 1e-12;
const tooMany = 4e8;

/** @returns whole steps at or above, -1 where doubles cannot tell */
export function stepsUp(steps: number): number {
  const lower = Math.floor(steps);
  const over = steps - lower;
  const slack = steps * closeness;
  if (!(Math.abs(over - slack) > steps * margin && steps < tooMany)) return -1;
  return over < slack ? lower : lower + 1;
}

/** @returns whole steps at or below, -1 where doubles cannot tell */
export function stepsDown(steps: number): number {
  const lower = Math.floor(steps);
  const under = lower + 1 - steps;
  const slack = steps * closeness;
  if (!(Math.abs(under - slack) > steps * margin && steps < tooMany)) return -1;
  return under < slack ? lower + 1 : lower;
}
