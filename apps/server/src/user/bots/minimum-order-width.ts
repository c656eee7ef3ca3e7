import { getMinimumOrderWidth } from '@tenbin/contract';
import { type Balances, currenciesOf } from '@tenbin/market';
import { checkCurrencies, checkPositive, planRebalance, requirePassed, rewardPerTrade, widthRange } from '@tenbin/strategy';
import { breakEvenOf, dearestOf } from '../../exchange-access/break-even.ts';
import { pairsBetween, requirePlan } from '../../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../../exchange-access/require-exchange.ts';
import { requireShare } from '../../limits/limits.ts';
import { implement } from '../../route/implement.ts';

export const handleGetMinimumOrderWidth = implement(getMinimumOrderWidth, async ({ params, query, actor, deps }) => {
  const exchange = await requireExchange(actor, params.exchangeId);
  const { pairs, balance, rebalancedBalance, isAutoRebalanceOrganization = false } = query;
  requirePassed(checkCurrencies(pairs));
  const rules = await fetchOfferedMarkets(exchange, { actor, deps });
  requireOffered(pairs, rules);
  requireShare(deps.limits.exchangeCalls, actor);
  const currencies = currenciesOf(pairs);
  const ofBot = (given: Balances): Balances => Object.fromEntries(currencies.map((currency) => [currency, given[currency] ?? '0']));
  const { prices, usd } = await deps.exchanges.fetchPrices(exchange, { pairs: pairsBetween(currencies, rules), currencies, asker: actor });
  const rebalanced = (): Balances => requirePlan(planRebalance({ balances: ofBot(balance), rules, prices, usd })).rebalancedBalances;
  const balances = isAutoRebalanceOrganization ? (rebalancedBalance ? ofBot(rebalancedBalance) : rebalanced()) : ofBot(balance);
  requirePassed(checkPositive(balances, currencies));
  const range = widthRange({ balances, pairs, rules, prices, usd });
  const { moved, together } = breakEvenOf(dearestOf(pairs, { published: rules }), { postOnly: true });
  return {
    minimumOrderWidth: range.minimum,
    maximumOrderWidth: range.maximum,
    shownMinimum: range.shownMinimum,
    shownMaximum: range.shownMaximum,
    minimumRewardPerTrade: range.minimum === null ? null : rewardPerTrade(range.minimum, currencies.length),
    breakEvenWidth: moved,
    breakEvenWidthTogether: together,
    limitedBy: range.limitedBy,
  };
});
