import { type PlanTerms, type Subscription, type UserPlan, yen } from '@tenbin/billing';
import type { Brand } from '@tenbin/brand';
import { type Database, newId, type OrganizationDatabase, paypalAccountIdentity, type Vault } from '@tenbin/db';
import type { Runtime } from '@tenbin/runtime';
import type { TrialPayments } from './payments.ts';
import type { TrialAccount } from './trial-accounts.ts';

interface Selling {
  readonly payments: TrialPayments;
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal'>;
  readonly clock: Pick<Runtime, 'now'>;
  readonly brands: ReadonlyMap<string, Brand>;
  readonly accounts: readonly TrialAccount[];
}

const terms = (given: Pick<PlanTerms, 'name' | 'tradingLimit'> & { price: number; installation: number }): PlanTerms => ({
  name: given.name,
  tradingLimit: given.tradingLimit,
  monthlyPrice: yen(given.price),
  initialInstallationCost: yen(given.installation),
  expirationDate: null,
  selectableExchanges: [],
  availablePlanFeatures: ['BASIC_FEATURE', 'SUPPORT_MAIL_CHAT'],
  availablePlanOptions: [],
  campaign: null,
});

const plans = [
  terms({ name: 'Light', tradingLimit: '100000', price: 2200, installation: 0 }),
  terms({ name: 'Standard', tradingLimit: '1000000', price: 5500, installation: 11_000 }),
  terms({ name: 'Unlimited', tradingLimit: null, price: 16_500, installation: 11_000 }),
];

/** Lets every organization whose brand sells plans sell some, over the stand-in; its trial user has the largest as a gift. */
export async function sellPlans({ payments, database, vault, clock, brands, accounts }: Selling): Promise<void> {
  for (const { id, slug } of await database.platform.organizations.list()) {
    if (!brands.get(slug)?.features.paypal) continue;
    const own = database.forOrganization(id);
    if ((await own.paypalAccounts.findCurrent()) === null) await openAccount(own, { payments, vault, clock });
    const known = await own.userPlans.listCurrent();
    const offered = known.length > 0 ? known : await Promise.all(plans.map((plan) => own.userPlans.create(plan, clock.now())));
    const account = accounts.find(({ organization, role }) => organization === slug && role === 'user');
    const largest = offered.find(({ tradingLimit }) => tradingLimit === null);
    if (account && largest) await giveOnce(own, { email: account.email, plan: largest, now: clock.now() });
  }
}

async function openAccount(
  own: OrganizationDatabase,
  { payments, vault, clock }: Pick<Selling, 'payments' | 'vault' | 'clock'>,
): Promise<void> {
  const id = newId();
  const { clientId, secret } = payments.standIn.addAccount();
  const sealed = vault.seal(JSON.stringify({ secret }), paypalAccountIdentity(own.organizationId, id));
  await payments.save();
  await own.paypalAccounts.replace({ id, environment: 'sandbox', clientId, sealed }, clock.now());
}

async function giveOnce(own: OrganizationDatabase, { email, plan, now }: { email: string; plan: UserPlan; now: Date }): Promise<void> {
  const user = await own.users.findByEmail(email);
  if (user === null || (await own.subscriptions.findLatestOfUser(user.id)) !== null) return;
  const gift: Subscription = {
    id: newId(),
    userId: user.id,
    source: 'gift',
    plan,
    nextPlan: null,
    status: { kind: 'active' },
    paypalSubscriptionId: null,
    period: null,
    anchorDay: 1,
    paidAt: null,
    reversedAt: null,
    owedUpgradePrice: null,
    startedAt: now,
    expiresAt: null,
  };
  await own.subscriptions.create(gift, null);
}
