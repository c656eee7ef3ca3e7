import type { Balances, Currency, Decimal } from '@tenbin/market';
import { add, addBalances, parseDecimal, parsePair, roundDecimal, subtract } from '@tenbin/market';
import type { EarningFill } from './fill-moment.ts';
import type { UsdPrices } from './usd-prices.ts';
import { totalWorth } from './worth.ts';

/**
 * What happened to a bot's money in a stretch of time. Activities of several stretches add up, in whatever order; what is
 * not among the amounts of a currency is 0.
 */
export interface Activity {
  /** What the balances changed by: trades, their fees in these currencies, flows and rounding. */
  readonly change: Balances;
  /** What came less what went: deposits and withdrawals. */
  readonly flows: Balances;
  /** The same one by one, in their order. */
  readonly transfers: readonly Transfer[];
  /** Rounding by the exchange that was booked; may be negative. */
  readonly rounding: Balances;
  /** Fees by the coin in which they were paid. */
  readonly fees: Balances;
  /** USD, each at the prices of its moment: what trades earned before fees, flows, all fees, and of these the fees in coins that are not balanced. */
  readonly earnedUsd: Decimal;
  readonly flowsUsd: Decimal;
  readonly feesUsd: Decimal;
  readonly outsideFeesUsd: Decimal;
  /** What flows, and fees from outside, were worth in each of the bot's currencies at their moment. */
  readonly paidIn: Readonly<Record<Currency, number>>;
  /** What flows were worth at their moment in units of the portfolio that is kept even. */
  readonly units: number;
  /** Σ of what the trades earned, see `fillGrowth`. */
  readonly growth: number;
  /** USD; a trade whose worth was not known counts nothing. */
  readonly volume: Decimal;
  readonly trades: number;
  /** Whether some worth had to be estimated, because a price was not known. */
  readonly hasEstimate: boolean;
}

/** Money that came or, negative, went at a moment. */
export interface Transfer {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly amounts: Balances;
}

export const noActivity: Activity = {
  change: {},
  flows: {},
  transfers: [],
  rounding: {},
  fees: {},
  earnedUsd: '0',
  flowsUsd: '0',
  feesUsd: '0',
  outsideFeesUsd: '0',
  paidIn: {},
  units: 0,
  growth: 0,
  volume: '0',
  trades: 0,
  hasEstimate: false,
};

export function addActivity(a: Activity, b: Activity): Activity {
  return {
    change: addBalances(a.change, b.change),
    flows: addBalances(a.flows, b.flows),
    transfers: b.transfers.length === 0 ? a.transfers : [...a.transfers, ...b.transfers].sort((one, other) => one.at - other.at),
    rounding: addBalances(a.rounding, b.rounding),
    fees: addBalances(a.fees, b.fees),
    earnedUsd: add(a.earnedUsd, b.earnedUsd),
    flowsUsd: add(a.flowsUsd, b.flowsUsd),
    feesUsd: add(a.feesUsd, b.feesUsd),
    outsideFeesUsd: add(a.outsideFeesUsd, b.outsideFeesUsd),
    paidIn: addNumbers(a.paidIn, b.paidIn),
    units: a.units + b.units,
    growth: a.growth + b.growth,
    volume: add(a.volume, b.volume),
    trades: a.trades + b.trades,
    hasEstimate: a.hasEstimate || b.hasEstimate,
  };
}

/** What a trade was to its bot. */
export interface TradeOutcome {
  /** Around the trade. */
  readonly before: Balances;
  readonly after: Balances;
  /** What it earned, see `fillGrowth`; null for a trade of a rebalance, which earns what its price was better than the market's. */
  readonly growth: number | null;
  /** As in `Earning`. */
  readonly spread?: number | undefined;
  /** As in `FillMoment`. */
  readonly marketPrice: Decimal | null;
  readonly volume: Decimal | null;
  /** What its fee was worth, see `feeWorth`. */
  readonly fee: { readonly usd: number; readonly isEstimated: boolean } | null;
}

export function tradeActivity(fill: EarningFill, outcome: TradeOutcome, usd: UsdPrices): Activity {
  const { before, after, growth, spread, volume, fee } = outcome;
  const feesUsd = usdText(fee?.usd ?? 0);
  const isOutside = before[fill.feeCurrency] === undefined;
  const worth = worthOf(before, usd);
  const earnedUsd = (): Decimal => {
    if (spread !== undefined) return usdText(spread * (usd.get(parsePair(fill.pair).counter) ?? 0));
    return growth === null ? betterBy(fill, outcome.marketPrice, usd) : usdText(growth * worth.usd + Number(feesUsd));
  };
  return {
    ...noActivity,
    change: changeOf(before, after),
    fees: { [fill.feeCurrency]: fill.fee },
    earnedUsd: earnedUsd(),
    feesUsd,
    outsideFeesUsd: isOutside ? feesUsd : '0',
    paidIn: isOutside ? measured(Number(feesUsd), Object.keys(before), usd) : {},
    growth: growth ?? 0,
    volume: volume ?? '0',
    trades: 1,
    hasEstimate: (fee?.isEstimated ?? true) || worth.isEstimated,
  };
}

/** USD that a trade brought more than an exchange at the market's price. */
function betterBy({ pair, side, price, amount }: EarningFill, marketPrice: Decimal | null, usd: UsdPrices): Decimal {
  const over = Number(subtract(price, marketPrice ?? price)) * (side === 'sell' ? 1 : -1);
  return usdText(over * Number(amount) * (usd.get(parsePair(pair).counter) ?? 0));
}

/** Of balances that are about even: those without a price are taken to be worth what the others are on average. */
function worthOf(balances: Balances, usd: UsdPrices): { readonly usd: number; readonly isEstimated: boolean } {
  const amounts = Object.entries(balances);
  const known = amounts.flatMap(([currency, amount]) => {
    const price = usd.get(currency);
    return price === undefined ? [] : [Number(amount) * price];
  });
  if (known.length === 0) return { usd: 0, isEstimated: true };
  const total = known.reduce((sum, worth) => sum + worth, 0);
  return { usd: (total * amounts.length) / known.length, isEstimated: known.length < amounts.length };
}

/**
 * @param transfer - money that came or went
 * @param usd - prices of that moment, of all the bot's currencies
 * @throws {DomainError} `noUsdPrice`
 */
export function flowActivity(transfer: Transfer, currencies: readonly Currency[], usd: UsdPrices): Activity {
  const flows = transfer.amounts;
  const flowsUsd = usdText(totalWorth(flows, usd));
  const units = Number(flowsUsd) / evenIndex(currencies, usd);
  return {
    ...noActivity,
    change: flows,
    flows,
    transfers: [transfer],
    flowsUsd,
    paidIn: measured(Number(flowsUsd), currencies, usd),
    units,
  };
}

/** What the exchange rounded differently from the books. */
export const roundingActivity = (rounding: Balances): Activity => ({ ...noActivity, change: rounding, rounding });

/** Price of one unit of the portfolio that is kept even: the geometric mean of its currencies' prices in USD. */
export function evenIndex(currencies: readonly Currency[], usd: UsdPrices): number {
  const logarithms = currencies.reduce((total, currency) => total + Math.log(usd.get(currency) ?? Number.NaN), 0);
  return Math.exp(logarithms / currencies.length);
}

/** USD to 8 decimals. */
const usdText = (usd: number): Decimal => roundDecimal(parseDecimal(usd), 8);

/** USD in each of the currencies whose price is known. */
function measured(worth: number, currencies: readonly Currency[], usd: UsdPrices): Readonly<Record<Currency, number>> {
  return Object.fromEntries(
    currencies.flatMap((currency) => {
      const price = usd.get(currency);
      return price === undefined ? [] : [[currency, worth / price]];
    }),
  );
}

function changeOf(before: Balances, after: Balances): Balances {
  const changes = Object.entries(after).map(([currency, amount]) => [currency, subtract(amount, before[currency] ?? '0')] as const);
  return Object.fromEntries(changes.filter(([, amount]) => amount !== '0'));
}

function addNumbers(a: Readonly<Record<Currency, number>>, b: Readonly<Record<Currency, number>>): Readonly<Record<Currency, number>> {
  const total: Record<Currency, number> = { ...a };
  for (const [currency, amount] of Object.entries(b)) total[currency] = (total[currency] ?? 0) + amount;
  return total;
}
