import { courseTypes } from '@tenbin/bots';
import * as z from 'zod/mini';
import { Id, IsoTime, PairText } from '../shapes.ts';

export const CourseType = z.enum(courseTypes);

export const BotCourse = z.object({
  _id: Id,
  type: CourseType,
  title: z.string(),
  description: z.string(),
  pairs: z.array(PairText),
  /** Fraction of a balance that one order moves; the width in percent is 200 times it. */
  delta: z.number(),
  /** What the course would have earned lately; null until it has been computed. */
  backTest: z.nullable(
    z.object({
      /** Percent. */
      annualRate: z.nullable(z.number()),
      basisPoint: z.number(),
      executionCount: z.number(),
      from: IsoTime,
      to: IsoTime,
    }),
  ),
  organizationId: Id,
});
export type BotCourse = z.infer<typeof BotCourse>;
