import { emailFault } from '@tenbin/accounts';
import { courseTypes } from '@tenbin/bots';
import { getOrganizationSelf, maxHelpPages, type OwnOrganization, type RouteOutput, updateOrganizationSelf } from '@tenbin/contract';
import type { BotCourse, Organization } from '@tenbin/db';
import { deltaOf, requireStrategy } from '@tenbin/strategy';
import { changesOf } from '../../audit/changes-of.ts';
import { courseReplies } from '../../bot-courses/course-replies.ts';
import { defaultCourses } from '../../bot-courses/default-courses.ts';
import { requireCot } from '../../bots/require-may-trade.ts';
import type { ServerContext } from '../../context.ts';
import { organizationReplyOf } from '../../organizations/reply.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Asking, type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { InputError } from '../../route/input-error.ts';
import { Refusal } from '../../route/refusal.ts';

const nothing = { ja: '', en: '' } as const;

type Changes = RouteOutput<typeof updateOrganizationSelf>['body'];
const handleGet = implementForAdministrator(getOrganizationSelf, async (asker) =>
  replyOf(await asker.deps.organizations.require(asker.actor.organizationId), asker),
);

const handleUpdate = implementForAdministrator(updateOrganizationSelf, async ({ body, actor, deps, caller, audit }) => {
  const { name, helpPages: allPages, changedHelpPages, courses: all, changedCourses, ...given } = body;
  const settings = { ...given, ...(given.timeZone && { timeZone: zoneOf(given.timeZone) }) };
  const { contactEmail, exchanges, requireTwoFactor } = settings;
  if (typeof contactEmail === 'string' && emailFault(contactEmail)) throw new Refusal('invalidEmail');
  if (exchanges) await requireAllowed(exchanges, actor, deps);
  // Whoever asks for one and has none would lock themselves out of taking that back.
  if (requireTwoFactor && (await actor.organization.factors.among([actor.administratorId])).size === 0)
    throw new Refusal('twoFactorRequired');
  const courses = all && (await requireCourses(all, { actor, deps }));
  const changes = changedCourses && (await requireCourses(givenOf(changedCourses), { actor, deps }));
  const changed = await actor.organization.transaction(async (within) => {
    // Of two who change a part each the second changes what the first left.
    const before = await within.lockOrganization();
    const helpPages = changedHelpPages ? merged(allPages ?? before.helpPages, changedHelpPages) : allPages;
    if (helpPages) requireFewPages(helpPages, before);
    const after = await within.changeOrganization({
      ...(name !== undefined && { name: name.trim() }),
      ...(helpPages !== undefined && { helpPages }),
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    });
    const coursesBefore = await within.botCourses.list();
    const wanted = changedCourses
      ? [...(courses ?? coursesBefore).filter(({ type }) => changedCourses[type] === undefined), ...(changes ?? [])]
      : courses;
    if (wanted)
      await within.botCourses.replace(wanted.map(({ type, title, description, strategy }) => ({ type, title, description, strategy })));
    audit.add(changesOf(valuesOf(before), valuesOf(after)));
    if (wanted) audit.add(changesOf({ courses: namesOf(coursesBefore) }, { courses: namesOf(wanted) }));
    await audit.storeIn(within);
    return after;
  });
  deps.organizations.forget();
  if (courses || changes || exchanges) await deps.database.jobs.wake('courses');
  return replyOf(changed, { actor, deps, caller });
});

/**
 * One that the database reads alike. A distance to UTC names no zone: '+09:00' is nine hours west of it there; short names as
 * 'ACT' are another zone, or none; and of the links of 'US/' and 'Canada/' it does not know all.
 *
 * @throws {InputError}
 */
function zoneOf(timeZone: string): string {
  if (timeZone !== 'UTC' && !/^[A-Za-z_]+\//.test(timeZone))
    throw new InputError([{ code: 'custom', path: ['timeZone'], message: 'The name of a zone', input: timeZone }]);
  return /^(?:US|Canada)\//i.test(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : timeZone;
}

/** Of a part that changes each by its name; null: it is gone. */
function merged<Value>(all: Readonly<Record<string, Value>>, changes: Readonly<Record<string, Value | null>>): Record<string, Value> {
  const left = Object.entries(all).filter(([name]) => changes[name] === undefined);
  const given = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return Object.fromEntries([...left, ...given]);
}

/** Of one part after the other there may not come more than at once. @throws {InputError} */
function requireFewPages(helpPages: Organization['helpPages'], before: Organization): void {
  const count = Object.keys(helpPages).length;
  if (count > maxHelpPages && count > Object.keys(before.helpPages).length)
    throw new InputError([
      { code: 'too_big', maximum: maxHelpPages, origin: 'array', path: ['changedHelpPages'], message: 'Too many', input: count },
    ]);
}

const givenOf = (changes: NonNullable<Changes['changedCourses']>): NonNullable<Changes['courses']> =>
  courseTypes.flatMap((type) => {
    const course = changes[type];
    return course ? [{ type, ...course }] : [];
  });

/** Of help pages which there are, and how long: their texts are too long for the log. */
const valuesOf = ({ name, helpPages, settings }: Organization) => ({
  name,
  ...settings,
  helpPages: Object.entries(helpPages).map(([topic, { ja, en }]) => `${topic} ${ja.length}/${en.length}`),
});

const namesOf = (courses: readonly Pick<BotCourse, 'type' | 'strategy'>[] = []) =>
  courses.map(({ type, strategy }) => `${type} ${strategy.pairs.join(' ')} ${deltaOf(strategy)}`);

/** @throws {DomainError} `exchangeNotFound` where the platform does not let the organization offer one */
async function requireAllowed(wanted: readonly string[], { organizationId }: Administrator, { database }: ServerContext): Promise<void> {
  const allowed = await database.platform.exchanges.listAllowed(organizationId);
  const unknown = wanted.find((id) => !allowed.some((exchange) => exchange.id === id));
  if (unknown !== undefined) throw new Refusal('exchangeNotFound');
}

/** @throws {Refusal} `duplicateCourse`, `cotRequired`; {DomainError} as `requireStrategy` */
async function requireCourses(
  courses: NonNullable<Changes['courses']>,
  { actor: { organizationId }, deps }: Pick<Asking<Administrator, 'caller'>, 'actor' | 'deps'>,
): Promise<Omit<BotCourse, 'id' | 'backTest'>[]> {
  if (new Set(courses.map(({ type }) => type)).size < courses.length) throw new Refusal('duplicateCourse');
  return Promise.all(
    courses.map(async ({ pairs, delta, ...course }) => {
      const strategy = { kind: 'balancing', pairs, delta } as const;
      requireStrategy(strategy);
      await requireCot(pairs, { organizationId, deps });
      return { ...course, strategy };
    }),
  );
}

async function replyOf(organization: Organization, { actor, deps, caller }: Asking<Administrator, 'caller'>): Promise<OwnOrganization> {
  const { balanceTolerance, rebalanceFees, sessionDays, sessionIdleHours, defaultOrderWidth, minimumBtcBalance } = organization.settings;
  const { requireTwoFactor, timeZone } = organization.settings;
  const [courses, stored] = [await courseReplies(actor.organization, caller.language), await actor.organization.botCourses.list()];
  const allowed = await deps.database.platform.exchanges.listAllowed(organization.id);
  return {
    ...(await organizationReplyOf(organization, { deps, caller })),
    helpPages: { ...organization.helpPages },
    balanceTolerance,
    rebalanceFees: { ...rebalanceFees },
    sessionDays,
    sessionIdleHours,
    defaultOrderWidth,
    minimumBtcBalance,
    requireTwoFactor,
    timeZone,
    exchangeChoices: allowed.map(({ id, name }) => ({ _id: id, name })),
    courses: courses.map((course) => {
      const { title = nothing, description = nothing } = stored.find(({ id }) => id === course._id) ?? {};
      return { ...course, ownTitle: { ...title }, ownDescription: { ...description } };
    }),
    defaultCourses: defaultCourses(deps.tenancy.brandOf(organization)).map(({ type, strategy }) => ({
      type,
      pairs: [...strategy.pairs],
      delta: deltaOf(strategy),
    })),
  };
}

export const organizationSettingsCalls: readonly Implementation[] = [handleGet, handleUpdate];
