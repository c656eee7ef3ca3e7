import { organizationPlans, planFeatures, planOptions } from '@tenbin/billing';
import * as z from 'zod/mini';
import { DecimalText, Id } from '../shapes.ts';

/** What the platform offers to organizations: yen a month, without tax. An organization reads its own prices where it has some. */
export const OfferedPlan = z.object({
  _id: Id,
  name: z.enum(organizationPlans),
  monthlyPrice: z.number(),
  /** Yen for each user with a trade in the month. */
  pricePerUser: z.number(),
  /** Of the volume. */
  basisPoints: DecimalText,
  features: z.array(z.enum(planFeatures)),
});
export const OfferedFeature = z.object({ _id: Id, name: z.enum(planFeatures), monthlyPrice: z.number() });
export const OfferedOption = z.object({ _id: Id, name: z.enum(planOptions), monthlyPrice: z.number() });
