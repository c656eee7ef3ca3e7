/**
 * Between which widths one market takes the orders of a bot, by its amounts and notionals alone.
 *
 * As the width grows, an order's amount climbs lot by lot, and a sell's notional with it. A buy's notional climbs too,
 * but its price falls: between two lots it sinks a little, and near the widest widths, where the price is only a few
 * ticks, it falls for good.
 */
import type { Balances, MarketRules, PairName, Side } from '@tenbin/market';
import { parsePair } from '@tenbin/market';
import { type RulesByPair, requireRules } from '../rules-by-pair.ts';
import { balancedPrice, positiveBalance } from './balanced-price.ts';
import { buyAmount, buyPrice, orderAmount, sellPrice } from './order-kernel.ts';
import { widestWidth } from './order-width.ts';

/** Widths are answered in ten-thousandths of a percent. */
export const widthSteps = 10_000;
/** Relative error of doubles after a few operations, generously. */
export const noise = 1e-10;

/** A market's limits as doubles, and where the bot's balances stand in it. */
export interface MarketOfBot {
  readonly base: number;
  readonly even: number;
  readonly lot: number;
  readonly tick: number;
  readonly minimumAmount: number;
  readonly maximumAmount: number;
  readonly minimumNotional: number;
}

/** @throws {DomainError} `balanceNotPositive`, `pairNotAvailable` */
export function marketOfBot({ balances, rules }: { balances: Balances; rules: RulesByPair }, pair: PairName): MarketOfBot {
  const found: MarketRules = requireRules(rules, pair);
  return {
    base: positiveBalance(balances, parsePair(pair).base),
    even: balancedPrice(balances, pair),
    lot: Number(found.lotSize),
    tick: Number(found.tickSize),
    minimumAmount: Number(found.minimumAmount),
    maximumAmount: Number(found.maximumAmount ?? Number.POSITIVE_INFINITY),
    minimumNotional: Number(found.minimumNotional),
  };
}

/**
 * The width at which an order reaches the smallest number of lots that is enough, and stays enough all the way to the
 * next lot.
 *
 * @returns percent; Infinity where no width is wide enough
 */
export function narrowestWidth(market: MarketOfBot, side: Side): number {
  const fewest = Math.max(1, Math.ceil((market.minimumAmount / market.lot) * (1 - noise)));
  const widest = side === 'sell' ? widestWidth / 100 : peakOfBuy(market);
  const most = Math.floor(orderAmount(market.base, widest / 2, side) / market.lot);
  const isEnough = (lots: number): boolean => lowestNotional(market, side, lots) >= market.minimumNotional;
  if (most < fewest || !isEnough(most)) return Number.POSITIVE_INFINITY;
  const lots = firstInteger(fewest, most, isEnough);
  return Math.ceil(100 * distanceForAmount(market.base, lots * market.lot, side) * widthSteps * (1 - noise)) / widthSteps;
}

/**
 * The width up to which neither order's amount is too large and the buy's price is not worn away by its tick.
 *
 * @returns percent, at most 99.9
 */
export function widestAllowed(market: MarketOfBot): number {
  const byAmount = (['sell', 'buy'] as const).map((side) =>
    market.maximumAmount === Number.POSITIVE_INFINITY
      ? Number.POSITIVE_INFINITY
      : distanceForAmount(market.base, market.maximumAmount, side),
  );
  const widest = Math.min(widestWidth, 100 * Math.min(...byAmount));
  const isTooLittle = (step: number): boolean => {
    const delta = step / widthSteps / 200;
    return (buyAmount(market.base, delta) - market.lot) * (buyPrice(market.even, delta) - market.tick) < market.minimumNotional;
  };
  const [from, to] = [Math.floor(100 * peakOfBuy(market) * widthSteps), Math.floor(widest * widthSteps * (1 + noise))];
  if (from >= to || !isTooLittle(to)) return widest;
  return (firstInteger(from, to, isTooLittle) - 1) / widthSteps;
}

/** The lowest price × amount of an order of so many lots: a sell's where the lot is just reached, a buy's before the next. */
function lowestNotional({ base, even, lot, tick }: MarketOfBot, side: Side, lots: number): number {
  if (side === 'sell') return lots * lot * sellPrice(even, distanceForAmount(base, lots * lot, side) / 2);
  return lots * lot * (buyPrice(even, distanceForAmount(base, (lots + 1) * lot, side) / 2) - tick);
}

/** The distance at which a buy is worth most: beyond (1 − u)² = tick / P0 a tick weighs more than the amount gained. */
const peakOfBuy = ({ even, tick }: MarketOfBot): number => Math.max(0, Math.min(widestWidth / 100, 1 - Math.sqrt(tick / even)));

/** The order amount's formula solved for u: a = B·u/2/(1 ± u). Infinity where the balance cannot give it. */
function distanceForAmount(base: number, amount: number, side: Side): number {
  if (side === 'buy') return (2 * amount) / (base + 2 * amount);
  return base > 2 * amount ? (2 * amount) / (base - 2 * amount) : Number.POSITIVE_INFINITY;
}

/** The first of from…to that passes, where `to` does and all after the first do. */
function firstInteger(from: number, to: number, passes: (value: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
