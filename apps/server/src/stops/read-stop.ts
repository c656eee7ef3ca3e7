import type { StoppedBot as StoppedBotReply, Stop as StopReply } from '@tenbin/contract';
import type { StoppedBot, Stops } from '@tenbin/db';
import { receiptReply } from '../receipt-reply.ts';
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

function stoppedBotReply({ botId, name, userId, organizationId, endedAt, receipt, ...bot }: StoppedBot): StoppedBotReply {
  return {
    bot: botId,
    name,
    user: userId,
    organization: organizationId,
    state: bot.outcome ?? (bot.trouble === null ? 'stopping' : 'unreachable'),
    reason: bot.trouble,
    endedAt: endedAt?.toISOString() ?? null,
    receipt: receipt && receiptReply(receipt),
  };
}
