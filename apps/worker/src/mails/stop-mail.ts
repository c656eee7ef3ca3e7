import { type BotErrorCode, endOfStop, type StopReceipt } from '@tenbin/bots';
import type { WriteMail } from './user-mails.ts';

export interface StoppedBot {
  readonly botId: string;
  /** Null where an administrator asked for it. */
  readonly reason: BotErrorCode | null;
  /** Whether it had been running, not merely been asked to. */
  readonly hadRun: boolean;
  /** Null where the exchange could not be asked whether anything is open; one that was forced says the same. */
  readonly receipt: StopReceipt | null;
}

/** Says that a bot stopped, and its user had not asked for it. */
export const stopMail =
  ({ botId, reason, receipt, hadRun }: StoppedBot): WriteMail =>
  async ({ organization, now, urlOf }) => {
    const bot = await organization.bots.find(botId);
    if (bot === null || bot.userId === null) return null;
    return {
      userId: bot.userId,
      mail: {
        template: 'botStopped',
        botName: bot.name,
        exchangeName: bot.exchangeName,
        cause: reason && { code: reason, facts: bot.messages.findLast(({ code }) => code === reason)?.facts },
        isLaunch: !hadRun,
        cancelled: receipt?.confirmedAt ? receipt.cancelled.length : null,
        stoppedAt: receipt ? endOfStop(receipt) : now,
        url: urlOf(botId),
      },
    };
  };
