import type { FaultInput } from '@tenbin/exchange-virtual';
import type { Currency, Decimal, PairName } from '@tenbin/market';
import type { DeskHappening } from './desk-act.ts';

/** How long things go wrong in a round. */
export const troubleMs = 10_000;

/** Something that happens at a moment of the round. */
export type Happening =
  | { readonly type: 'fault'; readonly atMs: number; readonly fault: FaultInput }
  | { readonly type: 'killWorker'; readonly atMs: number; readonly worker: number; readonly awayMs: number }
  /** The worker that has the bot in hand at that moment, or the round's desk. */
  | { readonly type: 'killOwner'; readonly atMs: number; readonly bot: number | 'desk'; readonly awayMs: number }
  | { readonly type: 'killVenue'; readonly atMs: number; readonly awayMs: number }
  | { readonly type: 'killServer'; readonly atMs: number; readonly awayMs: number }
  | { readonly type: 'cutDatabase'; readonly atMs: number }
  /** PostgreSQL itself is ended, in order or as by a crash, and comes back. */
  | { readonly type: 'restartDatabase'; readonly atMs: number; readonly crashes: boolean; readonly awayMs: number }
  /** A pair is halted, for all rounds that trade it, and trades again after a while. */
  | { readonly type: 'halt'; readonly atMs: number; readonly pair: PairName; readonly forMs: number }
  /** A pair of the round's own coin is gone for good. */
  | { readonly type: 'delist'; readonly atMs: number; readonly pair: PairName }
  /** Somebody makes another key for an account, and revokes it after a while. */
  | { readonly type: 'otherKey'; readonly atMs: number; readonly account: string; readonly forMs: number }
  /** Somebody takes money out of a desk's account, outside of us: more than none of its virtual accounts has. */
  | { readonly type: 'withdraw'; readonly atMs: number; readonly account: string; readonly currency: Currency; readonly amount: Decimal }
  /** The bot's wallet is to be made even, and the bot started with it. */
  | { readonly type: 'rebalance'; readonly atMs: number; readonly bot: number }
  /** Another bot of an account is started, whose orders meet those of the first. */
  | { readonly type: 'join'; readonly atMs: number; readonly bot: number }
  | DeskHappening;

/** What a happening is called: a fault, and what an operator does, by its own type. */
export function nameOf(one: Happening): string {
  if (one.type === 'fault') return one.fault.type;
  return one.type === 'desk' ? one.act.type : one.type;
}
