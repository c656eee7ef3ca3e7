import type { ActiveStop as ActiveStopReply, StoppedBot as StoppedBotReply, Stop as StopReply } from '@tenbin/contract';
import type { ActiveStop, Organization, StoppedBot, Stops } from '@tenbin/db';
import { receiptReply } from '../bots/receipt-reply.ts';
import { Refusal } from '../route/refusal.ts';

/**
 * A stop as the API shows it.
 *
 * @throws {Refusal} `stopNotFound`
 */
export async function readStop(
  stops: Pick<Stops, 'find' | 'listBots'>,
  id: string,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<StopReply> {
  const [stop, bots] = await Promise.all([stops.find(id), stops.listBots(id, { offset: skip, limit })]);
  if (!stop) throw new Refusal('stopNotFound');
  const { id: _id, subjectId, askedAt, confirmedAt, ...rest } = stop;
  return {
    _id,
    subject: subjectId,
    ...rest,
    askedAt: askedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    bots: bots.map(stoppedBotReply),
  };
}

/**
 * Only administrators stop a scope within their organization, unless the user did so by a change of their own account, the plan
 * ended, or the platform suspended the organization.
 */
export function activeStopReply(
  { scope, by, askedAt, bot }: ActiveStop,
  { suspendedAt }: Pick<Organization, 'suspendedAt'>,
): ActiveStopReply {
  const isSuspended = scope === 'organization' && suspendedAt !== null && askedAt >= suspendedAt;
  return {
    bot: bot.botId,
    scope,
    by: isSuspended || scope === 'platform' ? 'platform' : by === 'automatic' ? 'plan' : by === bot.userId ? 'user' : 'organization',
    askedAt: askedAt.toISOString(),
    ...outcomeReply(bot),
  };
}

function stoppedBotReply(stopped: StoppedBot): StoppedBotReply {
  const { botId, name, exchange, userId, organizationId } = stopped;
  return { bot: botId, name, exchange, user: userId, organization: organizationId, ...outcomeReply(stopped) };
}

function outcomeReply({ endedAt, receipt, ...bot }: StoppedBot): Pick<StoppedBotReply, 'state' | 'reason' | 'endedAt' | 'receipt'> {
  return {
    state: bot.outcome ?? (bot.trouble === null ? 'stopping' : 'unreachable'),
    reason: bot.trouble,
    endedAt: endedAt?.toISOString() ?? null,
    receipt: receipt && receiptReply(receipt),
  };
}
