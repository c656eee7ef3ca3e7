import type { Reason } from './bot-effect.ts';
import type { RefusalPatience } from './slot-pause.ts';
import { endUnconfirmed } from './stop.ts';
import type { Turn } from './turn.ts';

/** The key was refused at a second look as well, and no call with it has worked since. */
export interface KeyDoubt {
  readonly since: Date;
  readonly times: number;
  readonly heardAt: Date;
}

/** An exchange in trouble may refuse every key for minutes: so long, and so often, before one counts as revoked. */
export const usualKeyPatience: RefusalPatience = { tries: 3, lastsMs: 5 * 60_000 };

/**
 * A second look, on a connection of its own, was refused as well. While that may pass nothing is sent, and it is looked
 * again after minutes; where it lasts the bot stops. One that starts has nothing to lose, and its user waits: it stops at
 * once.
 */
export function hearRefusal(turn: Turn, because: Reason, code: Parameters<typeof endUnconfirmed>[1]['code']): void {
  const { now, keyPatience } = turn.view;
  const { tries, lastsMs } = keyPatience;
  const pauseMs = lastsMs / (tries - 1);
  const before = turn.state.keyDoubt;
  const isAnother = before === null || now.getTime() - before.heardAt.getTime() >= pauseMs / 2;
  const doubt: KeyDoubt = {
    since: before?.since ?? now,
    times: (before?.times ?? 0) + Number(isAnother),
    heardAt: isAnother ? now : before.heardAt,
  };
  turn.change({ keyDoubt: doubt });
  const isLasting = doubt.times >= tries && now.getTime() - doubt.since.getTime() >= lastsMs;
  if (isLasting || turn.state.phase.kind === 'starting') {
    endUnconfirmed(turn, { ...because, code });
    return;
  }
  turn.hold(because, pauseMs);
  const until = new Date(now.getTime() + pauseMs).toISOString();
  turn.note('keyDoubted', { reason: because.code, times: doubt.times, until });
}

/** A call with the key has worked. */
export function endKeyDoubt(turn: Turn): void {
  if (turn.state.keyDoubt !== null) turn.change({ keyDoubt: null });
}
