import { emailFault } from '@tenbin/accounts';
import { getOrganizationSelf, type OwnOrganization, type RouteOutput, updateOrganizationSelf } from '@tenbin/contract';
import type { BotCourse, Organization } from '@tenbin/db';
import { requireStrategy } from '@tenbin/strategy';
import { courseReplies } from '../../bot-courses/course-replies.ts';
import { requireCot } from '../../bots/require-cot.ts';
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

const handleUpdate = implementForAdministrator(updateOrganizationSelf, async ({ body, actor, deps, caller }) => {
  const { name, helpPages, courses, ...settings } = body;
  const { contactEmail } = settings;
  if (typeof contactEmail === 'string' && emailFault(contactEmail)) throw new Refusal('invalidEmail');
  const wanted = courses && (await requireCourses(courses, { actor, deps }));
  const changed = await deps.database.platform.organizations.update(actor.organizationId, {
    ...(name !== undefined && { name: name.trim() }),
    ...(helpPages !== undefined && { helpPages }),
    settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  });
  if (wanted) await actor.organization.transaction(({ botCourses }) => botCourses.replace(wanted));
  deps.organizations.forget();
  return replyOf(changed, { actor, deps, caller });
});

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
  return {
    ...(await organizationReplyOf(organization, { deps, caller })),
    helpPages: { ...organization.helpPages },
    balanceTolerance,
    rebalanceFees: { ...rebalanceFees },
    sessionDays,
    sessionIdleHours,
    defaultOrderWidth,
    minimumBtcBalance,
    courses: await courseReplies(actor.organization, caller.language),
  };
}

export const organizationSettingsCalls: readonly Implementation[] = [handleGet, handleUpdate];
