import type { BotPhase } from '@tenbin/bots';
import type { Difference } from './difference.ts';
import { ofBot } from './differences.ts';

/** What was asked of a bot, and when. */
export interface Wanted {
  readonly active: boolean;
  readonly since: Date;
}

/** A worker does it within seconds; an exchange that is away delays it, and a stop waits for what it says. */
const unmetForMs = 5 * 60_000;

/** Whether a bot does what was asked of it long ago. Pure. */
export function compareState(phase: BotPhase, { active, since }: Wanted, { now }: { readonly now: Date }): Difference[] {
  const isAsAsked = active ? phase.kind !== 'stopped' : phase.kind === 'stopped' || phase.kind === 'rebalancing';
  if (isAsAsked || now.getTime() - since.getTime() < unmetForMs) return [];
  const expected = { state: active ? ('running' as const) : ('stopped' as const), amount: null };
  return [ofBot('stateDiffers', { expected, found: { state: phase.kind, amount: null }, since, remedy: 'workerAsked' })];
}
