import { getBalances, getBalancesByBody, type RouteReply } from '@tenbin/contract';
import { add, isPositive } from '@tenbin/market';
import type { ServerContext } from '../../context.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import type { Actor } from '../../route/caller.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { withGivenKey } from './check-api-key.ts';
import type { GivenKey } from './key-of.ts';

/** What the account has, the most valuable first. */
async function readWallet(
  exchangeId: string,
  given: GivenKey,
  asker: { actor: Actor; deps: ServerContext },
): Promise<RouteReply<typeof getBalances>> {
  const wallet = await withGivenKey({ exchangeId, given }, asker, (account) => account.fetchWallet());
  const held = Object.entries(wallet)
    .map(([currency, { free, locked }]) => ({ currency, free, locked, total: add(free, locked) }))
    .filter(({ total }) => isPositive(total));
  const exchange = await requireExchange(asker.actor, exchangeId);
  const { usd } = await asker.deps.exchanges.fetchPrices(exchange, {
    currencies: held.map(({ currency }) => currency),
    asker: asker.actor,
  });
  const worthOf = ({ currency, total }: { currency: string; total: string }): number | null => {
    const price = usd.get(currency);
    return price === undefined ? null : Math.round(Number(total) * price * 100) / 100;
  };
  return held.map((holding) => ({ ...holding, usd: worthOf(holding) })).sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0));
}

export const getBalanceCalls: readonly Implementation[] = [
  implement(getBalances, ({ params, query, ...asker }) => readWallet(params.id, query, asker)),
  implement(getBalancesByBody, ({ params, body, ...asker }) => readWallet(params.id, body, asker)),
];
