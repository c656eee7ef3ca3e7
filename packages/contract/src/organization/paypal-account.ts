import { paypalEnvironments } from '@tenbin/billing';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime, text } from '../shapes.ts';

const Environment = z.enum(paypalEnvironments);

/** Whether the provider takes the credentials, asked just now. */
const Check = z.object({
  state: z.enum(['works', 'refused', 'unreachable']),
  /** What the provider said; null where it works, or said nothing. */
  reason: z.nullable(z.string()),
  /** It tells of its events at an address of ours. Without that it is asked for them every hour. */
  webhook: z.boolean(),
  at: IsoTime,
});

/** The secret is never told. */
export const PaypalAccount = z.object({
  _id: Id,
  clientId: z.string(),
  environment: Environment,
  createdAt: IsoTime,
  /** Another one is in use since then. */
  replacedAt: z.nullable(IsoTime),
  /** Subscriptions that it charges for and that have not ended. */
  subscriptions: z.number(),
  check: Check,
});
export type PaypalAccount = z.infer<typeof PaypalAccount>;

const PaypalAccounts = z.object({
  /** Null: none was entered. */
  account: z.nullable(PaypalAccount),
  /** Those before it whose subscriptions have not all ended. */
  earlier: z.array(PaypalAccount),
  /** Those that may be entered. */
  environments: z.array(Environment),
});

export const getPaypalAccount = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/paypal-account',
  summary: "The organization's account at PayPal, and whether PayPal takes it now. The secret is never told.",
  reply: PaypalAccounts,
});

export const setPaypalAccount = route({
  surface: 'organization',
  needs: 'settings',
  method: 'POST',
  path: '/admin/paypal-account',
  summary:
    'Enters the account at PayPal, once PayPal has taken it. Another account in the place of one that charges ends those subscriptions: ' +
    'how many must be said.',
  body: z.object({
    clientId: text(200, { least: 1, pattern: /^\S+$/ }),
    secret: text(500, { least: 1, pattern: /^\S+$/ }),
    environment: Environment,
    /** How many subscriptions end by it. */
    endsSubscriptions: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))),
    reason: z.optional(text(500)),
  }),
  reply: PaypalAccounts,
  sensitive: true,
  errors: ['subscriptionsWouldEnd', 'paypalRefused', 'paymentProviderUnavailable'],
  fieldErrors: { secret: ['paypalCredentialsWrong'], environment: ['sandboxOnly'] },
});

export const listUnclaimedSubscriptions = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/paypal-account/unclaimed',
  summary: 'Subscriptions that live at PayPal and belong to nobody here. They are shown, and never cancelled by themselves.',
  reply: z.array(
    z.object({
      paypalSubscriptionId: z.string(),
      status: z.enum(['active', 'suspended']),
      since: IsoTime,
      /** Ours with that price; null: none that we know. */
      planName: z.nullable(z.string()),
      nextBillingAt: z.nullable(IsoTime),
    }),
  ),
  errors: ['paymentProviderUnavailable', 'paymentProviderRefused'],
});
