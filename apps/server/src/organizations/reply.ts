import type { Exchange as ExchangeReply, Organization as OrganizationReply } from '@tenbin/contract';
import type { Exchange, Organization } from '@tenbin/db';
import { type MarketRules, type PairName, parsePair } from '@tenbin/market';
import type { ServerContext } from '../context.ts';

type Of = Pick<ServerContext, 'database' | 'tenancy'>;

/** @param exchanges - those that it offers */
function organizationReply(organization: Organization, exchanges: readonly Exchange[], { tenancy }: Of): OrganizationReply {
  const { settings } = organization;
  const { features } = tenancy.brandOf(organization);
  return {
    _id: organization.id,
    name: organization.name,
    slug: organization.slug,
    exchanges: exchanges.map(({ id }) => id),
    plan: organization.isFree ? 'FREE' : 'BASIC',
    planOptions: [],
    helpPages: { ...organization.helpPages },
    omitPairs: [...settings.omitPairs],
    isFree: organization.isFree,
    botsPerUser: settings.botsPerUser,
    defaultOrderWidth: features.defaultOrderWidth ? settings.defaultOrderWidth : null,
    minimumBtcBalance: features.checkBtcBalance ? settings.minimumBtcBalance : null,
    contactEmail: settings.contactEmail,
  };
}

export const organizationReplyOf = async (organization: Organization, deps: Of): Promise<OrganizationReply> =>
  organizationReply(organization, await deps.database.platform.exchanges.listOffered(organization.id), deps);

/** Of many at once: their exchanges are read together. */
export async function repliesOfAll(organizations: readonly Organization[], deps: Of): Promise<OrganizationReply[]> {
  const offered = await deps.database.platform.exchanges.listOfferedByAll();
  return organizations.map((one) => organizationReply(one, offered.get(one.id) ?? [], deps));
}

/** @param given - `omitPairs`: those that the organization does not offer */
export function exchangeReply(
  { id, name, requiresPassphrase, timeScale }: Exchange,
  { markets, omitPairs }: { markets: ReadonlyMap<PairName, MarketRules>; omitPairs: readonly PairName[] },
): ExchangeReply {
  const offered = [...markets.values()].filter(({ pair }) => !omitPairs.includes(pair));
  return { _id: id, name, requiresPassphrase, timeScale, availableCurrencyPairs: offered.map(currencyPairReply) };
}

function currencyPairReply(rules: MarketRules): ExchangeReply['availableCurrencyPairs'][number] {
  const { base, counter } = parsePair(rules.pair);
  return {
    name: rules.pair,
    baseName: base,
    counterName: counter,
    minAmount: rules.minimumAmount,
    minCost: rules.minimumNotional,
    tickSize: rules.tickSize,
    lotSize: rules.lotSize,
    baseUnit: rules.baseUnit,
    counterUnit: rules.counterUnit,
  };
}
