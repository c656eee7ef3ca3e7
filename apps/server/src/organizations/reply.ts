import { type Language, languages } from '@tenbin/accounts';
import type { Exchange as ExchangeReply, Organization as OrganizationReply } from '@tenbin/contract';
import type { Exchange, Organization } from '@tenbin/db';
import { type MarketRules, type PairName, parsePair } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';

interface Of {
  readonly deps: Pick<ServerContext, 'database' | 'tenancy'>;
  readonly caller: Pick<Caller, 'language'>;
}

/** @param exchanges - those that it offers */
function organizationReply(organization: Organization, exchanges: readonly Exchange[], { deps, caller }: Of): OrganizationReply {
  const { settings } = organization;
  const { features } = deps.tenancy.brandOf(organization);
  return {
    _id: organization.id,
    name: organization.name,
    slug: organization.slug,
    exchanges: exchanges.map(({ id }) => id),
    plan: organization.plan,
    planOptions: [...organization.planOptions],
    helpPages: helpPagesIn(organization, caller.language),
    omitPairs: [...settings.omitPairs],
    isFree: organization.isFree,
    botsPerUser: settings.botsPerUser,
    defaultOrderWidth: features.defaultOrderWidth ? settings.defaultOrderWidth : null,
    minimumBtcBalance: features.checkBtcBalance ? settings.minimumBtcBalance : null,
    contactEmail: settings.contactEmail,
  };
}

/** What is not written in the reader's language is better read in the other one than not at all. */
const helpPagesIn = ({ helpPages }: Organization, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(helpPages).flatMap(([topic, page]) => {
      const text = [language, ...languages].map((one) => page[one]).find((one) => one.trim() !== '');
      return text === undefined ? [] : [[topic, text]];
    }),
  );

/** @param given - `caller`: whose language its help pages are in */
export const organizationReplyOf = async (organization: Organization, given: Of): Promise<OrganizationReply> =>
  organizationReply(organization, await given.deps.database.platform.exchanges.listOffered(organization.id), given);

/** Of many at once: their exchanges are read together. */
export async function repliesOfAll(organizations: readonly Organization[], given: Of): Promise<OrganizationReply[]> {
  const offered = await given.deps.database.platform.exchanges.listOfferedByAll();
  return organizations.map((one) => organizationReply(one, offered.get(one.id) ?? [], given));
}

/** @param given - `omitPairs`: those that the organization does not offer */
export function exchangeReply(
  { id, name, requiresPassphrase, timeScale }: Exchange,
  { markets, omitPairs }: { markets: ReadonlyMap<PairName, MarketRules>; omitPairs: readonly PairName[] },
): ExchangeReply {
  const offered = [...markets.values()].filter(({ pair }) => !omitPairs.includes(pair));
  return { _id: id, name, requiresPassphrase, timeScale, availableCurrencyPairs: offered.map(currencyPairReply) };
}

export function currencyPairReply(rules: MarketRules): ExchangeReply['availableCurrencyPairs'][number] {
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
