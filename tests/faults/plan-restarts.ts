import { drawFrom } from './draw.ts';
import { type Happening, troubleMs } from './happening.ts';

/** All rounds of the moment share a restart: nearly every wave of twenty has one. */
const share = 0.04;

/**
 * PostgreSQL itself is ended and comes back. It has a draw of its own: what else a seed says about a round stays.
 *
 * @param only - as in `planRound`
 */
export function planRestarts(seed: number, only: readonly string[] | null): Happening[] {
  const draw = drawFrom(Math.imul(seed, 0x2545f491) >>> 0);
  const isRestarted = draw.chance(only?.includes('restartDatabase') ? 1 : share);
  const restart = { atMs: draw.whole(500, troubleMs - 1_500), crashes: draw.chance(0.7), awayMs: draw.whole(0, 1_500) };
  return isRestarted ? [{ type: 'restartDatabase', ...restart }] : [];
}
