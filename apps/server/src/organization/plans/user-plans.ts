import { isFreePlan, type PlanTerms, parseCampaignCode, type UserPlan, yen } from '@tenbin/billing';
import {
  type AdministeredPlan,
  archiveUserPlan,
  createCampaignCode,
  createUserPlan,
  listCampaignCodes,
  listSubscribers,
  listUserPlans,
  listUserPlanVersions,
  type RouteOutput,
  updateUserPlan,
} from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import type { ServerContext } from '../../context.ts';
import { makeProviderPlan, withPaypalReason } from '../../payments/provider-plan.ts';
import { findSeller } from '../../payments/seller.ts';
import { administeredPlanReply, subscriptionReply } from '../../plans/reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const handleList = implementForAdministrator(listUserPlans, async ({ query: { archived = false, skip: offset, limit }, actor }) => {
  const { userPlans } = actor.organization;
  const plans = archived ? await userPlans.listArchived({ offset, limit }) : (await userPlans.listCurrent()).slice(offset, offset + limit);
  return repliesOf(plans, actor.organization);
});

const handleListVersions = implementForAdministrator(listUserPlanVersions, async ({ params, actor }) =>
  repliesOf(await actor.organization.userPlans.listVersions(params.id), actor.organization),
);

const handleListSubscribers = implementForAdministrator(listSubscribers, async ({ params, query: { skip: offset, limit }, actor }) => {
  const { userPlans, subscriptions, users } = actor.organization;
  const { id } = await userPlans.require(params.id);
  const found = await subscriptions.listOfPlan(id, { offset, limit });
  const emails = await users.emailsOf(found.map(({ userId }) => userId));
  return found.map((subscription) => {
    const { userId: user, source } = subscription;
    return { user, email: emails.get(user) ?? '', source, subscription: subscriptionReply(subscription, []) };
  });
});

const handleCreate = implementForAdministrator(createUserPlan, async ({ body, actor: { organization }, deps, audit }) => {
  const terms = await requireTerms(body, { organization, deps, before: null });
  const made = await madePlan(terms, { organization, deps });
  const plan = await organization.transaction(async (within) => {
    const stored = await within.userPlans.create(terms, deps.clock.now(), made);
    audit.add(factsOf(stored));
    await audit.storeIn(within);
    return stored;
  });
  return replyOf(plan, organization);
});

const handleUpdate = implementForAdministrator(updateUserPlan, async ({ params, body, actor: { organization }, deps, audit }) => {
  const before = await organization.userPlans.require(params.id);
  if (before.replacedAt !== null || before.archivedAt !== null) throw new Refusal('userPlanNotFound', { facts: { id: before.id } });
  const terms = await requireTerms(body, { organization, deps, before });
  const made = await madePlan(terms, { organization, deps });
  const plan = await organization.transaction(async (within) => {
    const stored = await within.userPlans.replace(before.id, terms, deps.clock.now(), made);
    audit.add({ ...factsOf(stored), ...changesOf(changeable(before), changeable(stored)) });
    await audit.storeIn(within);
    return stored;
  });
  return replyOf(plan, organization);
});

const handleArchive = implementForAdministrator(archiveUserPlan, async ({ params, actor: { organization }, deps, audit }) => {
  await organization.transaction(async (within) => {
    await within.userPlans.archive(params.id, deps.clock.now());
    audit.add(factsOf(await within.userPlans.require(params.id)));
    await audit.storeIn(within);
  });
  return { success: true };
});

const handleCreateCode = implementForAdministrator(createCampaignCode, async ({ actor }) => ({
  campaignCode: await actor.organization.campaignCodes.makeFresh(),
}));

const handleListCodes = implementForAdministrator(listCampaignCodes, async ({ query: { skip: offset, limit }, actor }) =>
  (await actor.organization.campaignCodes.list({ offset, limit })).map(({ seriesId, expiresAt, createdAt, retiredAt, ...code }) => ({
    ...code,
    series: seriesId,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  })),
);

interface Scope {
  readonly organization: OrganizationDatabase;
  readonly deps: ServerContext;
}
type Entered = RouteOutput<typeof createUserPlan>['body'];

/**
 * Everything that can be refused is refused before the provider is asked.
 *
 * @param given - `before`: the version that is edited; null: of a new plan
 */
async function requireTerms(
  body: Entered,
  { organization, deps, before }: Scope & { readonly before: UserPlan | null },
): Promise<PlanTerms> {
  const { campaignCode, campaignExpiresAt: expiresAt, affiliateOnly, tradingLimit, ...entered } = body;
  const campaign = campaignCode === null ? null : { code: requireCode(campaignCode), expiresAt, affiliateOnly };
  const terms: PlanTerms = {
    ...entered,
    name: entered.name.trim(),
    tradingLimit: tradingLimit === null ? null : String(tradingLimit),
    monthlyPrice: yen(entered.monthlyPrice),
    initialInstallationCost: yen(entered.initialInstallationCost),
    selectableExchanges: [...new Set(entered.selectableExchanges)],
    availablePlanFeatures: [...new Set(entered.availablePlanFeatures)],
    availablePlanOptions: [...new Set(entered.availablePlanOptions)],
    campaign,
  };
  const end = terms.expirationDate?.getTime();
  if (end !== undefined && end <= deps.clock.now().getTime() && end !== before?.expirationDate?.getTime()) throw new Refusal('endNotAhead');
  if (isFreePlan(terms) && terms.initialInstallationCost > 0) throw new Refusal('installationOfFreePlan');
  const offered = await deps.database.platform.exchanges.listOffered(organization.organizationId);
  if (!terms.selectableExchanges.every((id) => offered.some((exchange) => exchange.id === id))) throw new Refusal('exchangeNotFound');
  if (campaign && (await organization.userPlans.isCodeTaken(campaign.code, before?.seriesId ?? null)))
    throw new Refusal('campaignCodeInUse', { facts: { code: campaign.code } });
  return terms;
}

function requireCode(text: string): string {
  const code = parseCampaignCode(text);
  if (code === null) throw new Refusal('invalidCode');
  return code;
}

/** What costs something is made at the provider before anything is stored; where nothing can be sold yet, when it first is. */
async function madePlan(terms: PlanTerms, scope: Scope): Promise<Pick<UserPlan, 'id' | 'paypalPlanId'>> {
  const id = scope.organization.newId();
  const seller = isFreePlan(terms) ? null : await findSeller(scope);
  return { id, paypalPlanId: seller && (await withPaypalReason(makeProviderPlan({ id, ...terms }, seller))) };
}

const factsOf = ({ id, name, version, monthlyPrice }: UserPlan) => ({ planId: id, name, version, monthlyPrice });

/** All that an edit may change of a plan; the version that it makes is said beside. */
const changeable = ({ campaign, ...plan }: UserPlan) => ({
  name: plan.name,
  tradingLimit: plan.tradingLimit,
  expirationDate: plan.expirationDate,
  monthlyPrice: plan.monthlyPrice,
  initialInstallationCost: plan.initialInstallationCost,
  selectableExchanges: plan.selectableExchanges,
  availablePlanFeatures: plan.availablePlanFeatures,
  availablePlanOptions: plan.availablePlanOptions,
  campaignCode: campaign?.code ?? null,
  campaignExpiresAt: campaign?.expiresAt ?? null,
  affiliateOnly: campaign?.affiliateOnly ?? false,
});

async function replyOf(plan: UserPlan, organization: OrganizationDatabase): Promise<AdministeredPlan> {
  const [reply] = await repliesOf([plan], organization);
  if (!reply) throw new Error('a plan without a reply');
  return reply;
}

async function repliesOf(plans: readonly UserPlan[], { subscriptions, campaignCodes }: OrganizationDatabase): Promise<AdministeredPlan[]> {
  const codes = plans.flatMap(({ campaign }) => (campaign ? [campaign.code] : []));
  const [use, uses] = await Promise.all([
    subscriptions.countByPlan(),
    codes.length === 0 ? new Map<string, number>() : campaignCodes.countUses(codes),
  ]);
  return plans.map((plan) => {
    const { subscribers, coming } = use.get(plan.id) ?? { subscribers: 0, coming: 0 };
    return administeredPlanReply(plan, { subscribers, coming, codeUses: uses.get(plan.campaign?.code ?? '') ?? 0 });
  });
}

export const userPlanCalls: readonly Implementation[] = [
  handleList,
  handleListVersions,
  handleListSubscribers,
  handleCreate,
  handleUpdate,
  handleArchive,
  handleCreateCode,
  handleListCodes,
];
