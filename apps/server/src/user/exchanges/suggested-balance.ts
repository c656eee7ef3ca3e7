import { getSuggestedBalance, getSuggestedBalanceByBody, type RouteOutput, type RouteReply } from '@tenbin/contract';
import { currenciesOf } from '@tenbin/market';
import { checkCurrencies, planRebalance, requirePassed, suggestedBalance } from '@tenbin/strategy';
import { pairsBetween } from '../../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../../exchange-access/require-exchange.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { availableBalances } from '../../exchange-accounts/available-balances.ts';
import type { Actor } from '../../route/caller.ts';
import { type Asking, type Implementation, implement } from '../../route/implement.ts';
import { keyOf } from './key-of.ts';

type Wanted = RouteOutput<typeof getSuggestedBalanceByBody>['body'];

async function suggest(exchangeId: string, wanted: Wanted, asker: Asking<Actor>): Promise<RouteReply<typeof getSuggestedBalance>> {
  const { actor, deps } = asker;
  const exchange = await requireExchange(actor, exchangeId);
  const { key, others } = await keyOf(wanted, exchange, asker);
  requirePassed(checkCurrencies(wanted.pairs));
  const markets = await fetchOfferedMarkets(exchange, asker);
  requireOffered(wanted.pairs, markets);
  const currencies = currenciesOf(wanted.pairs);
  const [wallet, { prices, usd }] = await Promise.all([
    withKey(key, { asker: actor, deps }, (account) => account.fetchWallet()),
    deps.exchanges.fetchPrices(exchange, { pairs: pairsBetween(currencies, markets), currencies, asker: actor }),
  ]);
  const balances = availableBalances(wallet, { currencies, others });
  const result = planRebalance({ balances, rules: markets, prices, usd });
  return suggestedBalance(balances, usd, { rebalanced: result.ok ? result.plan.rebalancedBalances : undefined });
}

export const suggestedBalanceCalls: readonly Implementation[] = [
  implement(getSuggestedBalance, ({ params, query, ...asker }) => suggest(params.id, query, asker)),
  implement(getSuggestedBalanceByBody, ({ params, body, ...asker }) => suggest(params.id, body, asker)),
];
