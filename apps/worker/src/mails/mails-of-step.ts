import type { BotStep } from '@tenbin/bots';
import type { AnyBotRow } from '@tenbin/db';
import { rebalanceMail } from './rebalance-mail.ts';
import { startedMail } from './started-mail.ts';
import { stopMail } from './stop-mail.ts';
import type { WriteMail } from './user-mails.ts';

/** What of a bot decides whether its user is told. */
export type MailedBot = Pick<AnyBotRow, 'id' | 'userId' | 'autoActivation' | 'requestedBy' | 'phase'>;

/**
 * The mails that a step of a bot is told by: that a rebalance was completed, or failed, and that the bot runs that waited for
 * it; that the bot stopped without its user having asked, or could not be started while its user was not looking.
 *
 * @param hadRun - whether the bot had been running, not merely been asked to
 */
export function mailsOfStep({ rebalance, phase, messages }: BotStep, { bot, hadRun }: { bot: MailedBot; hadRun: boolean }): WriteMail[] {
  const mails: WriteMail[] = [];
  if (rebalance?.status === 'completed' || rebalance?.status === 'failed') mails.push(rebalanceMail(rebalance.id));
  if (phase?.kind === 'running' && !hadRun) mails.push(whereItWaited(bot, startedMail({ botId: bot.id, at: phase.since })));
  if (phase?.kind !== 'stopped') return mails;
  const { receipt } = phase;
  const reason = receipt ? receipt.reason : (messages?.at(-1)?.code ?? null);
  // That it does not start because its rebalance failed, the rebalance's own mail says.
  if (reason === 'rebalanceFailed') return mails;
  // What a plan stops, the mails of the plan say.
  const isByOthers = receipt !== null && receipt.by !== bot.userId && receipt.by !== 'automatic';
  if (reason === null && !(isByOthers && hadRun)) return mails;
  const mail = stopMail({ botId: bot.id, reason, hadRun, receipt });
  mails.push(hadRun || startsUnwatched(bot) ? mail : whereItWaited(bot, mail));
  return mails;
}

/** Not by its user just now: by a plan, by an administrator, or by going on with a start that a crash interrupted. */
const startsUnwatched = ({ autoActivation, requestedBy, userId, phase }: MailedBot): boolean =>
  autoActivation || phase.kind === 'starting' || (requestedBy !== null && requestedBy !== userId);

/** The same where the start was asked for before a rebalance was over: nobody looks any more, and its user was told that it would start. */
const whereItWaited =
  ({ id: botId }: MailedBot, mail: WriteMail): WriteMail =>
  async (facts) => {
    const { bots, rebalances } = facts.organization;
    const bot = await bots.find(botId);
    if (bot?.userId == null || bot.requestedAt === null) return null;
    const [latest] = await rebalances.listOfUser(bot.userId, { botId, offset: 0, limit: 1 });
    return latest?.endedAt && bot.requestedAt <= latest.endedAt ? mail(facts) : null;
  };
