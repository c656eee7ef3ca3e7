import type { Organization } from '@tenbin/db';
import { compare, type Decimal, subtract } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** Whether the organization's brand lets no bot start without a minimum of it. */
export const asksForBtc = (organization: Organization, { tenancy }: Pick<ServerContext, 'tenancy'>): boolean =>
  tenancy.brandOf(organization).features.checkBtcBalance;

/**
 * @param held - BTC in the whole wallet, whatever the bot trades
 * @throws {Refusal} `notEnoughBtc` where the organization's brand asks for more of it
 */
export function requireBtcBalance(held: Decimal, organization: Organization, deps: Pick<ServerContext, 'tenancy'>): void {
  const { minimumBtcBalance: minimum } = organization.settings;
  if (!asksForBtc(organization, deps) || compare(held, minimum) >= 0) return;
  throw new Refusal('notEnoughBtc', { facts: { minimum, held, missing: subtract(minimum, held) } });
}
