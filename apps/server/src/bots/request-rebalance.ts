import type { BotRow, Rebalance } from '@tenbin/db';
import { add, type Balances, type Decimal, DomainError, type Facts, subtract } from '@tenbin/market';
import { isCallCode } from '@tenbin/messages';
import { requirePassed, type Strategy, strategyOf } from '@tenbin/strategy';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { requirePlan } from '../exchange-access/rebalance-plan.ts';
import { requireEntitled, requireInPlan } from '../plans/entitlement.ts';
import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { type BotAtExchange, rebalancesByItself, requireAutoRebalanceOffered } from './check-at-exchange.ts';
import { requireBtcBalance } from './require-btc-balance.ts';
import { requireMayRunOneMore, requireTrader } from './require-may-trade.ts';

interface Asker {
  readonly actor: Owner;
  readonly deps: ServerContext;
  /** Where what is asked for is the call's own act. */
  readonly audit?: AuditNote;
}

/**
 * Writes the request; the worker makes it so, and starts the bot afterwards where that is asked for.
 *
 * @param given - `at`: when it was asked for; a stop asked for later goes before it
 * @throws {Refusal} `paymentRequired`, `tradingLimitReached`, `exchangeNotInPlan`, `autoRebalanceNotOffered`; {DomainError} why the wallet cannot be made even, or why the
 * bot could not start with what rebalancing leads to
 */
export async function requestRebalance(
  { bot, check, startsBot, at }: { readonly bot: BotRow; readonly check: BotAtExchange; readonly startsBot: boolean; readonly at: Date },
  { actor, deps, audit }: Asker,
): Promise<Rebalance> {
  await requireTrader(actor, deps);
  const organization = await requireAutoRebalanceOffered({ actor, deps });
  const { settings } = organization;
  requireInPlan(await requireEntitled(actor, organization, deps), bot.exchangeId);
  const strategy = strategyOf(bot.strategy, settings);
  const balances = rebalanced(strategy, check);
  if (startsBot) {
    requirePassed(strategy.checkStart({ ...check, balances }));
    requireBtcBalance(btcAfter(check, balances), organization, deps);
  }
  const wanted = { userId: actor.userId, botId: bot.id, startsBot, feePercents: settings.rebalanceFees, at };
  const rebalance = await actor.organization.transaction(async (within) => {
    await requireMayRunOneMore(within, bot.id);
    const requested = await within.rebalances.request(wanted);
    await audit?.storeIn(within);
    return requested;
  });
  deps.signals.botChanged(actor.organizationId, bot);
  return rebalance;
}

/** What the bot will have. @throws {DomainError} it cannot be brought there */
const rebalanced = ({ rebalancing }: Strategy, check: BotAtExchange): Balances =>
  rebalancing === null ? check.balances : requirePlan(rebalancing.plan(check)).rebalancedBalances;

/** What the whole wallet holds of it once the bot's part is rebalanced. */
export const btcAfter = ({ btcHeld, balances }: BotAtExchange, rebalanced: Balances): Decimal =>
  add(btcHeld, subtract(rebalanced.BTC ?? '0', balances.BTC ?? '0'));

/** Somebody asked for something else meanwhile, and knows: nothing is to be told. */
const askedOtherwise: ReadonlySet<string> = new Set(['botRunning', 'botStopping', 'rebalanceUnderWay']);

/**
 * A bot that is set to rebalance and to start by itself is asked to at once. What refuses that takes nothing back of what was
 * saved: the bot has a message that says why.
 *
 * @param given - `at`: when its settings were sent; a stop asked for later goes before it
 * @returns the bot as it stands then
 */
export async function startByItself(
  { bot, check, at }: { readonly bot: BotRow; readonly check: BotAtExchange; readonly at: Date },
  asker: Asker,
): Promise<BotRow> {
  const { actor, deps } = asker;
  const organization = await deps.organizations.require(actor.organizationId);
  if (!bot.autoActivation || !rebalancesByItself(bot, organization, deps)) return bot;
  const { bots } = actor.organization;
  try {
    await requestRebalance({ bot, check, startsBot: true, at }, asker);
  } catch (error) {
    const { code, facts } = refusedStart(error);
    if (!askedOtherwise.has(code))
      await bots.addMessage(bot.id, { code: 'launchFailed', facts: { ...facts, check: code }, at: deps.clock.now() });
  }
  return bots.require(actor.userId, bot.id);
}

/** What a rule has against a start. Whatever else went wrong is thrown on. */
function refusedStart(error: unknown): Pick<DomainError, 'code' | 'facts'> {
  if (error instanceof Refusal) return { code: error.code, facts: (error.details.facts ?? {}) as Facts };
  if (error instanceof DomainError && isCallCode(error.code)) return error;
  throw error;
}
