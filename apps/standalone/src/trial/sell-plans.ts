import { type PlanTerms, type Subscription, yen } from '@tenbin/billing';
import type { Brand } from '@tenbin/brand';
import { type Database, type OrganizationDatabase, paypalAccountIdentity, type Vault } from '@tenbin/db';
import type { Runtime } from '@tenbin/runtime';
import type { TrialPayments } from './payments.ts';

interface Selling {
  readonly payments: TrialPayments;
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal'>;
  readonly clock: Pick<Runtime, 'now'>;
  readonly brands: ReadonlyMap<string, Brand>;
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

/** Lets every organization whose brand sells plans sell some, over the stand-in. What it sells later is its administrators' to change. */
export async function sellPlans({ payments, database, vault, clock, brands }: Selling): Promise<void> {
  for (const { id, slug, isFree } of await database.platform.organizations.list()) {
    if (isFree || !brands.get(slug)?.features.paypal) continue;
    const own = database.forOrganization(id);
    if ((await own.paypalAccounts.findCurrent()) === null) await openAccount(own, { payments, vault, clock });
    if ((await own.userPlans.listCurrent()).length > 0) continue;
    for (const plan of plans) await own.userPlans.create(plan, clock.now());
  }
}

async function openAccount(
  own: OrganizationDatabase,
  { payments, vault, clock }: Pick<Selling, 'payments' | 'vault' | 'clock'>,
): Promise<void> {
  const id = own.newId();
  const { clientId, secret } = payments.standIn.addAccount();
  const sealed = vault.seal(JSON.stringify({ secret }), paypalAccountIdentity(own.organizationId, id));
  await payments.save();
  await own.paypalAccounts.replace({ id, environment: 'sandbox', clientId, sealed }, clock.now());
}

/** The largest plan as a gift, once, to a user of an organization that sells any. */
export async function givePlan(own: OrganizationDatabase, email: string, now: Date): Promise<void> {
  const user = await own.users.findByEmail(email);
  const largest = (await own.userPlans.listCurrent()).find(({ tradingLimit }) => tradingLimit === null);
  if (user === null || largest === undefined || (await own.subscriptions.findLatestOfUser(user.id)) !== null) return;
  const gift: Subscription = {
    id: own.newId(),
    userId: user.id,
    source: 'gift',
    plan: largest,
    nextPlan: null,
    status: { kind: 'active' },
    paypalSubscriptionId: null,
    period: null,
    anchorDay: 1,
    paidAt: null,
    reversedAt: null,
    owedUpgradePrice: null,
    paidPlan: null,
    startedAt: now,
    expiresAt: null,
  };
  await own.subscriptions.create(gift, null);
}
