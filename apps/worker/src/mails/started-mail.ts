import type { WriteMail } from './user-mails.ts';

/** Says that a bot which waited for its rebalance runs now. */
export const startedMail =
  ({ botId, at }: { readonly botId: string; readonly at: Date }): WriteMail =>
  async ({ organization, urlOf }) => {
    const bot = await organization.bots.find(botId);
    if (bot === null || bot.userId === null) return null;
    const { userId, name: botName, exchangeName } = bot;
    return { userId, mail: { template: 'botAutoStarted', botName, exchangeName, at, url: urlOf(botId) } };
  };
