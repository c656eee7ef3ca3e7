import { currenciesOf, type PairName } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** @throws {Refusal} `cotRequired` where the organization's brand asks for COT and these pairs do not trade it */
export async function requireCot(
  pairs: readonly PairName[],
  { organizationId, deps }: { readonly organizationId: string; readonly deps: ServerContext },
): Promise<void> {
  const { features } = deps.tenancy.brandOf(await deps.organizations.require(organizationId));
  if (features.requiredCot && !currenciesOf(pairs).includes('COT')) throw new Refusal('cotRequired');
}
