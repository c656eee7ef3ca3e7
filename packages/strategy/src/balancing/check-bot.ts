import type { Balances, PairName } from '@tenbin/market';
import { currenciesOf } from '@tenbin/market';
import { checkExchangeMinimum } from '../check-exchange-minimum.ts';
import { checkPriceRange } from '../check-price-range.ts';
import { type CheckResult, firstRefusal, passed, refuse } from '../check-result.ts';
import type { RulesByPair } from '../rules-by-pair.ts';
import type { PricesByPair, UsdPrices } from '../usd-prices.ts';
import { checkBalanced, checkPositive } from './check-balances.ts';
import { checkCurrencies, checkPairsAvailable } from './check-currencies.ts';
import { checkUsdValue, checkUsdValueKept } from './check-usd-value.ts';
import { isOrderWidth, widestWidth, widthOfDelta } from './order-width.ts';
import { wantedOrders } from './wanted-orders.ts';

/** All that the checks look at. */
export interface BotCheck {
  readonly balances: Balances;
  readonly pairs: readonly PairName[];
  readonly delta: number;
  readonly rules: RulesByPair;
  readonly prices: PricesByPair;
  readonly usd: UsdPrices;
}

/**
 * May a bot be saved with these settings?
 *
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export const checkSetup = (bot: BotCheck): CheckResult =>
  firstRefusal([() => checkSettings(bot), () => checkUsdValue(bot), () => checkOrders(bot)]);

/**
 * May it start with these balances?
 *
 * @param options - `tolerance`: how far from even, see `checkBalanced`
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export const checkStart = (bot: BotCheck, options: { tolerance?: number } = {}): CheckResult =>
  firstRefusal([
    () => checkSettings(bot),
    () => checkBalanced({ ...bot, currencies: currenciesOf(bot.pairs) }, options),
    () => checkUsdValueKept(bot),
    () => checkOrders(bot),
  ]);

/**
 * May a running bot go on, with its balances and the prices as they are now?
 *
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export const checkRun = (bot: BotCheck): CheckResult => firstRefusal([() => checkHoldings(bot), () => checkAtPrices(bot)]);

/**
 * The part of `checkRun` that follows from balances and rules alone: no price can change its answer.
 *
 * @throws {DomainError} `invalidCurrencyPairName`
 */
export const checkHoldings = (bot: Omit<BotCheck, 'prices' | 'usd'>): CheckResult =>
  firstRefusal([() => checkSettings(bot), () => checkExchangeMinimum(wantedOrders(bot), bot.rules)]);

/**
 * The part of `checkRun` that follows from prices: what an order is worth, and how far it is from the price. Relies on
 * `checkHoldings`.
 */
export const checkAtPrices = (bot: BotCheck): CheckResult =>
  firstRefusal([() => checkUsdValueKept(bot), () => checkPriceRange(wantedOrders(bot), bot.rules, bot.prices)]);

/** What the later checks rely on. */
const checkSettings = ({ balances, pairs, delta, rules }: Omit<BotCheck, 'prices' | 'usd'>): CheckResult =>
  firstRefusal([
    () => checkCurrencies(pairs),
    () => checkPairsAvailable(pairs, rules),
    () => checkWidth(delta),
    () => checkPositive(balances, currenciesOf(pairs)),
  ]);

/** @param delta - fraction of a balance that one order moves */
export function checkWidth(delta: number): CheckResult {
  const width = widthOfDelta(delta);
  return isOrderWidth(width) ? passed : refuse('orderWidthOutOfRange', { width: String(width), widest: widestWidth });
}

function checkOrders(bot: BotCheck): CheckResult {
  const orders = wantedOrders(bot);
  return firstRefusal([() => checkExchangeMinimum(orders, bot.rules), () => checkPriceRange(orders, bot.rules, bot.prices)]);
}
