import type { PaypalEnvironment } from '@tenbin/billing';
import type { Brand } from '@tenbin/brand';
import type { Organization, OrganizationDatabase, PaypalAccount } from '@tenbin/db';
import type { PaypalClient } from '@tenbin/paypal';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** What payments need of a server. */
export type PaymentDeps = Pick<
  ServerContext,
  'clock' | 'log' | 'metrics' | 'organizations' | 'tenancy' | 'paypal' | 'urlOf' | 'vault' | 'database'
>;

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
 * @throws {Refusal} `organizationSuspended`; `nothingToPay` in a free organization; `paymentsNotOffered` where its brand sells none, it has no account, or
 *   has one for real money where nothing real may be paid
 */
export async function requireSeller(scope: PaymentScope): Promise<Seller> {
  if ((await scope.organization.organization()).suspendedAt !== null) throw new Refusal('organizationSuspended');
  const seller = await findSeller(scope);
  if (seller) return seller;
  const { isFree } = await scope.deps.organizations.require(scope.organization.organizationId);
  throw new Refusal(isFree ? 'nothingToPay' : 'paymentsNotOffered');
}

/** @returns null where nothing can be sold */
export async function findSeller(scope: PaymentScope): Promise<Seller | null> {
  const { organization, deps } = scope;
  const settings = await deps.organizations.require(organization.organizationId);
  const brand = deps.tenancy.brandOf(settings);
  const account = settings.isFree || !brand.features.paypal ? null : await organization.paypalAccounts.findCurrent();
  if (account === null || !environmentsOf(brand).includes(account.environment)) return null;
  return { ...scope, settings, brand, account, client: deps.paypal.clientOf(settings.id, account) };
}

/** Where an organization of this brand may have its account: nothing real is paid on a staging site. */
export const environmentsOf = ({ features }: Brand): readonly PaypalEnvironment[] => (features.staging ? ['sandbox'] : ['sandbox', 'live']);

/** Whose credentials reach what was made with them. */
export async function clientFor(accountId: string, { organization, deps }: PaymentScope): Promise<PaypalClient> {
  const account = await organization.paypalAccounts.find(accountId);
  if (account === null) throw new Error(`no account at PayPal ${accountId}`);
  return deps.paypal.clientOf(organization.organizationId, account);
}
