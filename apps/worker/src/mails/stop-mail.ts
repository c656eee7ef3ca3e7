import { type BotErrorCode, endOfStop, type StopReceipt } from '@tenbin/bots';
import type { WriteMail } from './user-mails.ts';

export interface StoppedByItself {
  readonly botId: string;
  readonly reason: BotErrorCode;
  /** Whether it had been running, not merely been asked to. */
  readonly hadRun: boolean;
  /** Null where the exchange could not be asked whether anything is open; one that was forced says the same. */
  readonly receipt: StopReceipt | null;
}

/** Says that a bot stopped by itself. */
export const stopMail =
  ({ botId, reason, receipt, hadRun }: StoppedByItself): WriteMail =>
  async ({ organization, now, urlOf }) => {
    const bot = await organization.bots.find(botId);
    if (bot === null || bot.userId === null) return null;
    return {
      userId: bot.userId,
      mail: {
        template: 'botStopped',
        botName: bot.name,
        exchangeName: bot.exchangeName,
        cause: { code: reason, facts: bot.messages.findLast(({ code }) => code === reason)?.facts },
        isLaunch: !hadRun,
        cancelled: receipt?.confirmedAt ? receipt.cancelled.length : null,
        stoppedAt: receipt ? endOfStop(receipt) : now,
        url: urlOf(botId),
      },
    };
  };
