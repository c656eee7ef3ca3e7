import { emailFault } from '@tenbin/accounts';
import { getOrganizationSelf, type OwnOrganization, type RouteOutput, updateOrganizationSelf } from '@tenbin/contract';
import type { BotCourse, Organization } from '@tenbin/db';
import { requireStrategy } from '@tenbin/strategy';
import { changesOf } from '../../audit/changes-of.ts';
import { courseReplies } from '../../bot-courses/course-replies.ts';
import { requireCot } from '../../bots/require-may-trade.ts';
import type { ServerContext } from '../../context.ts';
import { organizationReplyOf } from '../../organizations/reply.ts';
import type { Administrator, Caller } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

type Changes = RouteOutput<typeof updateOrganizationSelf>['body'];
interface Asker {
  readonly actor: Administrator;
  readonly caller: Caller;
  readonly deps: ServerContext;
}

const handleGet = implementForAdministrator(getOrganizationSelf, async (asker) =>
  replyOf(await asker.deps.organizations.require(asker.actor.organizationId), asker),
);

const handleUpdate = implementForAdministrator(updateOrganizationSelf, async ({ body, actor, deps, caller, audit }) => {
  const { name, helpPages, courses, ...settings } = body;
  const { contactEmail, exchanges, requireTwoFactor } = settings;
  if (typeof contactEmail === 'string' && emailFault(contactEmail)) throw new Refusal('invalidEmail');
  if (exchanges) await requireAllowed(exchanges, actor, deps);
  // Whoever asks for one and has none would lock themselves out of taking that back.
  if (requireTwoFactor && (await actor.organization.factors.among([actor.administratorId])).size === 0)
    throw new Refusal('twoFactorRequired');
  const wanted = courses && (await requireCourses(courses, { actor, deps }));
  const changed = await actor.organization.transaction(async (within) => {
    const before = await within.organization();
    const after = await within.changeOrganization({
      ...(name !== undefined && { name: name.trim() }),
      ...(helpPages !== undefined && { helpPages }),
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    });
    const coursesBefore = wanted && (await within.botCourses.list());
    if (wanted) await within.botCourses.replace(wanted);
    audit.add(changesOf(valuesOf(before), valuesOf(after)));
    if (wanted) audit.add(changesOf({ courses: namesOf(coursesBefore) }, { courses: namesOf(wanted) }));
    await audit.storeIn(within);
    return after;
  });
  deps.organizations.forget();
  return replyOf(changed, { actor, deps, caller });
});

/** Of help pages which there are, and how long: their texts are too long for the log. */
const valuesOf = ({ name, helpPages, settings }: Organization): Readonly<Record<string, unknown>> => ({
  name,
  ...settings,
  helpPages: Object.entries(helpPages).map(([topic, { ja, en }]) => `${topic} ${ja.length}/${en.length}`),
});

const namesOf = (courses: readonly Pick<BotCourse, 'type' | 'strategy'>[] = []) =>
  courses.map(({ type, strategy }) => `${type} ${strategy.kind === 'balancing' ? `${strategy.pairs.join(' ')} ${strategy.delta}` : ''}`);

/** @throws {DomainError} `exchangeNotFound` where the platform does not let the organization offer one */
async function requireAllowed(wanted: readonly string[], { organizationId }: Administrator, { database }: ServerContext): Promise<void> {
  const allowed = await database.platform.exchanges.listAllowed(organizationId);
  const unknown = wanted.find((id) => !allowed.some((exchange) => exchange.id === id));
  if (unknown !== undefined) throw new Refusal('exchangeNotFound');
}

/** @throws {Refusal} `duplicateCourse`, `cotRequired`; {DomainError} as `requireStrategy` */
async function requireCourses(
  courses: NonNullable<Changes['courses']>,
  { actor: { organizationId }, deps }: Pick<Asker, 'actor' | 'deps'>,
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

async function replyOf(organization: Organization, { actor, deps, caller }: Asker): Promise<OwnOrganization> {
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
      const { title = '', description = '' } = stored.find(({ id }) => id === course._id) ?? {};
      return { ...course, ownTitle: title, ownDescription: description };
    }),
  };
}

export const organizationSettingsCalls: readonly Implementation[] = [handleGet, handleUpdate];
