import type { StoppedByItself } from '../bots/fleet.ts';
import type { WriteMail } from './user-mails.ts';

/** Says that a bot stopped by itself. */
export const stopMail =
  ({ botId, reason, receipt, hadRun }: StoppedByItself): WriteMail =>
  async ({ organization, now, urlOf }) => {
    const bot = await organization.bots.find(botId);
    return (
      bot && {
        userId: bot.userId,
        mail: {
          template: 'botStopped',
          botName: bot.name,
          exchangeName: bot.exchangeName,
          code: reason,
          isLaunch: !hadRun,
          cancelled: receipt?.cancelled.length ?? null,
          stoppedAt: receipt?.confirmedAt ?? now,
          url: urlOf(botId),
        },
      }
    );
  };
