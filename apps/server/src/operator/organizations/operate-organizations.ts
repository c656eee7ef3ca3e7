import { cleanEmail, emailFault } from '@tenbin/accounts';
import { yen } from '@tenbin/billing';
import {
  countActiveUsersOfOrganization,
  createOrganization,
  liftSuspension,
  listAllOrganizations,
  listOrganizationAdministrators,
  type OperatedOrganization,
  type RouteOutput,
  suspendOrganization,
  updateOrganization,
} from '@tenbin/contract';
import type {
  Exchange,
  Organization,
  OrganizationChanges,
  OrganizationDatabase,
  OrganizationFigures,
  PlatformTransaction,
} from '@tenbin/db';
import { invitationFor, inviteMember } from '../../accounts/member-calls.ts';
import { memberReply } from '../../accounts/member-reply.ts';
import { auditRead } from '../../audit/audit-read.ts';
import { changesOf } from '../../audit/changes-of.ts';
import type { ServerContext } from '../../context.ts';
import { repliesOfAll } from '../../organizations/reply.ts';
import type { Caller } from '../../route/caller.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askedBy } from '../../stops/asked-by.ts';

interface Of {
  readonly deps: ServerContext;
  readonly caller: Caller;
}

const nothing: OrganizationFigures = { users: 0, bots: 0, runningBots: 0 };

async function repliesOf(organizations: readonly Organization[], { deps, caller }: Of): Promise<OperatedOrganization[]> {
  const { everybody, exchanges } = deps.database.platform;
  const figures = await everybody.figures();
  const allowed = await exchanges.listAllowedByAll();
  const replies = await repliesOfAll(organizations, { deps, caller });
  return organizations.map((organization, index) => {
    const { id, helpPages, limits, ownPrices, suspendedAt, createdAt } = organization;
    const reply = replies[index];
    if (!reply) throw new Error('an organization without its reply');
    const { options, ...prices } = ownPrices;
    return {
      ...reply,
      helpPages: { ...helpPages },
      allowedExchanges: (allowed.get(id) ?? []).map((exchange) => exchange.id),
      limits,
      figures: figures.get(id) ?? nothing,
      ownPrices: { ...prices, ...(options && { options: { ...options } }) },
      suspendedAt: suspendedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  });
}

async function replyOf(organization: Organization, given: Of): Promise<OperatedOrganization> {
  const [reply] = await repliesOf([organization], given);
  if (!reply) throw new Error('an organization without its reply');
  return reply;
}

type Changes = RouteOutput<typeof updateOrganization>['body'];

const handleCreate = implementForOperator(createOrganization, async ({ body, deps, caller, audit }) => {
  const { slug, administrator } = body;
  const known = await deps.database.platform.exchanges.list();
  const exchanges = requireKnown(body.exchanges, known) ?? known.map(({ id }) => id);
  if (await deps.database.platform.organizations.findBySlug(slug)) throw new Refusal('organizationExists', { facts: { slug } });
  const brand = deps.tenancy.deliveredBrandOf({ slug });
  const invitation = administrator && (await invitationOf(administrator.email, { name: body.name.trim(), owner: slug, brand }, deps));
  const made = await deps.database.platform.transaction(async (within) => {
    const organization = await within.organizations.create({ slug, ...changesFrom(body), name: body.name.trim() });
    for (const id of exchanges) await within.exchanges.offer(organization.id, id);
    audit.add({ organizationId: organization.id, name: organization.name, slug });
    if (administrator && invitation) await inviteOwner(organization.id, administrator, { within, invitation, audit });
    await audit.storeIn(within.own);
    return organization;
  });
  deps.organizations.forget();
  return replyOf(made, { deps, caller });
});

const handleUpdate = implementForOperator(updateOrganization, async ({ params, body, deps, caller, audit }) => {
  const { administrator, reason } = body;
  if (reason?.trim()) audit.because(reason.trim());
  const before = await deps.organizations.require(params.id);
  const known = await deps.database.platform.exchanges.list();
  const exchanges = requireKnown(body.exchanges, known);
  const brand = deps.tenancy.brandOf(before);
  const invitation = administrator && (await invitationOf(administrator.email, { name: before.name, owner: before.id, brand }, deps));
  if (administrator && (await deps.database.forOrganization(before.id).administrators.findByEmail(administrator.email)))
    throw new Refusal('emailTaken');
  const changed = await deps.database.platform.transaction(async (within) => {
    const organization = within.forOrganization(before.id);
    const locked = await organization.lockOrganization();
    const ending = body.isFree && !locked.isFree ? await endPaid(organization, body, deps) : 0;
    const allowed = (await within.exchanges.listAllowed(before.id)).map(({ id }) => id);
    const after = await within.organizations.update(before.id, changesFrom(body));
    if (exchanges) await offerOnly(exchanges, known, { within, organizationId: before.id });
    if (administrator && invitation) await inviteOwner(before.id, administrator, { within, invitation, audit });
    if (ending > 0) audit.add({ endsSubscriptions: ending });
    audit.add(changesOf({ ...valuesOf(locked), exchanges: allowed }, { ...valuesOf(after), exchanges: exchanges ?? allowed }));
    await audit.storeIn(within.own);
    return after;
  });
  deps.organizations.forget();
  if (changed.isFree) await deps.database.jobs.wake('payments');
  return replyOf(changed, { deps, caller });
});

interface Offering {
  readonly within: Pick<PlatformTransaction, 'exchanges'>;
  readonly organizationId: string;
}

/** Those that are switched off are taken back too: they would come back with their switch. */
async function offerOnly(exchanges: readonly string[], known: readonly { readonly id: string }[], { within, organizationId }: Offering) {
  for (const id of exchanges) await within.exchanges.offer(organizationId, id);
  for (const { id } of known) if (!exchanges.includes(id)) await within.exchanges.withdraw(organizationId, id);
}

/**
 * Where nothing is to be paid any more, what users pay for ends at the provider: the job `payments` does that.
 *
 * @returns how many end
 * @throws {Refusal} `subscriptionsWouldEnd` where another number was said
 */
async function endPaid({ subscriptions }: OrganizationDatabase, { endsSubscriptions = 0 }: Changes, { clock }: ServerContext) {
  const count = [...(await subscriptions.countByAccount()).values()].reduce((sum, of) => sum + of, 0);
  if (count !== endsSubscriptions && count > 0) throw new Refusal('subscriptionsWouldEnd', { facts: { count } });
  await subscriptions.hurry(clock.now());
  return count;
}

/** Of help pages which there are, and how long: their texts are too long for the log. */
const valuesOf = ({ name, isFree, plan, planOptions, ownPrices, limits, settings, helpPages }: Organization) => ({
  name,
  isFree,
  plan,
  planOptions,
  ownPrices,
  ...limits,
  omitPairs: settings.omitPairs,
  botsPerUser: settings.botsPerUser,
  helpPages: Object.entries(helpPages).map(([topic, { ja, en }]) => `${topic} ${ja.length}/${en.length}`),
});

function changesFrom({
  name,
  plan,
  planOptions,
  isFree,
  omitPairs,
  helpPages,
  botsPerUser,
  limits,
  ownPrices,
}: Changes): OrganizationChanges {
  const { users, bots, workersShare } = limits ?? {};
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(plan !== undefined && { plan }),
    ...(planOptions !== undefined && { planOptions: [...new Set(planOptions)] }),
    ...(isFree !== undefined && { isFree }),
    ...(helpPages !== undefined && { helpPages }),
    ...(limits !== undefined && {
      limits: {
        ...(users !== undefined && { users }),
        ...(bots !== undefined && { bots }),
        ...(workersShare !== undefined && { workersShare }),
      },
    }),
    ...(ownPrices !== undefined && { ownPrices: pricesFrom(ownPrices) }),
    settings: { ...(omitPairs !== undefined && { omitPairs }), ...(botsPerUser !== undefined && { botsPerUser }) },
  };
}

function pricesFrom({ monthlyPrice, pricePerUser, basisPoints, options }: NonNullable<Changes['ownPrices']>): Organization['ownPrices'] {
  return {
    ...(monthlyPrice !== undefined && { monthlyPrice: yen(monthlyPrice) }),
    ...(pricePerUser !== undefined && { pricePerUser: yen(pricePerUser) }),
    ...(basisPoints !== undefined && { basisPoints }),
    ...(options && { options: Object.fromEntries(Object.entries(options).map(([name, price]) => [name, yen(price ?? 0)])) }),
  };
}

/** @throws {Refusal} `exchangeNotFound` */
function requireKnown(wanted: readonly string[] | undefined, known: readonly Exchange[]): readonly string[] | undefined {
  if (wanted?.some((id) => !known.some((exchange) => exchange.id === id))) throw new Refusal('exchangeNotFound');
  return wanted && [...new Set(wanted)];
}

/** @throws {Refusal} `invalidEmail`, `resendTooSoon` */
async function invitationOf(email: string, given: Omit<Parameters<typeof invitationFor>[1], 'email'>, deps: ServerContext) {
  const fault = emailFault(email);
  if (fault) throw new Refusal('invalidEmail');
  return invitationFor(cleanEmail(email), given, deps);
}

async function inviteOwner(
  organizationId: string,
  { email, language }: NonNullable<Changes['administrator']>,
  {
    within,
    invitation,
    audit,
  }: {
    readonly within: PlatformTransaction;
    readonly invitation: Awaited<ReturnType<typeof invitationFor>>;
    readonly audit: Parameters<typeof inviteMember>[2]['audit'];
  },
): Promise<void> {
  const organization = within.forOrganization(organizationId);
  await inviteMember(
    organization.administrators,
    { email: cleanEmail(email), role: 'owner', language },
    { within: organization, invitation, audit },
  );
}

/**
 * Whoever is let start a bot meanwhile is either stopped with the others or refused: both wait for the organization's row. What
 * its users pay for is ended by the job `payments`, at the provider first.
 */
const handleSuspend = implementForOperator(suspendOrganization, async ({ params, body, actor, deps, audit }) => {
  const { id } = await deps.organizations.require(params.id);
  audit.because(body.reason.trim());
  const stopId = await deps.database.platform.transaction(async (within) => {
    const organization = within.forOrganization(id);
    const { suspendedAt } = await organization.lockOrganization();
    await within.organizations.update(id, { suspendedAt: suspendedAt ?? deps.clock.now() });
    const asked = await organization.stops.ask({ scope: 'organization' }, askedBy(actor.operatorId, deps));
    await organization.subscriptions.hurry(deps.clock.now());
    audit.add({ stopId: asked });
    await audit.storeIn(within.own);
    return asked;
  });
  deps.organizations.forget();
  await deps.database.jobs.wake('payments');
  return { success: true, stopId };
});

const handleLift = implementForOperator(liftSuspension, async ({ params, body, deps, audit }) => {
  const { id } = await deps.organizations.require(params.id);
  if (body.reason?.trim()) audit.because(body.reason.trim());
  await deps.database.platform.transaction(async (within) => {
    await within.organizations.update(id, { suspendedAt: null });
    await audit.storeIn(within.own);
  });
  deps.organizations.forget();
  return { success: true };
});

export const operateOrganizationCalls: readonly Implementation[] = [
  implementForOperator(listAllOrganizations, async ({ deps, caller }) =>
    repliesOf(await deps.database.platform.organizations.list(), { deps, caller }),
  ),
  handleCreate,
  handleUpdate,
  handleSuspend,
  handleLift,
  implementForOperator(listOrganizationAdministrators, async ({ params, actor, deps, audit }) => {
    const { id: organizationId } = await deps.organizations.require(params.id);
    auditRead({ organizationId }, { actor, audit, deps, at: 'administrators' });
    const { administrators, factors } = deps.database.forOrganization(organizationId);
    const members = await administrators.list();
    const withFactor = await factors.among(members.map(({ id }) => id));
    return members.map((member) => memberReply(member, withFactor));
  }),
  implementForOperator(countActiveUsersOfOrganization, async ({ params, query, deps }) => {
    const { id } = await deps.organizations.require(params.id);
    const now = deps.clock.now();
    const { year = now.getUTCFullYear(), month = now.getUTCMonth() + 1 } = query;
    const begins = `${year}-${String(month).padStart(2, '0')}-01`;
    return { count: await deps.database.forOrganization(id).userFigures.countActive('month', begins) };
  }),
];
