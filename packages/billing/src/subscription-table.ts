import type { SubscriptionState } from './subscription.ts';

/** What the provider's answers come to. Names of the API. */
export const providerEvents = ['ACTIVATED', 'COMPLETED', 'FAILED', 'SUSPENDED', 'UPDATED', 'CANCELLED'] as const;
/** What else happens to a subscription: a payment taken back, that payment reinstated, and what our own clock brings. */
export const ownEvents = ['REVERSED', 'REINSTATED', 'OVERDUE', 'GRACE_ENDED', 'PERIOD_BEGAN', 'EXPIRED'] as const;
export type EventType = (typeof providerEvents)[number] | (typeof ownEvents)[number];

/** What is to be done once the new state is stored. Each is safe to do twice. */
export const subscriptionEffects = {
  notifyActive: 'mail: the plan can be used',
  notifyPaymentFailed: 'mail and banner: a payment failed; the mail says until when bots run on',
  notifyMayStart: 'mail: bots can be started again',
  notifyPlanChanged: 'mail: another plan, its limit and its price',
  notifyEnded: 'mail: the subscription has ended',
  stopForPayment: 'bots stop, `BY_PAYMENT_FAILED`',
  stopForEnd: 'bots stop, `NO_SUBSCRIPTION`',
  cancelAtProvider: 'cancelled at the provider, before the end is stored: otherwise it would charge on',
  flag: 'shown to administrators: it was not expected',
} as const;
export type SubscriptionEffect = keyof typeof subscriptionEffects;

export interface Transition {
  readonly to: SubscriptionState;
  readonly effects: readonly SubscriptionEffect[];
}

const to = (state: SubscriptionState, ...effects: readonly SubscriptionEffect[]): Transition => ({ to: state, effects });

const ended = (state: 'cancelled' | 'expired'): Readonly<Record<EventType, Transition>> => ({
  ACTIVATED: to(state, 'flag'),
  COMPLETED: to(state, 'flag'),
  FAILED: to(state),
  SUSPENDED: to(state),
  UPDATED: to(state, 'flag'),
  CANCELLED: to(state),
  REVERSED: to(state),
  REINSTATED: to(state),
  OVERDUE: to(state),
  GRACE_ENDED: to(state),
  PERIOD_BEGAN: to(state),
  EXPIRED: to(state),
});

/** The whole machine. `notifyPlanChanged` is left out where the plan stays; what is late or delivered twice has no effect at all. */
export const transitions: Readonly<Record<SubscriptionState, Readonly<Record<EventType, Transition>>>> = {
  approvalPending: {
    ACTIVATED: to('active', 'notifyActive'),
    COMPLETED: to('active', 'notifyActive'),
    FAILED: to('approvalPending'),
    SUSPENDED: to('suspended', 'flag'),
    UPDATED: to('approvalPending'),
    CANCELLED: to('cancelled'),
    REVERSED: to('approvalPending', 'flag'),
    REINSTATED: to('approvalPending'),
    OVERDUE: to('approvalPending'),
    GRACE_ENDED: to('approvalPending'),
    PERIOD_BEGAN: to('approvalPending'),
    EXPIRED: to('expired', 'cancelAtProvider'),
  },
  active: {
    ACTIVATED: to('active'),
    COMPLETED: to('active'),
    FAILED: to('paymentFailed', 'notifyPaymentFailed'),
    SUSPENDED: to('suspended', 'stopForPayment', 'notifyPaymentFailed'),
    UPDATED: to('active', 'notifyPlanChanged'),
    CANCELLED: to('cancelled', 'stopForEnd', 'notifyEnded'),
    REVERSED: to('paymentFailed', 'stopForPayment', 'notifyPaymentFailed', 'flag'),
    REINSTATED: to('active'),
    OVERDUE: to('paymentFailed', 'stopForPayment', 'notifyPaymentFailed'),
    GRACE_ENDED: to('active'),
    PERIOD_BEGAN: to('active', 'notifyPlanChanged'),
    EXPIRED: to('expired', 'cancelAtProvider', 'stopForEnd', 'notifyEnded'),
  },
  paymentFailed: {
    ACTIVATED: to('active', 'notifyMayStart'),
    COMPLETED: to('active', 'notifyMayStart'),
    FAILED: to('paymentFailed'),
    SUSPENDED: to('suspended', 'stopForPayment', 'notifyPaymentFailed'),
    UPDATED: to('paymentFailed', 'notifyPlanChanged'),
    CANCELLED: to('cancelled', 'stopForEnd', 'notifyEnded'),
    REVERSED: to('paymentFailed', 'stopForPayment', 'flag'),
    REINSTATED: to('active', 'notifyMayStart'),
    OVERDUE: to('paymentFailed'),
    GRACE_ENDED: to('paymentFailed', 'stopForPayment'),
    PERIOD_BEGAN: to('paymentFailed', 'notifyPlanChanged'),
    EXPIRED: to('expired', 'cancelAtProvider', 'stopForEnd', 'notifyEnded'),
  },
  suspended: {
    ACTIVATED: to('active', 'notifyMayStart'),
    COMPLETED: to('suspended'),
    FAILED: to('suspended'),
    SUSPENDED: to('suspended'),
    UPDATED: to('suspended', 'notifyPlanChanged'),
    CANCELLED: to('cancelled', 'stopForEnd', 'notifyEnded'),
    REVERSED: to('suspended', 'flag'),
    REINSTATED: to('suspended'),
    OVERDUE: to('suspended'),
    GRACE_ENDED: to('suspended'),
    PERIOD_BEGAN: to('suspended', 'notifyPlanChanged'),
    EXPIRED: to('expired', 'cancelAtProvider', 'stopForEnd', 'notifyEnded'),
  },
  cancelled: ended('cancelled'),
  expired: ended('expired'),
};
