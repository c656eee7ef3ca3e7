import { requireAtRest } from '@tenbin/bots';
import { autoRebalanceByBot, validateAutoRebalanceConfig } from '@tenbin/contract';
import { currenciesOf } from '@tenbin/market';
import { checkCurrencies, checkSetup, planRebalance, requirePassed, suggestedBalance, toleranceOf } from '@tenbin/strategy';
import { readForCheck, requireAutoRebalanceOffered } from '../../bots/check-at-exchange.ts';
import { placeOf } from '../../bots/place-of.ts';
import { rebalanceReply, turnoverReply } from '../../bots/rebalance-reply.ts';
import { requestRebalance } from '../../bots/request-rebalance.ts';
import { pairsBetween, requirePlan } from '../../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../../exchange-access/require-exchange.ts';
import { requireShare } from '../../limits/limits.ts';
import { type Implementation, implement } from '../../route/implement.ts';

const handleValidate = implement(validateAutoRebalanceConfig, async ({ body: { config }, actor, deps }) => {
  const asker = { actor, deps };
  const { settings } = await requireAutoRebalanceOffered(asker);
  const exchange = await requireExchange(actor, config.exchangeId);
  requirePassed(checkCurrencies(config.pairs));
  const rules = await fetchOfferedMarkets(exchange, asker);
  requireOffered(config.pairs, rules);
  requireShare(deps.limits.exchangeCalls, actor);
  const currencies = currenciesOf(config.pairs);
  const { prices, usd } = await deps.exchanges.fetchPrices(exchange, { pairs: pairsBetween(currencies, rules), currencies, asker: actor });
  const balances = Object.fromEntries(currencies.map((currency) => [currency, config.balance[currency] ?? '0']));
  const { orders, turnover, rebalancedBalances } = requirePlan(
    planRebalance({ balances, rules, prices, usd, tolerance: toleranceOf(settings) }),
  );
  const bot = { balances: rebalancedBalances, pairs: config.pairs, rules, prices, usd };
  if (config.delta !== undefined) requirePassed(checkSetup({ ...bot, delta: config.delta }));
  return {
    success: true,
    orders: orders.map((order) => ({ ...order })),
    suggestedBalance: suggestedBalance(balances, usd, { rebalanced: rebalancedBalances }),
    turnover: turnoverReply(turnover, settings.rebalanceFees),
  };
});

const handleAutoRebalance = implement(autoRebalanceByBot, async ({ params, body, actor, deps, caller }) => {
  const asker = { actor, deps };
  const at = deps.clock.now();
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  await requireAutoRebalanceOffered(asker);
  requireAtRest(bot);
  const exchange = await requireExchange(actor, bot.exchangeId);
  const check = await readForCheck(bot, await placeOf(bot, exchange, asker), asker);
  const rebalance = await requestRebalance({ bot, check, startsBot: body.autoActivation ?? false, at }, asker);
  return rebalanceReply(rebalance, caller.language);
});

export const autoRebalanceCalls: readonly Implementation[] = [handleValidate, handleAutoRebalance];
