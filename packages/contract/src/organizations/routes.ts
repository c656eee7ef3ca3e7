import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById } from '../shapes.ts';
import { Exchange, Organization } from './shapes.ts';

export const listOrganizations = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations',
  summary: 'The organizations of this installation.',
  reply: z.array(Organization),
});

export const getOrganization = route({
  surface: 'public',
  method: 'GET',
  path: '/api/organizations/{id}',
  summary: 'One organization.',
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
  faults: ['organizationNotFound'],
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
});
