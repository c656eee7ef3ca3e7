import { isPaid } from '@tenbin/accounts';
import { requireStopped } from '@tenbin/bots';
import { autoRebalanceByBot, validateAutoRebalanceConfig } from '@tenbin/contract';
import type { BotRow, Rebalance } from '@tenbin/db';
import { currenciesOf, DomainError } from '@tenbin/market';
import { type BotCheck, checkCurrencies, checkSetup, checkStart, planRebalance, requirePassed, suggestedBalance } from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { pairsBetween, requirePlan } from '../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../exchange-access/require-exchange.ts';
import { requireShare } from '../limits/limits.ts';
import { rebalanceReply, turnoverReply } from '../rebalance-reply.ts';
import type { Owner } from '../route/caller.ts';
import { type Implementation, implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { readForCheck, requireAutoRebalanceOffered, toleranceOf } from './check-at-exchange.ts';
import { placeOf } from './place-of.ts';

interface Asker {
  readonly actor: Owner;
  readonly deps: ServerContext;
}

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
  if (bot.rebalanceId !== null) throw new Refusal('rebalanceUnderWay');
  requireStopped(bot.phase);
  if (bot.active) throw new Refusal('botRunning');
  const exchange = await requireExchange(actor, bot.exchangeId);
  const check = await readForCheck(bot, await placeOf(bot, exchange, asker), asker);
  const rebalance = await requestRebalance({ bot, check, startsBot: body.autoActivation ?? false, at }, asker);
  return rebalanceReply(rebalance, caller.language);
});

/**
 * Writes the wish; the worker makes it so, and starts the bot afterwards where that is asked for.
 *
 * @param given - `at`: when it was asked for; a stop asked for later goes before it
 * @throws {Refusal} `paymentRequired`, `autoRebalanceNotOffered`; {DomainError} why the wallet cannot be made even, or why the
 * bot could not start with what rebalancing leads to
 */
export async function requestRebalance(
  { bot, check, startsBot, at }: { readonly bot: BotRow; readonly check: BotCheck; readonly startsBot: boolean; readonly at: Date },
  { actor, deps }: Asker,
): Promise<Rebalance> {
  const { isFree, settings } = await requireAutoRebalanceOffered({ actor, deps });
  const tolerance = toleranceOf(settings);
  const { rebalancedBalances } = requirePlan(planRebalance({ ...check, tolerance }));
  if (startsBot) {
    if (!mayRun(isFree)) throw new Refusal('paymentRequired');
    requirePassed(checkStart({ ...check, balances: rebalancedBalances }, { tolerance }));
  }
  const wanted = { userId: actor.userId, botId: bot.id, startsBot, feePercents: settings.rebalanceFees, at };
  const rebalance = await actor.organization.rebalances.request(wanted);
  deps.signals.botChanged(actor.organizationId, bot);
  return rebalance;
}

const mayRun = (isFreeOrganization: boolean): boolean => isPaid({ isFreeOrganization, hasPlan: false, stopReasons: [] });

/**
 * A bot that is set to rebalance and to start by itself is asked to at once.
 *
 * @param given - `at`: when its settings were sent; a stop asked for later goes before it
 * @returns whether it was
 */
export async function startByItself(
  { bot, check, at }: { readonly bot: BotRow; readonly check: BotCheck; readonly at: Date },
  asker: Asker,
): Promise<boolean> {
  if (!bot.autoRebalance || !bot.autoActivation) return false;
  const { isFree } = await asker.deps.organizations.require(asker.actor.organizationId);
  if (!mayRun(isFree)) return false;
  try {
    await requestRebalance({ bot, check, startsBot: true, at }, asker);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'botStopping') return false;
    throw error;
  }
}

export const rebalanceCalls: readonly Implementation[] = [handleValidate, handleAutoRebalance];
