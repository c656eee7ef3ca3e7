import { isPaid } from '@tenbin/accounts';
import { startBot, stopBot } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { type Refusal as CheckRefusal, checkStart, requirePassed } from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import type { Owner } from '../route/caller.ts';
import { implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { requestRebalance } from './auto-rebalance.ts';
import { readForCheck, toleranceOf } from './check-at-exchange.ts';
import { placeOf } from './place-of.ts';

/** Writes the wish; the worker makes it so. Asking for what is so already is no error. */
export const handleStartBot = implement(startBot, async ({ params, actor, deps }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  await wishToRun(bot, { owner: actor, by: actor.userId, deps });
  return { success: true };
});

/**
 * After the checks of a start. A bot that is being rebalanced starts afterwards; one that may rebalance does so first
 * where it has to.
 *
 * @throws {Refusal}, {DomainError} what refuses
 */
export async function wishToRun(bot: BotRow, { owner, by, deps }: { owner: Owner; by: string; deps: ServerContext }): Promise<void> {
  const at = deps.clock.now();
  const isRebalanced = bot.rebalanceId !== null;
  if (bot.phase.kind === 'stopping' || (!bot.active && !isRebalanced && bot.phase.kind !== 'stopped')) throw new Refusal('botStopping');
  if (bot.active) return;
  const { isFree, settings } = await deps.organizations.require(owner.organizationId);
  if (!isPaid({ isFreeOrganization: isFree, hasPlan: false, stopReasons: [] })) throw new Refusal('paymentRequired');
  if (!isRebalanced) {
    const exchange = await requireExchange(owner, bot.exchangeId);
    const asker = { actor: owner, deps };
    const check = await readForCheck(bot, await placeOf(bot, exchange, asker), asker);
    const result = checkStart(check, { tolerance: toleranceOf(settings) });
    if (bot.autoRebalance && !result.ok && canBeEvened(result)) {
      await requestRebalance({ bot, check, startsBot: true, at }, asker);
      return;
    }
    requirePassed(result);
  }
  const wished = await owner.organization.bots.setActive(owner.userId, bot.id, { active: true, by, at });
  deps.signals.botChanged(owner.organizationId, wished);
}

/** Never refused. */
export const handleStopBot = implement(stopBot, async ({ params, actor, deps }) => {
  const { bots } = actor.organization;
  const wished = await bots.setActive(actor.userId, params.id, { active: false, by: actor.userId, at: deps.clock.now() });
  deps.signals.botChanged(actor.organizationId, wished);
  return { success: true };
});

/** What another share of each currency can mend. */
const canBeEvened = ({ code }: CheckRefusal): boolean => code === 'unbalanced' || code === 'balanceNotPositive';
