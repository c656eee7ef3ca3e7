import { warningOf } from '@tenbin/bots';
import type { checkBalance, RouteReply } from '@tenbin/contract';
import { type Balances, type Currency, isPositive } from '@tenbin/market';
import { checkPriceRange, type PricedHoldings, type Strategy, strategyOf } from '@tenbin/strategy';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { organizationOfOwner } from '../../tenancy/owner.ts';
import { readForCheck } from '../check-at-exchange.ts';
import { placeOf } from '../place-of.ts';
import type { BotRead } from './bot-read.ts';

export const readBalanceCheck: BotRead<typeof checkBalance> = async (bot, { actor, deps }) => {
  const [exchange, { settings }] = await Promise.all([
    requireExchange(actor, bot.exchangeId),
    organizationOfOwner(actor.organizationId, deps),
  ]);
  const read = await readForCheck(bot, await placeOf(bot, exchange, { actor, deps }), { actor, deps });
  const strategy = strategyOf(bot.strategy, settings);
  const { currencies } = strategy;
  // One of the platform's has of the wallet what its virtual account has, and nothing that is nobody's.
  const account = await actor.organization.virtualAccounts.findById(bot.subAccountId);
  const check = account ? { ...read, balances: partOf(account.balances, currencies) } : read;
  return {
    balanced: strategy.rebalancing?.isDone(check.balances, check.usd) ?? true,
    tolerance: settings.balanceTolerance,
    warnings: warningsOf(strategy, check, deps.clock.now()),
    currencies: sharesOf(check, currencies),
  };
};

const partOf = (balances: Balances, currencies: readonly Currency[]): Balances =>
  Object.fromEntries(currencies.map((currency) => [currency, balances[currency] ?? '0']));

type Reply = RouteReply<typeof checkBalance>;

/** All that stands against a start, not only the first. */
function warningsOf(strategy: Strategy, check: PricedHoldings, now: Date): Reply['warnings'] {
  const holdings = strategy.checkHoldings(check);
  const results = [strategy.checkStart(check), holdings.ok ? strategy.checkAtPrices(check) : holdings];
  if (strategy.currencies.every((currency) => isPositive(check.balances[currency] ?? '0'))) {
    const { orders } = strategy.wanted({ ...check, books: new Map(), openOrders: [], filledAt: {}, now });
    results.push(checkPriceRange(orders, check.rules, check.prices));
  }
  const warnings = results.flatMap((result) => (result.ok ? [] : [warningOf(result.code)]));
  return [...new Set(warnings.filter((warning) => warning !== null))];
}

/** Shares are percent of the whole; worth that is not known counts as 0. */
function sharesOf({ balances, usd }: PricedHoldings, currencies: readonly string[]): Reply['currencies'] {
  const worths = currencies.map((currency) => ({
    currency,
    balance: balances[currency] ?? '0',
    usd: Number(balances[currency] ?? 0) * (usd.get(currency) ?? 0),
  }));
  const total = worths.reduce((whole, one) => whole + one.usd, 0);
  const percent = (part: number): number => Math.round(part * 10_000) / 100;
  return worths.map((one) => ({
    ...one,
    usd: Math.round(one.usd * 100) / 100,
    share: total > 0 ? percent(one.usd / total) : 0,
    evenShare: percent(1 / currencies.length),
  }));
}
