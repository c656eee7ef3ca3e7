import type { PaypalEnvironment } from '@tenbin/billing';
import { getPaypalAccount, listUnclaimedSubscriptions, type PaypalAccount as Reply, setPaypalAccount } from '@tenbin/contract';
import { type OrganizationDatabase, type PaypalAccount, paypalAccountIdentity } from '@tenbin/db';
import { type PaypalClient, PaypalError } from '@tenbin/paypal';
import type { ServerContext } from '../../context.ts';
import { requireWithin } from '../../limits/limits.ts';
import { reasonOf, renewWebhook } from '../../payments/provider-plan.ts';
import { clientFor, environmentsOf } from '../../payments/seller.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

interface Scope {
  readonly organization: OrganizationDatabase;
  readonly deps: ServerContext;
}

const handleGet = implementForAdministrator(getPaypalAccount, ({ actor, deps }) => {
  requireShareOf(actor, deps);
  return accountsReply({ organization: actor.organization, deps });
});

const handleSet = implementForAdministrator(setPaypalAccount, async ({ body, actor, deps, audit }) => {
  const { organization, organizationId } = actor;
  const { clientId, secret, environment, endsSubscriptions = 0, reason } = body;
  if (reason) audit.because(reason);
  const scope = { organization, deps };
  const brand = deps.tenancy.brandOf(await deps.organizations.require(organizationId));
  if (!environmentsOf(brand).includes(environment)) throw new Refusal('sandboxOnly');
  requireShareOf(actor, deps);
  await requireAccepted(body, deps);
  const before = await organization.paypalAccounts.findCurrent();
  const isSame = before?.clientId === clientId && before.environment === environment;
  const ending = before && !isSame ? ((await organization.subscriptions.countByAccount()).get(before.id) ?? 0) : 0;
  if (ending !== endsSubscriptions && ending > 0) throw new Refusal('subscriptionsWouldEnd', { facts: { count: ending } });
  const id = isSame ? before.id : organization.newId();
  const sealed = deps.vault.seal(JSON.stringify({ secret }), paypalAccountIdentity(organizationId, id));
  const account = await organization.transaction(async (within) => {
    const stored = isSame
      ? await within.paypalAccounts.reseal(id, sealed)
      : await within.paypalAccounts.replace({ id, environment, clientId, sealed }, deps.clock.now());
    audit.add({ environment, clientId, isSameAccount: isSame, endsSubscriptions: ending });
    await audit.storeIn(within);
    return stored;
  });
  const client = deps.paypal.clientOf(organizationId, account);
  // It is stored, and works: where this fails, the first purchase tries again, or the hourly review.
  await renewWebhook({ ...scope, account, client }).catch((err: unknown) => deps.log.warn({ organizationId, err }, 'webhook.make_failed'));
  return accountsReply(scope);
});

/** @throws {Refusal} `paypalCredentialsWrong`; {PaypalError} where PayPal cannot be asked */
async function requireAccepted({ environment, clientId, secret }: Parameters<typeof clientOfBody>[0], deps: ServerContext): Promise<void> {
  try {
    const client = clientOfBody({ environment, clientId, secret }, deps);
    await client.checkCredentials();
    // What a token is good for shows when it is used.
    await client.findWebhook(deps.paypal.webhookUrlOf(''));
  } catch (error) {
    if (!(error instanceof PaypalError && error.kind === 'rejected')) throw error;
    throw error.status === 401
      ? new Refusal('paypalCredentialsWrong', { cause: error })
      : new Refusal('paypalRefused', { facts: { reason: reasonOf(error) }, cause: error });
  }
}

const clientOfBody = (
  { environment, ...credentials }: { readonly environment: PaypalEnvironment; readonly clientId: string; readonly secret: string },
  { paypal }: ServerContext,
) => paypal.clientWith(environment, credentials);

/** Each of them asks the provider. */
const requireShareOf = ({ administratorId }: Administrator, { limits }: ServerContext): void =>
  requireWithin(limits.settlements, administratorId);

async function accountsReply(scope: Scope) {
  const { organization, deps } = scope;
  const counts = await organization.subscriptions.countByAccount();
  const brand = deps.tenancy.brandOf(await deps.organizations.require(organization.organizationId));
  const known = (await organization.paypalAccounts.list()).map((account) => ({ account, subscriptions: counts.get(account.id) ?? 0 }));
  const shown = known.filter(({ account, subscriptions }) => account.replacedAt === null || subscriptions > 0);
  const replies = await Promise.all(shown.map(({ account, subscriptions }) => accountReply(account, subscriptions, scope)));
  return {
    account: replies.find(({ replacedAt }) => replacedAt === null) ?? null,
    earlier: replies.filter(({ replacedAt }) => replacedAt !== null),
    environments: [...environmentsOf(brand)],
  };
}

async function accountReply(account: PaypalAccount, subscriptions: number, { organization, deps }: Scope): Promise<Reply> {
  const { organizationId } = organization;
  const { id, clientId, environment, createdAt, replacedAt } = account;
  const found = await checkOf(deps.paypal.clientOf(organizationId, account), deps.paypal.webhookUrlOf(organizationId));
  return {
    _id: id,
    clientId,
    environment,
    createdAt: createdAt.toISOString(),
    replacedAt: replacedAt?.toISOString() ?? null,
    subscriptions,
    check: { ...found, at: deps.clock.now().toISOString() },
  };
}

async function checkOf(client: PaypalClient, webhookUrl: string): Promise<Omit<Reply['check'], 'at'>> {
  try {
    await client.checkCredentials();
    return { state: 'works', reason: null, webhook: (await client.findWebhook(webhookUrl)) !== null };
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error;
    return { state: error.kind === 'rejected' ? 'refused' : 'unreachable', reason: reasonOf(error) || null, webhook: false };
  }
}

const askedAtMost = 50;

const handleListUnclaimed = implementForAdministrator(listUnclaimedSubscriptions, async ({ actor, deps }) => {
  requireShareOf(actor, deps);
  const { organization } = actor;
  const accounts = (await organization.paypalAccounts.list()).toReversed();
  const living = [];
  for (const paypalSubscriptionId of await organization.subscriptions.listUnclaimed(askedAtMost)) {
    for (const { id } of accounts) {
      const view = await (await clientFor(id, { organization, deps })).findSubscription(paypalSubscriptionId);
      if (view === null) continue;
      const { status, statusAt, planId, nextBillingAt } = view;
      if (status === 'active' || status === 'suspended')
        living.push({
          paypalSubscriptionId,
          status,
          since: statusAt.toISOString(),
          planName: (await organization.userPlans.findByPaypal(planId))?.name ?? null,
          nextBillingAt: nextBillingAt?.toISOString() ?? null,
        });
      break;
    }
  }
  return living;
});

export const paypalAccountCalls: readonly Implementation[] = [handleGet, handleSet, handleListUnclaimed];
