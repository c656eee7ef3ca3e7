import type { Reason } from '@tenbin/bots';
import type { KeyRefusals, RefusalPolicy } from './bot-state.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { endUnconfirmed } from './stop.ts';

/** An exchange in trouble may refuse every key for minutes: so long, and so often, before one counts as revoked. */
export const defaultKeyPolicy: RefusalPolicy = { tries: 3, lastsMs: 5 * 60_000 };

/** The exchange does not accept the key. That may be a fault of the exchange, which passes: see `takeRefusalOfKey`. */
export const keyReasons = ['invalidApiKey', 'invalidSecret', 'invalidPassphrase', 'keyRefused'] as const;
type KeyReason = (typeof keyReasons)[number];

/**
 * A second look, on a connection of its own, was refused as well. While that may pass nothing is sent, and it is looked
 * again after minutes; where it lasts the bot stops. One that starts has nothing to lose, and its user waits: it stops at
 * once.
 */
export function takeRefusalOfKey(turn: DecisionBuilder, because: Reason, code: KeyReason): void {
  const { now, keyPolicy } = turn.view;
  const { tries, lastsMs } = keyPolicy;
  const pauseMs = lastsMs / (tries - 1);
  const before = turn.state.keyRefusals;
  const isAnother = before === null || now.getTime() - before.lastAt.getTime() >= pauseMs / 2;
  const refusals: KeyRefusals = {
    since: before?.since ?? now,
    times: (before?.times ?? 0) + Number(isAnother),
    lastAt: isAnother ? now : before.lastAt,
  };
  turn.change({ keyRefusals: refusals });
  const isLasting = refusals.times >= tries && now.getTime() - refusals.since.getTime() >= lastsMs;
  if (isLasting || turn.state.phase.kind === 'starting') {
    endUnconfirmed(turn, { code, facts: because.facts });
    return;
  }
  turn.hold(because, pauseMs);
  const until = new Date(now.getTime() + pauseMs).toISOString();
  turn.note('keyPaused', { reason: because.code, times: refusals.times, until });
}

/** A call with the key has worked. */
export function clearKeyRefusals(turn: DecisionBuilder): void {
  if (turn.state.keyRefusals !== null) turn.change({ keyRefusals: null });
}
