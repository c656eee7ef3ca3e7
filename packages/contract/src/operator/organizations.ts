import { organizationPlans, planOptions } from '@tenbin/billing';
import * as z from 'zod/mini';
import { HelpPages, Organization } from '../organizations/shapes.ts';
import { slugPattern } from '../patterns.ts';
import { route } from '../route.ts';
import { ById, Count, DecimalText, Id, IsoTime, Language, monthFields, OmittedPairs, Success, text } from '../shapes.ts';
import { Administrator } from '../staff/shapes.ts';
import { StopAsked } from '../stops/shapes.ts';
import { Email } from '../users/shapes.ts';
import { BasisPoints, Price } from './prices.ts';

const Limit = z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)));
const limitNames = { users: z.nullable(z.number()), bots: z.nullable(z.number()), workersShare: z.nullable(z.number()) };

/** An organization as the operators of the platform see it. */
export const OperatedOrganization = z.extend(Organization, {
  helpPages: z.record(z.string(), z.object({ ja: z.string(), en: z.string() })),
  /** Those that it may offer; `exchanges` are those that it does. */
  allowedExchanges: z.array(Id),
  /** At most; null: no limit. `workersShare`: bots that run, or are rebalanced, at a time. */
  limits: z.object(limitNames),
  /** What it has of each now. */
  figures: z.object({ users: z.number(), bots: z.number(), runningBots: z.number() }),
  /** In place of the prices that everybody has. */
  ownPrices: z.object({
    monthlyPrice: z.optional(z.number()),
    pricePerUser: z.optional(z.number()),
    basisPoints: z.optional(DecimalText),
    options: z.optional(z.record(z.string(), z.number())),
  }),
  suspendedAt: z.nullable(IsoTime),
  createdAt: IsoTime,
});
export type OperatedOrganization = z.infer<typeof OperatedOrganization>;

const Name = text(60, { least: 1, pattern: /\S/ });
const changes = {
  plan: z.optional(z.enum(organizationPlans)),
  planOptions: z.optional(z.array(z.enum(planOptions)).check(z.maxLength(planOptions.length))),
  /** Those that it may offer, all of them. What runs on another one runs on. */
  exchanges: z.optional(z.array(Id).check(z.maxLength(100))),
  /** Its users count as paid. */
  isFree: z.optional(z.boolean()),
  /** Pairs that its users are not offered. */
  omitPairs: z.optional(OmittedPairs),
  helpPages: z.optional(HelpPages),
  /** How many bots each of its users may have. */
  botsPerUser: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  /** At most; null: no limit. `workersShare`: so many of its bots run, or are rebalanced, at a time. */
  limits: z.optional(z.object({ users: z.optional(Limit), bots: z.optional(Limit), workersShare: z.optional(Limit) })),
  /** All prices of its own: what is left out is everybody's. */
  ownPrices: z.optional(
    z.object({
      monthlyPrice: z.optional(Price),
      pricePerUser: z.optional(Price),
      basisPoints: z.optional(BasisPoints),
      options: z.optional(z.partialRecord(z.enum(planOptions), Price)),
    }),
  ),
  /** Is invited by mail to manage it, as an owner. */
  administrator: z.optional(z.object({ email: Email, language: z._default(Language, 'ja') })),
};
const changeErrors = { exchanges: ['exchangeNotFound'], administrator: ['invalidEmail', 'emailTaken'] } as const;

export const listAllOrganizations = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations',
  summary: 'All organizations.',
  reply: z.array(OperatedOrganization),
});

export const createOrganization = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/organizations',
  summary:
    'Makes an organization, which may offer every exchange unless that is said; with `administrator` somebody is invited to manage it.',
  body: z.object({ name: Name, slug: text(40, { pattern: slugPattern }), ...changes }),
  reply: OperatedOrganization,
  status: 201,
  errors: ['resendTooSoon'],
  fieldErrors: { slug: ['organizationExists'], ...changeErrors },
});

export const updateOrganization = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/organizations/{id}',
  summary:
    'Changes an organization. `administrator` invites another owner. Made free, it ends what its users pay for: how many subscriptions must be said.',
  params: ById,
  body: z.object({
    name: z.optional(Name),
    ...changes,
    /** How many subscriptions end by it. */
    endsSubscriptions: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))),
    reason: z.optional(text(500)),
  }),
  reply: OperatedOrganization,
  errors: ['organizationNotFound', 'resendTooSoon', 'subscriptionsWouldEnd'],
  fieldErrors: changeErrors,
});

export const listOrganizationAdministrators = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations/{id}/administrators',
  summary: 'Who administers an organization, or is invited to, by address. Each look is written down.',
  params: ById,
  reply: z.array(Administrator),
  errors: ['organizationNotFound'],
});

export const suspendOrganization = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/organizations/{id}/suspend',
  summary:
    'Stops all bots of an organization and lets none start: its users sign in and read, nothing trades, and what they pay for ends at the payment provider.',
  params: ById,
  body: z.object({ reason: text(500, { least: 1, pattern: /\S/ }) }),
  reply: StopAsked,
  errors: ['organizationNotFound'],
});

export const liftSuspension = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/organizations/{id}/lift_suspension',
  summary: 'Lets the bots of a suspended organization be started again; starts none.',
  params: ById,
  body: z.object({ reason: z.optional(text(500)) }),
  reply: Success,
  errors: ['organizationNotFound'],
});

export const countActiveUsersOfOrganization = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations/{id}/active_count',
  summary: 'How many of its users had at least one contract record in a month (UTC); in the present one unless another is named.',
  params: ById,
  query: z.object(monthFields),
  reply: Count,
  errors: ['organizationNotFound'],
});
