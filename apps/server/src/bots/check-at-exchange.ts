import type { BotSettings } from '@tenbin/bots';
import type { AnyBotRow, Exchange, Organization } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { add, currenciesOf, type Decimal, DomainError } from '@tenbin/market';
import {
  type BotCheck,
  type BreakEven,
  type Refusal as CheckRefusal,
  type CheckResult,
  checkSetup,
  deltaOf,
  minimumWidth,
  planRebalance,
  requirePassed,
  type SuggestedBalance,
  suggestedBalance,
  toleranceOf,
  widthOfDelta,
} from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { breakEvenOf, dearestOf } from '../exchange-access/break-even.ts';
import { pairsBetween, requirePlan } from '../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireOffered } from '../exchange-access/require-exchange.ts';
import { requireSafeRights } from '../exchange-access/require-safe-rights.ts';
import { availableBalances } from '../exchange-accounts/available-balances.ts';
import { requireShare } from '../limits/limits.ts';
import type { Owner } from '../route/caller.ts';
import type { Asking } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';

/** Where a bot would trade, and with what. */
export interface Place {
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  /** The other bots that trade with the same key. */
  readonly others: readonly AnyBotRow[];
}

/** What the checks of a bot look at, and the width from which on its account's own fees are earned. */
export interface BotAtExchange extends BotCheck {
  readonly breakEven: BreakEven;
  /** In the whole wallet, free and locked. */
  readonly btcHeld: Decimal;
}

/**
 * Reads at the exchange what the checks of a bot look at: its part of the wallet, the market's rules, prices and fees.
 *
 * @throws {Refusal} `pairNotAvailable`, a right too many or too few; {ExchangeError}
 */
export async function readForCheck(
  { strategy, postOnly }: Pick<BotSettings, 'strategy' | 'postOnly'>,
  { exchange, credentials, others }: Place,
  asker: Asking<Owner>,
): Promise<BotAtExchange> {
  const { actor, deps } = asker;
  const { pairs } = strategy;
  const rules = await fetchOfferedMarkets(exchange, asker);
  requireOffered(pairs, rules);
  requireShare(deps.limits.exchangeCalls, actor);
  const currencies = currenciesOf(pairs);
  const [{ wallet, breakEven }, { prices, usd }] = await Promise.all([
    deps.exchanges.withAccount(exchange, { credentials, asker: actor }, async (account) => {
      await requireSafeRights(account);
      const fees = dearestOf(pairs, { own: await account.fetchFees?.(pairs), published: rules });
      const isPostOnly = postOnly && account.capabilities.postOnly;
      return { wallet: await account.fetchWallet(), breakEven: breakEvenOf(fees, { postOnly: isPostOnly }) };
    }),
    deps.exchanges.fetchPrices(exchange, { pairs: pairsBetween(currencies, rules), currencies, asker: actor }),
  ]);
  const { free, locked } = wallet.BTC ?? { free: '0', locked: '0' };
  const balances = availableBalances(wallet, { currencies, others });
  return { balances, pairs, delta: deltaOf(strategy), rules, prices, usd, breakEven, btcHeld: add(free, locked) };
}

/**
 * May a bot be saved so? With automatic rebalancing the balances that it leads to count.
 *
 * @returns what the answer shows beside the bot
 * @throws {Refusal}, {DomainError} what the checks refuse
 */
export async function requireSetup(
  check: BotCheck,
  { autoRebalance }: { readonly autoRebalance: boolean },
  asker: Asking<Owner>,
): Promise<SuggestedBalance[]> {
  const organization = await asker.deps.organizations.require(asker.actor.organizationId);
  const result = planRebalance({ ...check, tolerance: toleranceOf(organization.settings) });
  const used = rebalancesByItself({ autoRebalance }, organization, asker.deps)
    ? { ...check, balances: requirePlan(result).rebalancedBalances }
    : check;
  requireWideEnough(checkSetup(used), used);
  return suggestedBalance(check.balances, check.usd, { rebalanced: result.ok ? result.plan.rebalancedBalances : undefined });
}

/** @throws {Refusal} `autoRebalanceNotOffered` where the caller's brand has it switched off */
export async function requireAutoRebalanceOffered({ actor, deps }: Asking<Owner>): Promise<Organization> {
  const organization = await deps.organizations.require(actor.organizationId);
  if (!rebalancesByItself({ autoRebalance: true }, organization, deps)) throw new Refusal('autoRebalanceNotOffered');
  return organization;
}

/** What a bot is set to stays stored where its brand has switched rebalancing off, and counts for nothing meanwhile. */
export const rebalancesByItself = (
  { autoRebalance }: Pick<BotSettings, 'autoRebalance'>,
  organization: Organization,
  { tenancy }: Pick<ServerContext, 'tenancy'>,
): boolean => autoRebalance && tenancy.brandOf(organization).features.autoRebalanceByBot;

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
