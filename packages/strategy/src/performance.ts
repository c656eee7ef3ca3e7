import type { Balances, Bps, Currency, Decimal } from '@tenbin/market';
import { add, addBalances, parseDecimal, roundDecimal, subtract } from '@tenbin/market';
import { type Activity, evenIndex } from './activity.ts';
import { summedBps } from './growth.ts';
import type { UsdPrices } from './usd-prices.ts';
import { requireUsdPrice, totalWorth } from './worth.ts';

/** What a result is measured from. */
export interface PerformanceStart {
  readonly balances: Balances;
  /** USD for one unit of each of them, at that moment. */
  readonly usd: Readonly<Record<Currency, number>>;
}

/** A result in money. All in USD, 4 decimals; what is a sum of others is it to the last digit. */
export interface MoneyResult {
  /** Worth less what was there and what came, and less fees paid from outside. */
  readonly result: Decimal;
  /** Against holding what was there and what came. */
  readonly againstHolding: Decimal;
  /** Against the same portfolio kept even without fees. */
  readonly againstEven: Decimal;
  /**
   * What `againstHolding` is made of: earned − fees + rounding + price. Earned is what trades brought before their fees,
   * each at the prices of its moment; price is what prices did to what was held meanwhile, beyond what they did to holding.
   */
  readonly earned: Decimal;
  readonly price: Decimal;
  readonly fees: Decimal;
  readonly rounding: Decimal;
  /** What came less what went, at the prices of its moment. */
  readonly flows: Decimal;
}

/** The same of one of the bot's currencies. */
export interface CurrencyResult {
  /** What trades, their fees and rounding changed: neither what was there nor what came. */
  readonly change: Decimal;
  readonly flows: Decimal;
  /** `result`, reckoned in this currency at every moment instead of in USD; 8 decimals. */
  readonly result: Decimal;
}

/** What a bot brought in a stretch of time. */
export interface Performance {
  readonly usd: MoneyResult;
  readonly currencies: Readonly<Record<Currency, CurrencyResult>>;
  /** By the coin in which they were paid. */
  readonly fees: Balances;
  /** What the trades earned, added up as their records add up. */
  readonly basisPoint: Bps;
  /** USD. */
  readonly volume: Decimal;
  readonly trades: number;
  /** Whether some worth had to be estimated, because a price was not known at its moment. */
  readonly hasEstimate: boolean;
}

/** A bot's money at a moment. */
export interface Valuation {
  readonly balances: Balances;
  /** USD, 4 decimals: the worth, and what holding and keeping even would be worth. */
  readonly worth: Decimal;
  readonly holding: Decimal;
  readonly even: Decimal;
}

/** What a bot brought since its start, and where it stands. */
export interface TotalPerformance extends Performance {
  readonly valuation: Valuation;
}

/**
 * What a bot brought from its start up to a moment.
 *
 * @param activity - all since the start
 * @param usd - prices of that moment
 * @throws {DomainError} `noUsdPrice`
 *
 * Source: docs/concepts/profit.md, "In money".
 */
export function performanceOf(start: PerformanceStart, activity: Activity, usd: UsdPrices): TotalPerformance {
  const currencies = Object.keys(start.balances);
  const startUsd: UsdPrices = new Map(Object.entries(start.usd));
  const startWorth = totalWorth(start.balances, startUsd);
  const balances = addBalances(start.balances, activity.change);
  const exactWorth = totalWorth(balances, usd);
  const worth = toUsd(exactWorth);
  const holding = toUsd(totalWorth(addBalances(start.balances, activity.flows), usd));
  const even = toUsd((startWorth / evenIndex(currencies, startUsd) + activity.units) * evenIndex(currencies, usd));
  const rounding = toUsd(totalWorth(activity.rounding, usd));
  const fees = roundDecimal(activity.feesUsd, 4);
  const flows = roundDecimal(activity.flowsUsd, 4);
  const kept = subtract(worth, roundDecimal(activity.outsideFeesUsd, 4));
  const againstHolding = subtract(kept, holding);
  const earned = roundDecimal(activity.earnedUsd, 4);
  const resultIn = (currency: Currency): Decimal => {
    const at = requireUsdPrice(usd, currency);
    const put = startWorth / requireUsdPrice(startUsd, currency) + (activity.paidIn[currency] ?? 0);
    return roundDecimal(parseDecimal(exactWorth / at - put), 8);
  };
  return {
    usd: {
      result: subtract(kept, add(toUsd(startWorth), flows)),
      againstHolding,
      againstEven: subtract(kept, even),
      earned,
      price: subtract(add(againstHolding, fees), add(earned, rounding)),
      fees,
      rounding,
      flows,
    },
    currencies: Object.fromEntries(
      currencies.map((currency) => {
        const flow = activity.flows[currency] ?? '0';
        return [currency, { change: subtract(activity.change[currency] ?? '0', flow), flows: flow, result: resultIn(currency) }];
      }),
    ),
    fees: activity.fees,
    basisPoint: summedBps(activity.growth),
    volume: roundDecimal(activity.volume, 4),
    trades: activity.trades,
    hasEstimate: activity.hasEstimate,
    valuation: { balances, worth, holding, even },
  };
}

const toUsd = (usd: number): Decimal => roundDecimal(parseDecimal(usd), 4);
