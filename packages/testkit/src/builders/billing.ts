import { type BillFacts, type PlanTerms, type Subscription, type UserPlan, yen } from '@tenbin/billing';
import { type NewPayment, type OrganizationDatabase, type PaypalAccount, paypalAccountIdentity } from '@tenbin/db';
import { newId } from '../new-id.ts';
import { testVault } from './tenant.ts';

export const planTerms = (given: Partial<PlanTerms> = {}): PlanTerms => ({
  name: 'Standard',
  tradingLimit: '10000',
  expirationDate: null,
  monthlyPrice: yen(5000),
  initialInstallationCost: yen(10_000),
  selectableExchanges: [],
  availablePlanFeatures: [],
  availablePlanOptions: [],
  campaign: null,
  ...given,
});

/** An active one, paid since the beginning of 2026. */
export const newSubscription = (
  given: Pick<Subscription, 'userId'> & { readonly plan: UserPlan } & Partial<Subscription>,
): Subscription => ({
  id: newId(),
  source: 'paypal',
  nextPlan: null,
  status: { kind: 'active' },
  paypalSubscriptionId: `I-${newId()}`,
  period: { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T10:00:00Z') },
  anchorDay: null,
  paidAt: new Date('2026-01-01T00:00:00Z'),
  reversedAt: null,
  owedUpgradePrice: null,
  paidPlan: null,
  startedAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: null,
  ...given,
});

export const newPayment = (given: Partial<NewPayment> = {}): NewPayment => ({
  key: `sale-${newId()}`,
  at: new Date('2026-01-01T00:00:00Z'),
  userId: null,
  subscriptionId: null,
  paypalSubscriptionId: null,
  planName: 'Standard',
  campaignCode: null,
  payment: yen(5000),
  type: 'SUBSCRIPTION_FEE',
  result: 'COMPLETED',
  refundOf: null,
  isUnexpected: false,
  ...given,
});

export function buildPaypalAccount(own: OrganizationDatabase, secret = 'the-secret'): Promise<PaypalAccount> {
  const id = newId();
  const sealed = testVault.seal(JSON.stringify({ secret }), paypalAccountIdentity(own.organizationId, id));
  return own.paypalAccounts.replace({ id, environment: 'sandbox', clientId: 'the-client', sealed }, new Date());
}

/** A month of an organization on its plan alone. */
export const billFacts = (given: Partial<BillFacts> = {}): BillFacts => ({
  month: '2026/01',
  plan: { name: 'BASIC', price: yen(50_000) },
  options: [],
  activeUsers: 0,
  pricePerUser: yen(0),
  volume: '0',
  basisPoints: '0',
  usdRate: { yenPerUsd: '150', source: 'mid rate of the day', date: '2026-01-31' },
  taxRate: 10,
  ...given,
});
