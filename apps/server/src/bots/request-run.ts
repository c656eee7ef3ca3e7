import { lifecycleOf } from '@tenbin/bots';
import type { BotRow, Organization } from '@tenbin/db';
import { requirePassed, strategyOf } from '@tenbin/strategy';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { requireEntitled, requireInPlan } from '../plans/entitlement.ts';
import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { readForCheck, rebalancesByItself } from './check-at-exchange.ts';
import { placeOf } from './place-of.ts';
import { btcAfter, requestRebalance } from './request-rebalance.ts';
import { asksForBtc, requireBtcBalance } from './require-btc-balance.ts';
import { requireMayRunOneMore, requireTrader } from './require-may-trade.ts';

interface Run {
  readonly owner: Owner;
  readonly by: string;
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/**
 * After the checks of a start. A bot that is being rebalanced starts afterwards; one that may rebalance does so first
 * where it has to.
 *
 * @throws {Refusal}, {DomainError} what refuses
 */
export async function requestRun(bot: BotRow, { owner, by, deps, audit }: Run): Promise<void> {
  const at = deps.clock.now();
  const { start } = lifecycleOf(bot).refused;
  if (start !== null) throw new Refusal(start);
  if (bot.active) return;
  await requireTrader(owner, deps);
  const organization = await deps.organizations.require(owner.organizationId);
  requireInPlan(await requireEntitled(owner, organization, deps), bot.exchangeId);
  if (bot.rebalanceId === null) {
    const exchange = await requireExchange(owner, bot.exchangeId);
    const asker = { actor: owner, deps };
    const check = await readForCheck(bot, await placeOf(bot, exchange, asker), asker);
    const strategy = strategyOf(bot.strategy, organization.settings);
    const result = strategy.checkStart(check);
    if (rebalancesByItself(bot, organization, deps) && !result.ok && strategy.rebalancing?.mends(result)) {
      await requestRebalance({ bot, check, startsBot: true, at }, { ...asker, audit });
      return;
    }
    requirePassed(result);
    requireBtcBalance(check.btcHeld, organization, deps);
  } else if (asksForBtc(organization, deps)) await requireBtcAfterwards(bot, { owner, organization, deps });
  const requested = await owner.organization.transaction(async (within) => {
    await requireMayRunOneMore(within, bot.id);
    const stored = await within.bots.setActive(owner.userId, bot.id, { active: true, by, at });
    await audit.storeIn(within);
    return stored;
  });
  deps.signals.botChanged(owner.organizationId, requested);
}

/** The rebalance that is under way was asked for without a start, and so without a look at what it leads to. */
async function requireBtcAfterwards(
  bot: BotRow,
  { owner, organization, deps }: Pick<Run, 'owner' | 'deps'> & { readonly organization: Organization },
): Promise<void> {
  const asker = { actor: owner, deps };
  const check = await readForCheck(bot, await placeOf(bot, await requireExchange(owner, bot.exchangeId), asker), asker);
  const result = strategyOf(bot.strategy, organization.settings).rebalancing?.plan(check);
  requireBtcBalance(btcAfter(check, result?.ok ? result.plan.rebalancedBalances : check.balances), organization, deps);
}
