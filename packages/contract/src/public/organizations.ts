import * as z from 'zod/mini';
import { Exchange, Organization } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { ById } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

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
  errors: ['organizationNotFound'],
});

export const listOrganizationExchanges = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations/{id}/exchanges',
  summary: 'The exchanges that an organization offers, with their currency pairs.',
  params: ById,
  reply: z.array(Exchange),
  errors: ['organizationNotFound', ...exchangeErrors],
});
