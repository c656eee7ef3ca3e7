import type { Brand } from '@tenbin/brand';
import type { Organization, OrganizationDatabase, PaypalAccount } from '@tenbin/db';
import type { PaypalClient } from '@tenbin/paypal';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** What payments need of a server. */
export type PaymentDeps = Pick<ServerContext, 'clock' | 'log' | 'organizations' | 'tenancy' | 'paypal' | 'urlOf' | 'vault' | 'database'>;

/** Whose payments are worked on, and with what. */
export interface PaymentScope {
  readonly organization: OrganizationDatabase;
  readonly deps: PaymentDeps;
}

/** An organization that sells plans. */
export interface Seller extends PaymentScope {
  readonly settings: Organization;
  readonly brand: Brand;
  readonly account: PaypalAccount;
  readonly client: PaypalClient;
}

/**
 * @throws {Refusal} `nothingToPay` in a free organization; `paymentsNotOffered` where its brand sells none, it has no account, or
 *   has one for real money where nothing real may be paid
 */
export async function requireSeller(scope: PaymentScope): Promise<Seller> {
  const { organization, deps } = scope;
  const settings = await deps.organizations.require(organization.organizationId);
  if (settings.isFree) throw new Refusal('nothingToPay');
  const brand = deps.tenancy.brandOf(settings);
  const account = brand.features.paypal ? await organization.paypalAccounts.findCurrent() : null;
  if (account === null || (brand.features.staging && account.environment === 'live')) throw new Refusal('paymentsNotOffered');
  return { ...scope, settings, brand, account, client: deps.paypal.clientOf(settings.id, account) };
}

/** Whose credentials reach what was made with them. */
export async function clientFor(accountId: string, { organization, deps }: PaymentScope): Promise<PaypalClient> {
  const account = await organization.paypalAccounts.find(accountId);
  if (account === null) throw new Error(`no account at PayPal ${accountId}`);
  return deps.paypal.clientOf(organization.organizationId, account);
}
