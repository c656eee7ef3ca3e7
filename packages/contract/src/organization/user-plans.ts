import { maxPlanNameLength, maxPlanPrice, planFeatures, planLimitDigits, planOptions, subscriptionSources } from '@tenbin/billing';
import * as z from 'zod/mini';
import { AdministeredPlan, Subscription } from '../plans/shapes.ts';
import { route } from '../route.ts';
import { ById, Flag, Id, IsoTime, Moment, Success, skipFields, text } from '../shapes.ts';

const maxUsd = 1_000_000_000_000;
/** Whole yen, tax included. */
const Yen = z.number().check(z.int(), z.minimum(0), z.maximum(maxPlanPrice));
const isPlanLimit = (value: number): boolean => Number(value.toFixed(planLimitDigits)) === value;

const PlanTerms = z.object({
  name: text(maxPlanNameLength, { least: 1, pattern: /\S/ }),
  /** USD per payment period; null: no upper limit. */
  tradingLimit: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(maxUsd), z.refine(isPlanLimit))), null),
  /** From then on it is neither offered nor lived on. */
  expirationDate: z._default(z.nullable(Moment), null),
  monthlyPrice: Yen,
  initialInstallationCost: z._default(Yen, 0),
  /** Empty: all that the organization offers. */
  selectableExchanges: z._default(z.array(Id).check(z.maxLength(100)), []),
  availablePlanFeatures: z._default(z.array(z.enum(planFeatures)).check(z.maxLength(planFeatures.length)), []),
  availablePlanOptions: z._default(z.array(z.enum(planOptions)).check(z.maxLength(planOptions.length)), []),
  /** Null: everybody sees it. */
  campaignCode: z._default(z.nullable(text(100)), null),
  campaignExpiresAt: z._default(z.nullable(Moment), null),
  /** The code works only for accounts that came by an invitation. */
  affiliateOnly: z._default(z.boolean(), false),
});

const savingErrors = ['exchangeNotFound', 'paypalRefused', 'paymentProviderUnavailable'] as const;
const fieldErrors = {
  expirationDate: ['endNotAhead'],
  campaignCode: ['invalidCode', 'campaignCodeInUse'],
  initialInstallationCost: ['installationOfFreePlan'],
} as const;
/** Why an administrator does it: kept in the audit log. */
const reason = text(500, { least: 1, pattern: /\S/ });

export const listUserPlans = route({
  surface: 'organization',
  needs: 'plans',
  method: 'GET',
  path: '/admin/user-plans',
  summary: 'The plans that the organization offers, each in its newest version; with `archived` those that it offers no more.',
  query: z.object({ ...skipFields(100), archived: z.optional(Flag) }),
  reply: z.array(AdministeredPlan),
});

export const listUserPlanVersions = route({
  surface: 'organization',
  needs: 'plans',
  method: 'GET',
  path: '/admin/user-plan-versions/{id}',
  summary: 'Every version of a plan with its subscribers, the newest first.',
  params: ById,
  reply: z.array(AdministeredPlan),
  errors: ['userPlanNotFound'],
});

export const listSubscribers = route({
  surface: 'organization',
  needs: 'plans',
  method: 'GET',
  path: '/admin/user-plan-subscribers/{id}',
  summary: 'Who is on this version of a plan, the newest first.',
  params: ById,
  query: z.object(skipFields(100)),
  reply: z.array(z.object({ user: Id, email: z.string(), source: z.enum(subscriptionSources), subscription: Subscription })),
  errors: ['userPlanNotFound'],
});

export const createUserPlan = route({
  surface: 'organization',
  needs: 'plans',
  method: 'POST',
  path: '/admin/user-plans',
  summary: 'Makes a plan. One with a price is made at the payment provider first: where that fails, nothing is made.',
  body: PlanTerms,
  reply: AdministeredPlan,
  status: 201,
  errors: savingErrors,
  fieldErrors,
});

export const updateUserPlan = route({
  surface: 'organization',
  needs: 'plans',
  method: 'PUT',
  path: '/admin/user-plans/{id}',
  summary: 'Makes the next version of a plan. Whoever is subscribed stays on the version that they have until they change.',
  params: ById,
  body: PlanTerms,
  reply: AdministeredPlan,
  errors: ['userPlanNotFound', ...savingErrors],
  fieldErrors,
});

export const archiveUserPlan = route({
  surface: 'organization',
  needs: 'plans',
  method: 'DELETE',
  path: '/admin/user-plans/{id}',
  summary: 'Offers a plan no more. Whoever is subscribed stays on it.',
  params: ById,
  reply: Success,
  errors: ['userPlanNotFound'],
});

export const createCampaignCode = route({
  surface: 'organization',
  needs: 'plans',
  method: 'GET',
  path: '/admin/user-plans/create_campaign_code',
  summary: 'A code that nobody has. It takes effect with the plan that is saved with it.',
  reply: z.object({ campaignCode: z.string() }),
});

export const CampaignCode = z.object({
  code: z.string(),
  /** Of all versions of its plan. */
  series: Id,
  planName: z.string(),
  expiresAt: z.nullable(IsoTime),
  affiliateOnly: z.boolean(),
  uses: z.number(),
  createdAt: IsoTime,
  /** Its plan has another code, or none, since then. */
  retiredAt: z.nullable(IsoTime),
});
export type CampaignCode = z.infer<typeof CampaignCode>;

export const listCampaignCodes = route({
  surface: 'organization',
  needs: 'plans',
  method: 'GET',
  path: '/admin/campaign-codes',
  summary: 'All campaign codes with how often they were entered, the newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(CampaignCode),
});

export const giveUserPlan = route({
  surface: 'organization',
  needs: 'plans',
  method: 'PUT',
  path: '/admin/user-plans/subscribe/{userId}/{userPlanId}',
  summary: 'Puts a user on a plan without payment. What they pay for ends at the payment provider first.',
  params: z.object({ userId: Id, userPlanId: Id }),
  body: z.object({
    reason,
    /** Null: until somebody ends it. */
    expiresAt: z._default(z.nullable(Moment), null),
  }),
  reply: Subscription,
  errors: [
    'userNotFound',
    'userPlanNotFound',
    'userPlanNotOffered',
    'alreadySubscribed',
    'paymentProviderUnavailable',
    'paymentProviderRefused',
  ],
  fieldErrors: { expiresAt: ['endNotAhead'] },
});

export const cancelSubscriptionOfUser = route({
  surface: 'organization',
  needs: 'plans',
  method: 'PUT',
  path: '/admin/user-plans/cancel_subscription/{userId}',
  summary: "Ends a user's plan at the payment provider and then here, at once and without a refund. Their bots are asked to stop.",
  params: z.object({ userId: Id }),
  body: z.object({ reason }),
  reply: Success,
  errors: ['userNotFound', 'userHasNoPlan', 'paymentProviderUnavailable', 'paymentProviderRefused'],
});
