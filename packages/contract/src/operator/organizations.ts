import * as z from 'zod/mini';
import { Organization } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { ById, PairText, text } from '../shapes.ts';
import { Email, Password } from '../users/shapes.ts';

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
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations',
  summary: 'All organizations.',
  reply: z.array(Organization),
});

export const createOrganization = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/organizations',
  summary: 'Makes an organization that offers every exchange; with `administrator`, somebody who may manage it as well.',
  body: z.object({ name: Name, slug: text(40, { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/ }), ...changes }),
  reply: Organization,
  status: 201,
  sensitive: true,
  fieldErrors: { slug: ['organizationExists'], administrator: ['invalidEmail', 'weakPassword'] },
});

export const updateOrganization = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/organizations/{id}',
  summary: 'Changes an organization. `administrator` makes one, or gives one that there is a new password and ends their sessions.',
  params: ById,
  body: z.object({ name: z.optional(Name), ...changes }),
  reply: Organization,
  sensitive: true,
  errors: ['organizationNotFound'],
  fieldErrors: { administrator: ['invalidEmail', 'weakPassword'] },
});
