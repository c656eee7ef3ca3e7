import { type Balances, type Currency, type Decimal, type MarketRules, parseDecimal } from '@tenbin/market';
import {
  checkBalanced,
  checkExchangeMinimum,
  checkUsdValueKept,
  minimumOrderUsd,
  type RulesByPair,
  requireDelta,
  requirePassed,
  requireRules,
  type UsdPrices,
  usdLikeCurrencies,
  wantedOrders,
} from '@tenbin/strategy';
import { BacktestError } from './backtest-error.ts';
import { type CandleMarket, openingValues } from './candle-market.ts';

/**
 * How a candle fills orders.
 *
 * `path`: it is four trades, open, low, high, close (open, high, low, close where it closes lower than it opened);
 * each fills every order of its pair that it reaches, at the order's own price, until none is reached.
 * `cautious`: the price must go through an order by a tick, and each pair fills at most one order in a candle.
 */
export const fillModes = ['path', 'cautious'] as const;
export type FillMode = (typeof fillModes)[number];

/** A bot to be tried out. */
export interface BacktestPlan {
  /** At the first opening, for every currency of the pairs. Others are passed over. */
  readonly balances: Balances;
  /** Fraction of a balance that one order moves, 0 < delta ≤ 0.4995. */
  readonly delta: number;
  /** `path` unless given. */
  readonly mode?: FillMode;
  /** What the exchange demands, by pair; null where it is not known: then there is neither grid nor minimum. */
  readonly rules?: RulesByPair | null;
  /** Maker fee as a fraction of what is received. The rules' own unless given; 0 where there are none. */
  readonly fee?: number;
  /** Prices and amounts on the exchange's grid. On where there are rules. */
  readonly grid?: boolean;
  /** The bot stops when an order falls under the exchange's minimums or 5 USD. On where there are rules. */
  readonly minimums?: boolean;
  /** How far from even the balances may be at the start, as a fraction of an even part. As for a live bot unless given. */
  readonly balanceTolerance?: number;
}

/** A plan that has been checked against its market, laid out by the market's pairs and currencies. */
export interface CheckedPlan {
  readonly delta: number;
  readonly mode: FillMode;
  /** By currency. */
  readonly balances: readonly Decimal[];
  /** By pair. */
  readonly fees: readonly number[];
  /** By pair; null where neither grid nor minimums need any. */
  readonly rules: readonly MarketRules[] | null;
  readonly grid: boolean;
  readonly minimums: boolean;
  /** By pair: how far a price must go through an order in cautious mode. 0 where no tick is known. */
  readonly ticks: Float64Array;
  /** What each currency must at least be worth at any time, in USD; 0 where it is not asked for. */
  readonly leastWorth: number;
}

/**
 * Checks a plan as a live bot is checked before its start.
 *
 * @throws {DomainError} `orderWidthOutOfRange`, `balanceNotPositive`, `feeOutOfRange`, `pairNotAvailable`, `unbalanced`,
 * `amountTooSmall`, `amountTooLarge`, `valueTooSmall`, `notADecimal`
 */
export function checkPlan(market: CandleMarket, plan: BacktestPlan): CheckedPlan {
  const { delta, mode = 'path', rules = null, grid = rules !== null, minimums = rules !== null } = plan;
  requireDelta(delta);
  const balances = Object.fromEntries(market.currencies.map((currency) => [currency, positive(plan.balances, currency)]));
  const opening = openingValues(market);
  const values: UsdPrices = new Map(market.currencies.map((currency, c) => [currency, opening[c]!]));
  const tolerance = plan.balanceTolerance;
  requirePassed(checkBalanced({ balances, currencies: market.currencies, usd: values }, tolerance === undefined ? {} : { tolerance }));
  const needsRules = grid || minimums;
  const known = rules ?? new Map<string, MarketRules>();
  const byPair = needsRules ? market.pairs.map((pair) => requireRules(known, pair)) : null;
  const isUsd = usdLikeCurrencies.includes(market.worthIn);
  if (minimums) {
    const { pairs } = market;
    if (isUsd) requirePassed(checkUsdValueKept({ balances, pairs, delta, usd: values }));
    requirePassed(checkExchangeMinimum(wantedOrders({ balances, pairs, delta, rules: known }), known));
  }
  return {
    delta,
    mode,
    balances: market.currencies.map((currency) => balances[currency] ?? '0'),
    fees: market.pairs.map((pair) => checkFee(plan.fee ?? known.get(pair)?.makerFee ?? 0)),
    rules: byPair,
    grid,
    minimums,
    ticks: Float64Array.from(market.pairs, (pair, p) => Number(known.get(pair)?.tickSize ?? market.priceSteps[p])),
    leastWorth: minimums && isUsd ? leastOrderUsd / delta : 0,
  };
}

/** Less what doubles may be off: as `checkUsdValueKept` has it. */
const leastOrderUsd = minimumOrderUsd * (1 - 1e-9);

const widestFee = 0.1;

function checkFee(fee: number): number {
  if (!(fee > -widestFee && fee < widestFee)) throw new BacktestError('feeOutOfRange', { fee: String(fee), most: widestFee });
  return fee;
}

function positive(balances: Balances, currency: Currency): Decimal {
  const balance = parseDecimal(balances[currency] ?? '0');
  if (!(Number(balance) > 0 && Number(balance) <= 1e30))
    throw new BacktestError('balanceNotPositive', { currency, currencies: [currency] });
  return balance;
}
