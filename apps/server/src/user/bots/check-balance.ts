import { warningOf } from '@tenbin/bots';
import { checkBalance, type RouteReply } from '@tenbin/contract';
import { type Balances, type Currency, currenciesOf } from '@tenbin/market';
import { type BotCheck, checkBalanced, checkPriceRange, checkRun, checkStart, toleranceOf, wantedOrders } from '@tenbin/strategy';
import { readForCheck } from '../../bots/check-at-exchange.ts';
import { placeOf } from '../../bots/place-of.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { implement } from '../../route/implement.ts';
import { organizationOfOwner } from '../../tenancy/owner.ts';

export const handleCheckBalance = implement(checkBalance, async ({ params, actor, deps }) => {
  const bot = await actor.organization.bots.require(actor.userId, params.id);
  const [exchange, { settings }] = await Promise.all([
    requireExchange(actor, bot.exchangeId),
    organizationOfOwner(actor.organizationId, deps),
  ]);
  const read = await readForCheck(bot, await placeOf(bot, exchange, { actor, deps }), { actor, deps });
  const tolerance = toleranceOf(settings);
  const currencies = currenciesOf(bot.strategy.pairs);
  // One of the platform's has of the wallet what its virtual account has, and nothing that is nobody's.
  const account = await actor.organization.virtualAccounts.findById(bot.subAccountId);
  const check = account ? { ...read, balances: partOf(account.balances, currencies) } : read;
  return {
    balanced: checkBalanced({ ...check, currencies }, { tolerance }).ok,
    tolerance: settings.balanceTolerance,
    warnings: warningsOf(check, tolerance),
    currencies: sharesOf(check, currencies),
  };
});

const partOf = (balances: Balances, currencies: readonly Currency[]): Balances =>
  Object.fromEntries(currencies.map((currency) => [currency, balances[currency] ?? '0']));

type Reply = RouteReply<typeof checkBalance>;

/** All that stands against a start, not only the first. */
function warningsOf(check: BotCheck, tolerance: number): Reply['warnings'] {
  const results = [checkStart(check, { tolerance }), checkRun(check)];
  const isPositive = Object.values(check.balances).every((balance) => Number(balance) > 0);
  if (isPositive) results.push(checkPriceRange(wantedOrders(check), check.rules, check.prices));
  const warnings = results.flatMap((result) => (result.ok ? [] : [warningOf(result.code)]));
  return [...new Set(warnings.filter((warning) => warning !== null))];
}

/** Shares are percent of the whole; worth that is not known counts as 0. */
function sharesOf({ balances, usd }: BotCheck, currencies: readonly string[]): Reply['currencies'] {
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
