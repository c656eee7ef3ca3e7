import type { BotPhase } from './bot-phase.ts';

/**
 * All running time of a bot up to a moment, milliseconds; time while stopped does not count.
 *
 * @param ranMs - before the present run
 */
export function runningTime({ phase, ranMs }: { readonly phase: BotPhase; readonly ranMs: number }, now: Date): number {
  const since = phase.kind === 'running' ? phase.since : phase.kind === 'stopping' ? phase.runningSince : null;
  return ranMs + (since ? Math.max(0, now.getTime() - since.getTime()) : 0);
}
