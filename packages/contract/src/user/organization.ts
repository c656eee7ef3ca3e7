import * as z from 'zod/mini';
import { Exchange, Organization } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { exchangeErrors } from '../shared-errors.ts';

export const getOwnOrganization = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/organizations/self',
  summary: "The caller's organization.",
  reply: Organization,
});

export const listOwnExchanges = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/organizations/self/exchanges',
  summary: "The exchanges that the caller's organization offers, without its omitted pairs.",
  reply: z.array(Exchange),
  errors: exchangeErrors,
});
