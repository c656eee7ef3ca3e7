/**
 * What a bot is doing, and what may follow.
 *
 * ```
 * stopped ──requestStart──▶ starting ──confirmRunning──▶ running
 *  ▲ │ ▲                        │                           │
 *  │ │ ├──confirmStopped── stopping ◀───────requestStop─────┘
 *  │ │ └──forceStopped─────┘  ▲
 *  │ │                          │
 *  │ └─requestRebalance─▶ rebalancing
 *  └───────endRebalance─────────┘
 * ```
 *
 * The server writes what is requested (starting, stopping), the worker what is so (running, stopped). So a request may cross
 * a confirmation on the way: a request to stop wins, and asking to stop twice is no error.
 */
import type { BotErrorCode } from './bot-error.ts';
import { BotsError } from './bots-error.ts';
import type { RebalanceStep } from './rebalance.ts';
import type { ForcedStop } from './stop.ts';

/** `automatic` where a bot stopped itself. */
export type AskedBy = 'automatic' | (string & {});

/** What stopping did, once the exchange confirmed that none of the bot's orders is open, or its owner would wait no longer. */
export interface StopReceipt {
  readonly askedAt: Date;
  /** The id of who asked. */
  readonly by: AskedBy;
  /** Null where somebody asked for it. */
  readonly reason: BotErrorCode | null;
  /** Client order ids. */
  readonly cancelled: readonly string[];
  /** Client order ids of orders that were filled between asking and confirming. */
  readonly filledMeanwhile: readonly string[];
  /** Null where it was forced. */
  readonly confirmedAt: Date | null;
  /** Absent where the exchange confirmed it. */
  readonly forced?: ForcedStop;
}

/** What happened to orders between asking for a stop and its end, by client order id. */
export interface DuringStop {
  readonly cancelled: readonly string[];
  /** Wholly or in part. */
  readonly filled: readonly string[];
}

export type BotPhase =
  | { readonly kind: 'stopped' /** Null before the first start. */; readonly receipt: StopReceipt | null }
  | { readonly kind: 'starting'; readonly askedAt: Date; readonly by: AskedBy }
  | { readonly kind: 'running'; readonly since: Date }
  | {
      /** Makes the wallet even; it places none of the bot's own orders meanwhile. */
      readonly kind: 'rebalancing';
      readonly askedAt: Date;
      readonly by: AskedBy;
      readonly rebalanceId: string;
      /** How many plans were made before this one: prices move while a plan is carried out. */
      readonly round: number;
      /** Null until planned. */
      readonly steps: readonly RebalanceStep[] | null;
    }
  | {
      readonly kind: 'stopping';
      readonly askedAt: Date;
      readonly by: AskedBy;
      readonly reason: BotErrorCode | null;
      /** Null where it was asked to stop before it ran. */
      readonly runningSince: Date | null;
      /** It was asked to stop before it had taken its share. */
      readonly holdsNothing?: true;
    };

type In<K extends BotPhase['kind']> = Extract<BotPhase, { kind: K }>;

export const neverStarted: In<'stopped'> = { kind: 'stopped', receipt: null };

/** @throws {DomainError} `botRunning`, `botStopping`, `rebalanceUnderWay` */
export function requestStart(phase: BotPhase, { by, at }: { by: AskedBy; at: Date }): In<'starting'> {
  requireStopped(phase);
  return { kind: 'starting', askedAt: at, by };
}

/** @throws {DomainError} `botRunning`, `botStopping`, `rebalanceUnderWay` */
export function requestRebalance(
  phase: BotPhase,
  { rebalanceId, by, at }: { rebalanceId: string; by: AskedBy; at: Date },
): In<'rebalancing'> {
  requireStopped(phase);
  return { kind: 'rebalancing', askedAt: at, by, rebalanceId, round: 0, steps: null };
}

/** Every order of it has ended. */
export function endRebalance(phase: BotPhase): In<'stopped'> {
  if (phase.kind !== 'rebalancing') throw new Error(`a ${phase.kind} bot was said to have been rebalanced`);
  return { kind: 'stopped', receipt: null };
}

/** The worker has its orders on the exchange. Asked to stop meanwhile, the bot stays stopping. */
export function confirmRunning(phase: BotPhase, { at }: { at: Date }): In<'running'> | In<'stopping'> {
  switch (phase.kind) {
    case 'starting':
      return { kind: 'running', since: at };
    case 'stopping':
      return { ...phase, runningSince: phase.runningSince ?? at };
    case 'running':
      return phase;
    case 'stopped':
    case 'rebalancing':
      throw new Error(`a ${phase.kind} bot was confirmed to be running`);
    default:
      return neverPhase(phase);
  }
}

/** Never refused: who asks to stop a bot that stops, or has stopped, has what they want. The first to ask stands. */
export function requestStop(
  phase: BotPhase,
  { by, at, reason = null }: { by: AskedBy; at: Date; reason?: BotErrorCode | null },
): In<'stopping'> | In<'stopped'> {
  switch (phase.kind) {
    case 'starting':
    case 'rebalancing':
      return { kind: 'stopping', askedAt: at, by, reason, runningSince: null, ...(!hasShare(phase) && { holdsNothing: true }) };
    case 'running':
      return { kind: 'stopping', askedAt: at, by, reason, runningSince: phase.since };
    case 'stopping':
    case 'stopped':
      return phase;
    default:
      return neverPhase(phase);
  }
}

/** Nothing of ours is open any more. Only a stopping bot can be confirmed to have stopped; else we are wrong. */
export function confirmStopped(
  phase: BotPhase,
  { at, cancelled, filledMeanwhile }: { at: Date; cancelled: readonly string[]; filledMeanwhile: readonly string[] },
): In<'stopped'> {
  if (phase.kind !== 'stopping') throw new Error(`a ${phase.kind} bot was confirmed to have stopped`);
  const { askedAt, by, reason } = phase;
  return { kind: 'stopped', receipt: { askedAt, by, reason, cancelled, filledMeanwhile, confirmedAt: at } };
}

/** It ends without the exchange's confirmation, because its owner said so. Only a stopping bot can; else we are wrong. */
export function forceStopped(
  phase: BotPhase,
  { forced, cancelled, filledMeanwhile }: { forced: ForcedStop; cancelled: readonly string[]; filledMeanwhile: readonly string[] },
): In<'stopped'> {
  if (phase.kind !== 'stopping') throw new Error(`a ${phase.kind} bot was forced to stop`);
  const { askedAt, by, reason } = phase;
  return { kind: 'stopped', receipt: { askedAt, by, reason, cancelled, filledMeanwhile, confirmedAt: null, forced } };
}

/** When a stop ended, however it did. */
export const endOfStop = ({ askedAt, confirmedAt, forced }: StopReceipt): Date => confirmedAt ?? forced?.at ?? askedAt;

/** Whether its user wants it to run: the API's `active`. */
export const isActive = (phase: BotPhase): boolean => phase.kind === 'starting' || phase.kind === 'running';

/** Whether it waits for a moment in which its share of the wallet can be told. */
export const isTakingShare = (phase: BotPhase): boolean =>
  phase.kind === 'starting' || (phase.kind === 'rebalancing' && phase.steps === null);

/** Whether something of the wallet is its own. A stopped bot holds nothing: what it had is simply in the wallet. */
export function hasShare(phase: BotPhase): boolean {
  switch (phase.kind) {
    case 'stopped':
    case 'starting':
      return false;
    case 'running':
      return true;
    case 'rebalancing':
      return phase.steps !== null || phase.round > 0;
    case 'stopping':
      return !phase.holdsNothing;
    default:
      return neverPhase(phase);
  }
}

function requireStopped({ kind }: BotPhase): void {
  if (kind === 'stopped') return;
  throw new BotsError(kind === 'stopping' ? 'botStopping' : kind === 'rebalancing' ? 'rebalanceUnderWay' : 'botRunning');
}

function neverPhase(phase: never): never {
  throw new Error(`unknown phase ${JSON.stringify(phase)}`);
}
