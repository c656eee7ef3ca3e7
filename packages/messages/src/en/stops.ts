import type { BotStopReason } from '@tenbin/accounts';

/** What a user's plan stopped their bots for. */
export const stopsByPlan = {
  NO_SUBSCRIPTION: 'You have no plan, so your bots are stopped.',
  BY_PAYMENT_FAILED: 'The payment for your plan has not been received, so your bots are stopped.',
  BY_TRADING_VOLUME_LIMIT: 'The trading volume of your plan is used up, so your bots are stopped.',
} as const satisfies Readonly<Record<BotStopReason, string>>;

export const stopByAdministrator = 'An administrator stopped this bot.';
