import type { BotStopReason } from '@tenbin/accounts';

/** What a user's plan stopped their bots for. */
export const stopsByPlan = {
  NO_SUBSCRIPTION: 'ご契約中のプランがないため、ボットを停止しました。',
  BY_PAYMENT_FAILED: 'プランのお支払いを確認できないため、ボットを停止しました。',
  BY_TRADING_VOLUME_LIMIT: 'プランの取引高の上限に達したため、ボットを停止しました。',
} as const satisfies Readonly<Record<BotStopReason, string>>;

export const stopByAdministrator = '管理者がこのボットを停止しました。';
