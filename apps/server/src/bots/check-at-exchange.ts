import type { BotSettings } from '@tenbin/bots';
import type { AnyBotRow, Exchange, Organization } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { add, currenciesOf, type Decimal } from '@tenbin/market';
import type { BreakEven, PricedHoldings } from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { breakEvenOf, dearestOf } from '../exchange-access/break-even.ts';
import { pairsBetween } from '../exchange-access/rebalance-plan.ts';
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
export interface BotAtExchange extends PricedHoldings {
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
  return { balances, rules, prices, usd, breakEven, btcHeld: add(free, locked) };
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
