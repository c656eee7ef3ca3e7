import * as z from 'zod/mini';
import { OfferedFeature, OfferedOption, OfferedPlan } from '../bills/offer-shapes.ts';
import { OrganizationBill } from '../bills/shapes.ts';
import { route } from '../route.ts';
import { ById, Count, skipFields } from '../shapes.ts';

export const listOwnBills = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/organizations/self/bills',
  summary: 'The bills that the organization was sent, the newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(OrganizationBill),
});

export const countOwnBills = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/organizations/self/bills/count',
  summary: 'How many there are.',
  reply: Count,
});

export const getOwnBill = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/organizations/self/bills/{id}',
  summary: 'One of them.',
  params: ById,
  reply: OrganizationBill,
  errors: ['billNotFound'],
});

export const listOrganizationPlans = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/organization-plans',
  summary: 'What the platform offers to organizations, with its prices without tax, and which plan this one has.',
  reply: z.array(z.extend(OfferedPlan, { isCurrent: z.boolean() })),
});

export const listPlanFeatures = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/features',
  summary: "The features of the platform's plans, and which of them this organization has.",
  reply: z.array(z.extend(OfferedFeature, { isCurrent: z.boolean() })),
});

export const listPlanOptions = route({
  surface: 'organization',
  needs: 'money',
  method: 'GET',
  path: '/admin/options',
  summary: 'The options beside those plans, and which of them this organization has.',
  reply: z.array(z.extend(OfferedOption, { isCurrent: z.boolean() })),
});
