import * as z from 'zod/mini';
import { BotCourse, CourseType } from '../courses/shapes.ts';
import { Organization } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { DecimalText, named, PairText, text } from '../shapes.ts';
import { Email } from '../users/shapes.ts';

const between = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const whole = (least: number, most: number) => z.number().check(z.int(), z.minimum(least), z.maximum(most));
/** Percent. */
const Fees = named(100, between(0, 100));

/** Markdown. One that is written in one language alone is read in it by everybody. */
const HelpPage = z.object({ ja: z._default(text(10_000), ''), en: z._default(text(10_000), '') });

const Course = z.object({
  type: CourseType,
  /** Empty: the product's own words in the reader's language. The same for the description. */
  title: z._default(text(60), ''),
  description: z._default(text(500), ''),
  pairs: z.array(PairText).check(z.minLength(1), z.maxLength(10)),
  /** A fraction: 0.005 is a width of 1 %. */
  delta: z.number(),
});

/** An organization as its administrators see it: every setting as it is stored, whether its brand makes use of it or not. */
export const OwnOrganization = z.extend(Organization, {
  helpPages: z.record(z.string(), z.object({ ja: z.string(), en: z.string() })),
  /** Percent that a currency may differ from its even share at start. */
  balanceTolerance: z.number(),
  /** Percent of the turnover, by currency. */
  rebalanceFees: z.record(z.string(), z.number()),
  sessionDays: z.number(),
  sessionIdleHours: z.number(),
  courses: z.array(BotCourse),
});

export type OwnOrganization = z.infer<typeof OwnOrganization>;

export const getOrganizationSelf = route({
  surface: 'organization',
  needs: 'read',
  method: 'GET',
  path: '/admin/organizations/self',
  summary: "The administrator's organization with all of its settings.",
  reply: OwnOrganization,
});

export const updateOrganizationSelf = route({
  surface: 'organization',
  needs: 'settings',
  method: 'PUT',
  path: '/admin/organizations/self',
  summary: 'Changes settings of the organization. `courses` are all of its courses: one that is left out is gone.',
  body: z.object({
    name: z.optional(text(60, { least: 1, pattern: /\S/ })),
    /** All of its help pages, by topic: `whatIsBp`, `orderWidth`, … One that is left out is gone. */
    helpPages: z.optional(named(20, HelpPage)),
    omitPairs: z.optional(z.array(PairText).check(z.maxLength(500))),
    balanceTolerance: z.optional(between(0, 100)),
    rebalanceFees: z.optional(Fees),
    courses: z.optional(z.array(Course).check(z.maxLength(CourseType.options.length))),
    /** Percent. */
    defaultOrderWidth: z.optional(between(0.01, 99.9)),
    minimumBtcBalance: z.optional(DecimalText.check(z.regex(/^[^-]/))),
    /** Null: nobody is named. */
    contactEmail: z.optional(z.nullable(Email)),
    sessionDays: z.optional(whole(1, 365)),
    sessionIdleHours: z.optional(whole(1, 24 * 30)),
  }),
  reply: OwnOrganization,
  fieldErrors: {
    contactEmail: ['invalidEmail'],
    courses: ['duplicateCourse', 'invalidCurrencyPairName', 'duplicatePair', 'notThreeCurrencies', 'orderWidthOutOfRange', 'cotRequired'],
  },
});
