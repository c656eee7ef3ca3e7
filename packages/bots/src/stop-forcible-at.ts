import { type DesiredBot, lifecycleOf } from './bot-lifecycle.ts';
import type { BotPhase } from './bot-phase.ts';

/** So long a stop must have lasted before its owner may force it: until then every order that may arrive has arrived. */
const stopForcibleAfterMs = 60_000;

/**
 * From when on the owner may force a stop; null where the bot is not being stopped.
 *
 * @param bot - `requestedAt`: when the stop was asked for; a worker that is not there has not noted it yet
 */
export function stopForcibleAt(bot: DesiredBot & { readonly phase: BotPhase; readonly requestedAt: Date | null }): Date | null {
  if (lifecycleOf(bot).shown !== 'stopping') return null;
  const askedAt = bot.phase.kind === 'stopping' ? bot.phase.askedAt : bot.requestedAt;
  return askedAt && new Date(askedAt.getTime() + stopForcibleAfterMs);
}
