import { DomainError } from '@tenbin/market';
import {
  Balancing,
  type BotCheck,
  type Refusal as CheckRefusal,
  type CheckResult,
  checkSetup,
  minimumWidth,
  type PricedHoldings,
  requirePassed,
  type SuggestedBalance,
  suggestedBalance,
  widthOfDelta,
} from '@tenbin/strategy';
import { rebalancesByItself } from '../../bots/check-at-exchange.ts';
import { requirePlan } from '../../exchange-access/rebalance-plan.ts';
import type { Owner } from '../../route/caller.ts';
import type { Asking } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import type { UserBotSettings } from './bot-settings.ts';

/**
 * May a user's bot be saved so? With automatic rebalancing the balances that it leads to count.
 *
 * @returns what the answer shows beside the bot
 * @throws {Refusal}, {DomainError} what the checks refuse
 */
export async function requireSetup(
  given: PricedHoldings,
  { strategy, autoRebalance }: Pick<UserBotSettings, 'strategy' | 'autoRebalance'>,
  asker: Asking<Owner>,
): Promise<SuggestedBalance[]> {
  const organization = await asker.deps.organizations.require(asker.actor.organizationId);
  const result = new Balancing(strategy, organization.settings).rebalancing.plan(given);
  const isRebalanced = rebalancesByItself({ autoRebalance }, organization, asker.deps);
  const check = { ...given, ...strategy, ...(isRebalanced && { balances: requirePlan(result).rebalancedBalances }) };
  requireWideEnough(checkSetup(check), check);
  return suggestedBalance(given.balances, given.usd, { rebalanced: result.ok ? result.plan.rebalancedBalances : undefined });
}

/** An order that is too small is, where a wider width would help, a width that is too small: both fields say so. */
function requireWideEnough(result: CheckResult, check: BotCheck): void {
  if (!result.ok && (result.code === 'valueTooSmall' || result.code === 'amountTooSmall')) refuseTooSmall(result, check);
  requirePassed(result);
}

type TooSmall = Extract<CheckRefusal, { code: 'valueTooSmall' | 'amountTooSmall' }>;

function refuseTooSmall({ code, facts }: TooSmall, check: BotCheck): void {
  const minimum = minimumWidthOf(check);
  if (minimum === null || widthOfDelta(check.delta) >= minimum) return;
  throw new Refusal('orderWidthTooSmall', {
    facts: { minimum },
    fields: { delta: { code: 'orderWidthTooSmall', facts: { minimum } }, messageOfMinValue: { code, facts } },
    cause: new DomainError(code, facts),
  });
}

/** Percent; null where no width helps. */
function minimumWidthOf(check: BotCheck): number | null {
  try {
    return minimumWidth(check).width;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
