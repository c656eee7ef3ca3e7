/** Why a user's bots are held back by the subscription. */
export const botStopReasons = ['BY_TRADING_VOLUME_LIMIT', 'BY_PAYMENT_FAILED', 'NO_SUBSCRIPTION'] as const;
export type BotStopReason = (typeof botStopReasons)[number];

/** A user's status, as far as payment goes. */
export interface PaymentStatus {
  /** Free organizations' users count as paid. */
  readonly isFreeOrganization: boolean;
  readonly hasPlan: boolean;
  readonly stopReasons: readonly BotStopReason[];
}

/** Has a plan and is not stopped for a failed payment, or the organization is free. */
export const isPaid = ({ isFreeOrganization, hasPlan, stopReasons }: PaymentStatus): boolean =>
  isFreeOrganization || (hasPlan && !stopReasons.includes('BY_PAYMENT_FAILED'));
