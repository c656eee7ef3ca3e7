import type { Organization, OrganizationDatabase } from '@tenbin/db';
import { currenciesOf, type PairName } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

/** @throws {Refusal} `cotRequired` where the organization's brand asks for COT and these pairs do not trade it */
export async function requireCot(
  pairs: readonly PairName[],
  { organizationId, deps }: { readonly organizationId: string; readonly deps: ServerContext },
): Promise<void> {
  const { features } = deps.tenancy.brandOf(await deps.organizations.require(organizationId));
  if (features.requiredCot && !currenciesOf(pairs).includes('COT')) throw new Refusal('cotRequired');
}

/** @throws {Refusal} `affiliateMayNotTrade` for an account that is for referrals only */
export async function requireNotAffiliate({ organization, userId }: Pick<Owner, 'organization' | 'userId'>): Promise<void> {
  const { isAffiliate } = await organization.users.require(userId);
  if (isAffiliate) throw new Refusal('affiliateMayNotTrade');
}

/** @throws {Refusal} `affiliateMayNotTrade`; `organizationSuspended` where nothing trades */
export async function requireTrader(owner: Owner, { organizations }: Pick<ServerContext, 'organizations'>): Promise<void> {
  await requireNotAffiliate(owner);
  requireNotSuspended(await organizations.require(owner.organizationId));
}

function requireNotSuspended({ suspendedAt }: Organization): void {
  if (suspendedAt !== null) throw new Refusal('organizationSuspended');
}

/**
 * Whether one more bot of the organization may run now, by its row as it stands: locked, so that of two that ask at once the
 * second counts the first, and a suspension comes before or after. Inside a transaction with the request.
 *
 * @throws {Refusal} `organizationSuspended`, `organizationRunningFull`
 */
export async function requireMayRunOneMore(within: OrganizationDatabase, botId: string): Promise<void> {
  const organization = await within.lockOrganization();
  requireNotSuspended(organization);
  const { workersShare: most } = organization.limits;
  if (most !== null && (await within.bots.countBusy(botId)) >= most) throw new Refusal('organizationRunningFull', { facts: { most } });
}

/** @throws {Refusal} `organizationBotsFull` where the organization has as many as it may. Inside a transaction. */
export async function requireRoomInOrganization(within: OrganizationDatabase): Promise<void> {
  const { bots: most } = (await within.lockOrganization()).limits;
  if (most !== null && (await within.botList.count({})) >= most) throw new Refusal('organizationBotsFull', { facts: { most } });
}
