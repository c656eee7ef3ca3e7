import { campaignCodeFaults } from '@tenbin/billing';
import * as z from 'zod/mini';
import { CheckoutTerms, PaymentRecord, PurchasePurpose, Subscription, UserPlan } from '../plans/shapes.ts';
import { route } from '../route.ts';
import { Count, Id, pageFields, Success, text } from '../shapes.ts';

export const listAvailablePlans = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/user-plans/available',
  summary: 'The plans that the caller may choose: those without a campaign code, those of codes that they entered, and their own.',
  reply: z.array(UserPlan),
});

export const redeemCampaignCode = route({
  surface: 'user',
  method: 'POST',
  path: '/api/user-plans/user_campaign',
  summary: 'Enters a campaign code, which makes its plan available; answers that plan.',
  body: z.object({ campaignCode: text(100) }),
  reply: UserPlan,
  fieldErrors: { campaignCode: campaignCodeFaults },
});

export const listPayments = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/user-plans/payments',
  summary: "The caller's payments, each as it is now, newest first.",
  query: z.object(pageFields(100)),
  reply: z.array(PaymentRecord),
});

export const countPayments = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/user-plans/payments/count',
  summary: 'How many payments the caller has.',
  reply: Count,
});

const purchaseErrors = [
  'affiliateMayNotTrade',
  'userPlanNotFound',
  'paymentsNotOffered',
  'nothingToPay',
  'organizationSuspended',
  'paymentProviderUnavailable',
  'paymentProviderRefused',
] as const;
const changeErrors = [
  'userPlanNotOffered',
  'alreadySubscribed',
  'noSubscription',
  'alreadyOnPlan',
  'planNotCharged',
  'planToCancel',
  'planEndsTooSoon',
  'paymentOutstanding',
  'dearerPriceUnpaid',
] as const;
const approvalErrors = ['checkoutNotFound', 'approvalMissing', 'paymentDeclined', 'purchaseDiffers'] as const;

const purchase = { userPlanId: Id, purpose: PurchasePurpose };
/** Characters of an id of the provider's. */
const maxOfPaypalId = 100;
const Approved = z.object({ userPlanId: Id, paypalSubscriptionId: text(maxOfPaypalId, { least: 1 }) });

export const getCheckoutTerms = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/user-plans/checkout',
  summary: 'What the caller would agree to, before they are led to the payment provider.',
  query: z.object(purchase),
  reply: CheckoutTerms,
  errors: [...purchaseErrors, ...changeErrors],
});

export const startCheckout = route({
  surface: 'user',
  method: 'POST',
  path: '/api/user-plans/checkout',
  summary:
    'Prepares a purchase or a change at the payment provider, where its payer agrees. The same request again is answered with the same ' +
    'approval; another one takes its place.',
  body: z.object(purchase),
  reply: z.object({
    paypalSubscriptionId: z.string(),
    /** Null: nobody need agree. */
    approveUrl: z.nullable(z.string()),
  }),
  // Another one was started meanwhile, and counts.
  errors: [...purchaseErrors, ...changeErrors, 'checkoutNotFound'],
});

export const subscribe = route({
  surface: 'user',
  method: 'POST',
  path: '/api/user-plans',
  summary: 'Puts the caller on a plan whose payer has agreed; on one that costs nothing at once, without an id of the provider.',
  body: z.extend(Approved, { paypalSubscriptionId: z.optional(Approved.shape.paypalSubscriptionId) }),
  reply: Subscription,
  status: 201,
  errors: [...purchaseErrors, ...approvalErrors, 'userPlanNotOffered', 'alreadySubscribed', 'dearerPriceUnpaid'],
});

export const renewSubscription = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/user-plans',
  summary: 'The same plan, paid anew: after a failure, or with another payment method. What is paid already stays paid.',
  body: Approved,
  reply: Subscription,
  errors: [...purchaseErrors, ...approvalErrors, 'noSubscription'],
});

export const changeSubscription = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/user-plans/change',
  summary: 'Another plan, whose payer has agreed: a larger one counts at once, a smaller one from the next period on.',
  body: Approved,
  reply: Subscription,
  errors: [...purchaseErrors, ...approvalErrors, 'noSubscription'],
});

export const cancelSubscription = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/user-plans',
  summary: "Ends the caller's plan at once, without a refund, and stops their bots. Nothing is charged any more.",
  body: z.object({ password: z.optional(text(200)) }),
  reply: Success,
  sensitive: true,
  errors: ['noSubscription', 'paymentProviderUnavailable', 'paymentProviderRefused'],
  fieldErrors: { password: ['passwordRequired', 'wrongPassword'] },
});

export const clearExpiredSubscription = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/user-plans/cancel_expired_subscription',
  summary: 'Clears an expired plan away, also at the payment provider, so that another one can be bought.',
  reply: Success,
  errors: ['noSubscription', 'subscriptionNotExpired', 'paymentProviderUnavailable', 'paymentProviderRefused'],
});
