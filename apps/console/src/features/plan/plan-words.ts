import type { PlanFeature, PlanOption } from '@tenbin/billing';
import type { CheckoutTerms, Mapped, Subscription, UserPlan } from '@tenbin/contract';
import { formatDay, formatNumber, formatYen, type TextOf } from '@tenbin/ui';
import { hasEnded } from '../../app/has-ended.ts';
import type { Words } from '../../app/words.ts';

type Text = TextOf<Words['plan']>;

export const yen = formatYen;

export const limitText = (limit: number | null, text: Text): string =>
  limit === null ? text('noUpperLimit') : text('limitOf', { limit: formatNumber(limit, { digits: 0 }) });

export function termText({ renews, endsAt }: Pick<CheckoutTerms, 'renews' | 'endsAt'>, text: Text): string {
  if (endsAt === null) return text(renews === 'monthly' ? 'termMonthly' : 'termEndless');
  return renews === 'monthly' ? text('termUntil', { at: formatDay(endsAt) }) : formatDay(endsAt);
}

/** Over by its own end: noticed already, or about to be. */
export const isPastItsEnd = ({ status, expiresAt }: Pick<Mapped<Subscription>, 'status' | 'expiresAt'>): boolean =>
  status === 'expired' || (status !== 'cancelled' && expiresAt !== null && new Date(expiresAt).getTime() <= Date.now());

export const isUnpaid = ({ status }: Pick<Mapped<Subscription>, 'status'>): boolean => status === 'paymentFailed' || status === 'suspended';

/** As the provider calls itself. */
export const providerName = (method: string | null): string => (method === null || method === 'PAYPAL' ? 'PayPal' : method);

/** What choosing a plan means for somebody; null: nothing, it is theirs, or another one is to be paid first. */
export function purposeOf(plan: Pick<Mapped<UserPlan>, 'id'>, subscription: Mapped<Subscription> | null): Purpose | null {
  if (subscription === null || hasEnded(subscription)) return 'new';
  // What is owed is paid before anything changes: the server refuses a change until then.
  if (isUnpaid(subscription) && subscription.paypalSubscriptionId !== null) return plan.id === subscription.plan.id ? 'renew' : null;
  // Nobody charges for what is free or given: another plan is bought, not changed to.
  if (subscription.paypalSubscriptionId === null) return plan.id === subscription.plan.id ? null : 'new';
  if (plan.id !== subscription.plan.id) return plan.id === subscription.nextPlan?.id ? null : 'change';
  return subscription.nextPlan === null ? null : 'change';
}

/** By what the API calls a feature or an option, the name of its words. */
export const featureWords = {
  BASIC_FEATURE: 'featureBASIC_FEATURE',
  INITIAL_EXCHANGE: 'featureINITIAL_EXCHANGE',
  INITIAL_BOT_LICENSE: 'featureINITIAL_BOT_LICENSE',
  SUPPORT_MAIL_CHAT: 'featureSUPPORT_MAIL_CHAT',
  CUSTOMIZE_UI: 'featureCUSTOMIZE_UI',
  AFFILIATE_FEATURE: 'featureAFFILIATE_FEATURE',
  ADD_EXCHANGE: 'featureADD_EXCHANGE',
  FREE_CAMPAIGN: 'featureFREE_CAMPAIGN',
  AUTO_ADJUST_BOT_SPREAD: 'featureAUTO_ADJUST_BOT_SPREAD',
  DOCUMENTATION_FOR_CS: 'featureDOCUMENTATION_FOR_CS',
  REMOVE_INITIAL_EXCHANGE: 'featureREMOVE_INITIAL_EXCHANGE',
  INDIVISUAL_SUPPORT: 'featureINDIVISUAL_SUPPORT',
  ADD_PAYMENT_METHOD: 'featureADD_PAYMENT_METHOD',
  TROLL_BOX: 'featureTROLL_BOX',
  CREATE_LP: 'featureCREATE_LP',
  SUPPORT_ZENDESK: 'featureSUPPORT_ZENDESK',
  PAIR_LIMIT: 'featurePAIR_LIMIT',
} as const satisfies Record<PlanFeature | PlanOption, keyof Words['plan']>;

export type Purpose = 'new' | 'renew' | 'change';

/** Where one agrees to it. A page of its own that is loaded anew: only there the provider's script may run. */
export const checkoutAddress = (planId: string, purpose: Purpose): string =>
  `/plan/checkout?${new URLSearchParams({ plan: planId, purpose })}`;
