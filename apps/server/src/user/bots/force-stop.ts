import {
  type BotStep,
  type ForcedStop,
  forceStopped,
  isSettled,
  ledgerAtEnd,
  requestStop,
  stopForcibleAt,
  type TimelineEntry,
  unconfirmedOrder,
} from '@tenbin/bots';
import { forceStopBot } from '@tenbin/contract';
import type { BotRow, OrganizationDatabase } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** Longer than a worker takes from hearing of it to the end of its last try. What takes longer has nobody who does it. */
const endTimeoutMs = 30_000;
/** A worker that has not been heard of for so long is not waited for. */
const lease = { leaseMs: 10_000 };

/** Writes the request; the bot's worker tries to cancel what it can and ends the stop. Where no worker does, it is ended here. */
export const handleForceStopBot = implement(forceStopBot, async ({ params, actor, deps }) => {
  const { bots } = actor.organization;
  const at = deps.clock.now();
  const bot = await bots.require(actor.userId, params.id);
  const forcibleAt = stopForcibleAt(bot);
  if (!forcibleAt) throw new Refusal('botNotStopping');
  const waitMs = forcibleAt.getTime() - at.getTime();
  if (waitMs > 0) throw new Refusal('stopTooYoung', { facts: { seconds: Math.ceil(waitMs / 1_000) } });
  const forced = await bots.forceStop(actor.userId, bot.id, { by: actor.userId, at });
  deps.signals.botChanged(actor.organizationId, forced);
  if (!forced.forcedAt) return { success: true };
  const isLate = at.getTime() - forced.forcedAt.getTime() >= endTimeoutMs;
  const account = { organizationId: actor.organizationId, exchangeAccountId: bot.exchangeAccountId };
  const epoch = await deps.database.platform.workers.takeAway(account, isLate ? null : lease);
  if (epoch === null) return { success: true };
  await endHere(actor.organization, forced, { epoch, by: actor.userId, at });
  deps.signals.botChanged(actor.organizationId, forced, ['bot', 'timeline']);
  return { success: true };
});

interface Ending {
  readonly epoch: number;
  readonly by: string;
  readonly at: Date;
}

/** Under the account's next epoch, so that whoever ran the bot cannot write any more. A worker that claims it meanwhile does it instead. */
async function endHere(organization: OrganizationDatabase, bot: BotRow, { epoch, by, at }: Ending): Promise<void> {
  const orders = await organization.orders.listToRemember(bot.id, { settled: 0 });
  const unconfirmed = orders.filter((order) => !isSettled(order)).map(unconfirmedOrder);
  const step = stepOf(bot, { by, at, because: 'noWorker', unconfirmed });
  await organization.journal.record({ botId: bot.id, epoch }, step).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'staleEpoch') throw error;
  });
}

function stepOf(bot: BotRow, forced: ForcedStop): BotStep {
  const { by, at, unconfirmed } = forced;
  const { cancelled, filled } = bot.duringStop;
  const stopping = requestStop(bot.phase, { by: bot.requestedBy ?? by, at: bot.requestedAt ?? at });
  const ledger = ledgerAtEnd(bot, at);
  const reason = stopping.kind === 'stopping' ? stopping.reason : null;
  const counts = { cancelled: cancelled.length, filledMeanwhile: filled.length, unconfirmed: unconfirmed.length };
  const timeline: TimelineEntry[] = [
    { kind: 'stopForced', at, facts: { by } },
    { kind: 'stopped', at, facts: { ...counts, reason } },
  ];
  return {
    timeline,
    phase: forceStopped(stopping, { forced, cancelled, filledMeanwhile: filled }),
    ...(ledger && { ledger }),
    ...(bot.phase.kind === 'rebalancing' && { rebalance: { id: bot.phase.rebalanceId, status: 'cancelled', at } as const }),
  };
}
