import { type DesiredBot, lifecycleOf } from '@tenbin/bots';
import type { Difference } from './difference.ts';
import { ofBot } from './differences.ts';

/** What is stored of a bot and of what was asked of it, read at once, and when that was asked. */
export interface Wanted extends DesiredBot {
  readonly since: Date;
}

/** A worker does it within seconds; an exchange that is away delays it, and a stop waits for what it says. */
const unmetForMs = 5 * 60_000;

/** Whether a bot does what was asked of it long ago. Pure. */
export function compareState(bot: Wanted, { now }: { readonly now: Date }): Difference[] {
  const { shown, next } = lifecycleOf(bot);
  const { active, rebalanceId, phase, since } = bot;
  const isAsAsked = next.length === 0 && shown !== 'stopping';
  if (isAsAsked || now.getTime() - since.getTime() < unmetForMs) return [];
  const wanted = rebalanceId !== null ? 'rebalancing' : active ? 'running' : 'stopped';
  const expected = { state: wanted, amount: null } as const;
  return [ofBot('stateDiffers', { expected, found: { state: phase.kind, amount: null }, since, remedy: 'workerAsked' })];
}
