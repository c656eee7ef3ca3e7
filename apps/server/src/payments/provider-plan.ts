import type { UserPlan } from '@tenbin/billing';
import { PaypalError } from '@tenbin/paypal';
import { Refusal } from '../route/refusal.ts';
import type { Seller } from './seller.ts';

/**
 * The provider's plan with this version's price: there it is, or is made now.
 *
 * @param seller - whose account may be another one than that of the plans before
 */
export async function ensureProviderPlan(plan: UserPlan, seller: Seller): Promise<string> {
  if (plan.paypalPlanId !== null) return plan.paypalPlanId;
  const { userPlans } = seller.organization;
  const made = await makeProviderPlan(plan, seller);
  await userPlans.setPaypalPlan(plan.id, made);
  return (await userPlans.require(plan.id)).paypalPlanId ?? made;
}

/** Of a plan that need not be stored yet. The same id asked again is answered with the same plan. */
export async function makeProviderPlan(
  plan: Pick<UserPlan, 'id' | 'name' | 'monthlyPrice' | 'initialInstallationCost'>,
  { organization, account, client, settings }: Seller,
): Promise<string> {
  const productId =
    account.productId ??
    (await organization.paypalAccounts.setProduct(
      account.id,
      await client.createProduct({ requestId: `product-${account.id}`, name: settings.name }),
    ));
  return client.createPlan({ requestId: `plan-${plan.id}`, productId, plan });
}

type WebhookOwner = Pick<Seller, 'organization' | 'account' | 'client' | 'deps'>;

/** Without one the provider is asked for its events: where it takes no such address, that is how they come. */
export async function ensureWebhook(owner: WebhookOwner): Promise<void> {
  if (owner.account.webhookId === null) await renewWebhook(owner);
}

/** What it signs is genuine by the id that it has there now: one that was removed, or made anew by hand, has another. */
export async function renewWebhook({ organization, account, client, deps }: WebhookOwner): Promise<void> {
  const { organizationId } = organization;
  try {
    const id = await client.ensureWebhook(deps.paypal.webhookUrlOf(organizationId));
    if (id !== account.webhookId) await organization.paypalAccounts.setWebhook(account.id, id);
  } catch (error) {
    if (!(error instanceof PaypalError && error.kind === 'rejected')) throw error;
    deps.log.warn({ organizationId, err: error }, 'webhook.make_failed');
  }
}

/** What PayPal said, for whoever has the account there: never what was sent. */
export const reasonOf = ({ errorName, issues, debugId, status }: PaypalError): string =>
  [errorName ?? status, ...issues, debugId].filter((part) => part !== null && part !== '').join(' ');

/** A refusal of PayPal's told with its reason. @throws {Refusal} `paypalRefused` */
export async function withPaypalReason<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PaypalError && error.kind === 'rejected')) throw error;
    throw new Refusal('paypalRefused', { facts: { reason: reasonOf(error) }, cause: error });
  }
}
