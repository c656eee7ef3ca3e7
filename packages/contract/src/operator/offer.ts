import { planFeatures } from '@tenbin/billing';
import * as z from 'zod/mini';
import { OfferedFeature, OfferedOption, OfferedPlan } from '../bills/offer-shapes.ts';
import { route } from '../route.ts';
import { ById } from '../shapes.ts';
import { BasisPoints, Price } from './prices.ts';

const priceBody = z.object({ monthlyPrice: Price });

export const listOfferedPlans = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organization-plans',
  summary: 'What the platform offers to organizations, with its prices without tax.',
  reply: z.array(OfferedPlan),
});

export const updateOfferedPlan = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/organization-plans/{id}',
  summary: 'Changes prices and features of a plan. Bills that are issued keep theirs.',
  params: ById,
  body: z.object({
    monthlyPrice: z.optional(Price),
    pricePerUser: z.optional(Price),
    basisPoints: z.optional(BasisPoints),
    features: z.optional(z.array(z.enum(planFeatures)).check(z.maxLength(planFeatures.length))),
  }),
  reply: OfferedPlan,
  errors: ['offerNotFound'],
});

export const listOfferedFeatures = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/features',
  summary: 'The features of those plans.',
  reply: z.array(OfferedFeature),
});

export const updateOfferedFeature = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/features/{id}',
  summary: 'Changes the price that a feature is listed with.',
  params: ById,
  body: priceBody,
  reply: OfferedFeature,
  errors: ['offerNotFound'],
});

export const listOfferedOptions = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/options',
  summary: 'The options beside those plans.',
  reply: z.array(OfferedOption),
});

export const updateOfferedOption = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/options/{id}',
  summary: 'Changes the price of an option. Bills that are issued keep theirs.',
  params: ById,
  body: priceBody,
  reply: OfferedOption,
  errors: ['offerNotFound'],
});
