import { drawFrom } from './draw.ts';
import { type Happening, troubleMs } from './happening.ts';

/** All rounds of the moment share a restart: nearly every wave of twenty has one, and of the server some three. */
const share = 0.04;
const shareOfServers = 0.18;

/**
 * PostgreSQL itself is ended and comes back, and so is the server. They have a draw of their own: what else a seed says about a
 * round stays.
 *
 * @param only - as in `planRound`
 */
export function planRestarts(seed: number, only: readonly string[] | null): Happening[] {
  const draw = drawFrom(Math.imul(seed, 0x2545f491) >>> 0);
  const isRestarted = draw.chance(only?.includes('restartDatabase') ? 1 : share);
  const restart = { atMs: draw.whole(500, troubleMs - 1_500), crashes: draw.chance(0.7), awayMs: draw.whole(0, 1_500) };
  const isServerKilled = draw.chance(only?.includes('killServer') ? 1 : shareOfServers);
  const kill = { type: 'killServer', atMs: draw.whole(500, troubleMs - 1_500), awayMs: draw.whole(100, 2_000) } as const;
  return [...(isRestarted ? [{ type: 'restartDatabase', ...restart } as const] : []), ...(isServerKilled ? [kill] : [])];
}
