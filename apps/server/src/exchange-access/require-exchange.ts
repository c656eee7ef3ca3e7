import type { Exchange, Organization } from '@tenbin/db';
import type { MarketRules, PairName } from '@tenbin/market';
import type { ServerContext } from '../context.ts';
import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfOwner } from '../tenancy/owner.ts';

/**
 * An exchange that the caller's organization offers.
 *
 * @throws {Refusal} `exchangeNotFound`
 */
export async function requireExchange(actor: Owner, id: string): Promise<Exchange> {
  const found = (await actor.organization.exchanges()).find((exchange) => exchange.id === id);
  if (!found) throw new Refusal('exchangeNotFound');
  return found;
}

/**
 * One of the exchanges that an organization offers.
 *
 * @param wanted - id or name; absent: the first
 * @throws {Refusal} `exchangeNotFound`
 */
export function chooseExchange(offered: readonly Exchange[], wanted: string | undefined): Exchange {
  const found = wanted === undefined ? offered[0] : offered.find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new Refusal('exchangeNotFound');
  return found;
}

/** Those that neither the platform nor the organization offers there. */
export const omittedPairsOf = (exchange: Pick<Exchange, 'omitPairs'>, { omitPairs }: Organization['settings']): PairName[] => [
  ...exchange.omitPairs,
  ...omitPairs,
];

/** The pairs that the caller's organization offers on an exchange, with what the exchange demands. */
export async function fetchOfferedMarkets(
  exchange: Exchange,
  { actor, deps }: { actor: Owner; deps: ServerContext },
): Promise<ReadonlyMap<PairName, MarketRules>> {
  const [{ settings }, markets] = await Promise.all([
    organizationOfOwner(actor.organizationId, deps),
    deps.exchanges.fetchMarkets(exchange),
  ]);
  const omitted = omittedPairsOf(exchange, settings);
  if (omitted.length === 0) return markets;
  return new Map([...markets].filter(([pair]) => !omitted.includes(pair)));
}

/** @throws {Refusal} `pairNotAvailable` */
export function requireOffered(pairs: readonly PairName[], markets: ReadonlyMap<PairName, MarketRules>): void {
  const missing = pairs.find((pair) => !markets.has(pair));
  if (missing !== undefined) throw new Refusal('pairNotAvailable', { facts: { pair: missing } });
}
