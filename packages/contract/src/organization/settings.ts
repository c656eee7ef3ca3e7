import * as z from 'zod/mini';
import { BotCourse, CourseType } from '../courses/shapes.ts';
import { HelpPage, HelpPages, HelpTopic, maxHelpPages, Organization } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { CurrencyText, Id, named, OmittedPairs, PairText, TimeZone, text, UnsignedDecimalText } from '../shapes.ts';
import { Email } from '../users/shapes.ts';

const between = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const whole = (least: number, most: number) => z.number().check(z.int(), z.minimum(least), z.maximum(most));
/** Percent. */
const Fees = named(100, between(0, 100), CurrencyText);

const inBoth = (most: number) => z._default(z.object({ ja: text(most), en: text(most) }), { ja: '', en: '' });
/** By topic: `whatIsBp`, `orderWidth`, … Null: the page is gone, and the product's own is shown where it has one. */
const ChangedHelpPages = named(maxHelpPages, z.nullable(HelpPage), HelpTopic);

const courseFields = {
  /** Empty: the product's own words in that language. The same for the description. */
  title: inBoth(60),
  description: inBoth(500),
  pairs: z.array(PairText).check(z.minLength(1), z.maxLength(10)),
  /** A fraction: 0.005 is a width of 1 %. */
  delta: z.number(),
};
const Course = z.object({ type: CourseType, ...courseFields });
const changedCourse = z.optional(z.nullable(z.object(courseFields)));
const Own = z.object({ ja: z.string(), en: z.string() });

/** An organization as its administrators see it: every setting as it is stored, whether its brand makes use of it or not. */
export const OwnOrganization = z.extend(Organization, {
  helpPages: z.record(z.string(), z.object({ ja: z.string(), en: z.string() })),
  /** Percent that a currency may differ from its even share at start. */
  balanceTolerance: z.number(),
  /** Percent of the turnover, by currency. */
  rebalanceFees: z.record(z.string(), z.number()),
  /** IANA: where its days and months begin. */
  timeZone: z.string(),
  sessionDays: z.number(),
  sessionIdleHours: z.number(),
  /** Administrators need a second factor. */
  requireTwoFactor: z.boolean(),
  /** What the platform lets it offer; `exchanges` are those that it does. */
  exchangeChoices: z.array(z.object({ _id: Id, name: z.string() })),
  /** With what the organization itself wrote; empty where the product's words are shown. */
  courses: z.array(z.extend(BotCourse, { ownTitle: Own, ownDescription: Own })),
  /** With what each course may begin that is not offered yet. */
  defaultCourses: z.array(z.object({ type: CourseType, pairs: z.array(z.string()), delta: z.number() })),
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
  summary:
    'Changes settings of the organization. What is left out stays; of `courses` and `helpPages`, which are all that it has, it goes.',
  body: z.object({
    name: z.optional(text(60, { least: 1, pattern: /\S/ })),
    /** All of its help pages, by topic: `whatIsBp`, `orderWidth`, … One that is left out is gone. */
    helpPages: z.optional(HelpPages),
    /** Of the help pages those that change; the others stay, whoever wrote them meanwhile. */
    changedHelpPages: z.optional(ChangedHelpPages),
    omitPairs: z.optional(OmittedPairs),
    balanceTolerance: z.optional(between(0, 100)),
    rebalanceFees: z.optional(Fees),
    courses: z.optional(z.array(Course).check(z.maxLength(CourseType.options.length))),
    /** Of the courses those that change, null: offered no more; the others stay. */
    changedCourses: z.optional(z.object({ basic: changedCourse, balance: changedCourse, challenge: changedCourse })),
    /** Percent. */
    defaultOrderWidth: z.optional(between(0.01, 99.9)),
    minimumBtcBalance: z.optional(UnsignedDecimalText),
    /** Null: nobody is named. */
    contactEmail: z.optional(z.nullable(Email)),
    sessionDays: z.optional(whole(1, 365)),
    sessionIdleHours: z.optional(whole(1, 24 * 30)),
    /** Those that users may use, of `exchangeChoices`; null: all, later ones too. What runs on another one runs on. */
    exchanges: z.optional(z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(100)))),
    timeZone: z.optional(TimeZone),
    /** Who asks for it has one. */
    requireTwoFactor: z.optional(z.boolean()),
  }),
  reply: OwnOrganization,
  fieldErrors: {
    contactEmail: ['invalidEmail'],
    exchanges: ['exchangeNotFound'],
    requireTwoFactor: ['twoFactorRequired'],
    courses: ['duplicateCourse', 'invalidCurrencyPairName', 'duplicatePair', 'notThreeCurrencies', 'orderWidthOutOfRange', 'cotRequired'],
  },
});
