import type { BotPhase } from './bot-phase.ts';
import { BotsError } from './bots-error.ts';

/** How a user's bots stand taken together: the filter of an administrator's list. */
export const botStatuses = ['stopped', 'running-all', 'running-someone', 'has-no-bot'] as const;
export type BotStatus = (typeof botStatuses)[number];

/** @param running - of each of the user's bots, whether it is running */
export function botStatusOf(running: readonly boolean[]): BotStatus {
  if (running.length === 0) return 'has-no-bot';
  if (running.every((one) => one)) return 'running-all';
  return running.some((one) => one) ? 'running-someone' : 'stopped';
}

/**
 * What follows from what is wanted of a bot and what it does. The server writes requests, the worker what is so; screens show
 * both as one. What holds for every answer:
 *
 * 1. Where nothing is to be done next, what is shown is what it does.
 * 2. What may be changed is at rest: nothing is wanted of it, and nothing is to be done.
 * 3. A rebalance goes before a start, and a stop before both.
 */

export interface DesiredBot {
  /** It is wanted to run. */
  readonly active: boolean;
  /** The rebalance that is wanted, or under way. */
  readonly rebalanceId: string | null;
  /** Who does not wait for the end of its stop any longer. */
  readonly forcedBy?: string | null;
  readonly phase: { readonly kind: BotPhase['kind'] };
}

type Refused = 'botRunning' | 'botStopping' | 'rebalanceUnderWay';

export interface BotLifecycle {
  /** What it does, as screens tell it: a request that no worker has acted on yet already shows. */
  readonly shown: BotPhase['kind'];
  /** What its worker does now, in this order. */
  readonly next: readonly ('rebalance' | 'start' | 'stop' | 'forceStop')[];
  /** Why its user may not ask for it; null: they may. To ask for what is so already is allowed. */
  readonly refused: {
    readonly start: Refused | null;
    /** The same for changing, deleting and rebalancing it: it must be at rest. */
    readonly change: Refused | null;
  };
}

export function lifecycleOf(bot: DesiredBot): BotLifecycle {
  const shown = shownOf(bot);
  const isBusy = shown === 'stopping' || (bot.phase.kind === 'stopping' && !bot.active);
  return {
    shown,
    next: nextOf(bot),
    refused: {
      start: bot.phase.kind === 'stopping' || (isBusy && !bot.active) ? 'botStopping' : null,
      change: bot.rebalanceId !== null ? 'rebalanceUnderWay' : isBusy ? 'botStopping' : shown === 'stopped' ? null : 'botRunning',
    },
  };
}

function shownOf({ active, rebalanceId, phase: { kind } }: DesiredBot): BotPhase['kind'] {
  if (kind === 'rebalancing') return rebalanceId === null ? 'stopping' : 'rebalancing';
  if (kind === 'stopped' && rebalanceId !== null) return 'rebalancing';
  if (active) return kind === 'stopped' ? 'starting' : kind;
  return kind === 'stopped' ? 'stopped' : 'stopping';
}

function nextOf({ active, rebalanceId, forcedBy = null, phase: { kind } }: DesiredBot): BotLifecycle['next'] {
  if (kind === 'stopped') return rebalanceId !== null ? ['rebalance'] : active ? ['start'] : [];
  const isStopped = kind === 'rebalancing' ? rebalanceId === null : kind !== 'stopping' && !active;
  return [...(isStopped ? (['stop'] as const) : []), ...(forcedBy !== null ? (['forceStop'] as const) : [])];
}

/** The API's `isRunning`: wanted, and not waiting for a rebalance. Whose plan ends has the request taken back within a minute. */
export const isRunning = ({ active, rebalanceId }: Pick<DesiredBot, 'active' | 'rebalanceId'>): boolean => active && rebalanceId === null;

/** Whether its user wants nothing of it, and it does nothing. @throws {DomainError} `botRunning`, `botStopping`, `rebalanceUnderWay` */
export function requireAtRest(bot: DesiredBot): void {
  const { change } = lifecycleOf(bot).refused;
  if (change !== null) throw new BotsError(change);
}
