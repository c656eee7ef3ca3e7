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

/** @param suspendedAt - of the bot's organization, now */
export function activeStopReply(stop: ActiveStop, { suspendedAt }: Pick<Organization, 'suspendedAt'>): ActiveStopReply {
  const { scope, askedAt, bot } = stop;
  return {
    bot: bot.botId,
    scope,
    by: whoAsked(stop),
    isSuspended: suspendedAt !== null,
    askedAt: askedAt.toISOString(),
    ...outcomeReply(bot),
  };
}

/** Whoever is neither the bot's user nor an administrator of its organization has suspended that. */
function whoAsked({ scope, by, isByAdministrator, bot }: ActiveStop): ActiveStopReply['by'] {
  if (scope === 'platform') return 'platform';
  if (by === 'automatic') return 'plan';
  if (by === bot.userId) return 'user';
  return isByAdministrator ? 'organization' : 'platform';
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
