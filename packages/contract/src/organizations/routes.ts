import * as z from 'zod/mini';
import { exchangeFaults } from '../faults.ts';
import { route } from '../route.ts';
import { ById, PairText, text } from '../shapes.ts';
import { Email, Password } from '../users/shapes.ts';
import { Exchange, Organization } from './shapes.ts';

export const listOrganizations = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations',
  summary: 'The organization at home at this address; in a trial all of them.',
  reply: z.array(Organization),
});

export const getOrganization = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations/{id}',
  summary: 'One organization: outside of a trial that of this address.',
  params: ById,
  reply: Organization,
  faults: ['organizationNotFound'],
});

export const listOrganizationExchanges = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations/{id}/exchanges',
  summary: 'The exchanges that an organization offers, with their currency pairs.',
  params: ById,
  reply: z.array(Exchange),
  faults: ['organizationNotFound', ...exchangeFaults],
});

export const getOwnOrganization = route({
  surface: 'user',
  method: 'GET',
  path: '/api/organizations/self',
  summary: "The caller's organization.",
  reply: Organization,
});

export const listOwnExchanges = route({
  surface: 'user',
  method: 'GET',
  path: '/api/organizations/self/exchanges',
  summary: "The exchanges that the caller's organization offers, without its omitted pairs.",
  reply: z.array(Exchange),
  faults: exchangeFaults,
});

/** Who may sign in to manage an organization. The password is theirs to change; it is set again by naming them again. */
const FirstAdministrator = z.object({ email: Email, password: Password });
const Name = text(60, { least: 1, pattern: /\S/ });
const changes = {
  /** Its users count as paid. */
  isFree: z.optional(z.boolean()),
  /** Pairs that its users are not offered. */
  omitPairs: z.optional(z.array(PairText).check(z.maxLength(500))),
  /** How many bots each of its users may have. */
  botsPerUser: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  administrator: z.optional(FirstAdministrator),
};

export const listAllOrganizations = route({
  surface: 'operator',
  method: 'GET',
  path: '/ango-ya/organizations',
  summary: 'All organizations.',
  reply: z.array(Organization),
});

export const createOrganization = route({
  surface: 'operator',
  method: 'POST',
  path: '/ango-ya/organizations',
  summary: 'Makes an organization that offers every exchange; with `administrator`, somebody who may manage it as well.',
  body: z.object({ name: Name, slug: text(40, { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/ }), ...changes }),
  reply: Organization,
  status: 201,
  sensitive: true,
  faults: ['organizationExists', 'invalidEmail', 'weakPassword'],
});

export const updateOrganization = route({
  surface: 'operator',
  method: 'PUT',
  path: '/ango-ya/organizations/{id}',
  summary: 'Changes an organization. `administrator` makes one, or gives one that there is a new password and ends their sessions.',
  params: ById,
  body: z.object({ name: z.optional(Name), ...changes }),
  reply: Organization,
  sensitive: true,
  faults: ['organizationNotFound', 'invalidEmail', 'weakPassword'],
});
