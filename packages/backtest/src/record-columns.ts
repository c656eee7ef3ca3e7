import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { EvenOut } from './even-out.ts';
import { gridOf } from './grid-market.ts';
import type { TradeColumns } from './trade-columns.ts';

/** What each trade did, a column each: contract records before they are put into words. */
export interface RecordColumns {
  readonly length: number;
  /** In the currency received: base for a buy, counter for a sell. */
  readonly fees: Float64Array;
  readonly basisPoints: Float64Array;
  /** Σ of what the trades earned up to and with each, logarithms. */
  readonly growths: Float64Array;
  /** Price × amount in the currency of worth, at the candle's close. */
  readonly volumes: Float64Array;
  /** By trade, by currency: the balances after it. */
  readonly balances: Float64Array;
}

/** Makes the records from the trades alone, as a live bot makes its own. */
export function recordColumns(market: CandleMarket, plan: CheckedPlan, trades: TradeColumns): RecordColumns {
  const { bases, counters, values } = market;
  const { length, evening, slots, prices, amounts, moments, steps } = trades;
  const cut = steps === null ? null : cutMoney(market, plan);
  const count = market.currencies.length;
  const fees = new Float64Array(length);
  const basisPoints = new Float64Array(length);
  const growths = new Float64Array(length);
  const volumes = new Float64Array(length);
  const balances = new Float64Array(length * count);
  const held = Float64Array.from(plan.balances, Number);
  const rates = Float64Array.from(plan.fees);
  const evenOut = new EvenOut(market, plan);
  let growth = 0;
  for (let i = 0; i < length; i++) {
    const slot = slots[i]!;
    const pair = slot >> 1;
    const base = bases[pair]!;
    const counter = counters[pair]!;
    const amount = amounts[i]!;
    const isBuy = (slot & 1) === 1;
    const tickLots = steps === null ? 0 : steps.ticks[i]! * steps.lots[i]!;
    const notional = cut === null ? amount * prices[i]! : cut.notional(pair, tickLots);
    const fee = cut === null ? (isBuy ? amount : notional) * rates[pair]! : cut.fee(pair, isBuy ? steps!.lots[i]! : tickLots, isBuy);
    const baseChange = isBuy ? amount - fee : -amount;
    const counterChange = isBuy ? -notional : notional - fee;
    const sold = (1 - 2 * (slot & 1)) * amount;
    const off = evenOut.takeOff({ base: held[base]!, counter: held[counter]!, sold, price: prices[i]!, market: evening.get(i) });
    // ln(G after / G before), from the changes: quotients of balances would lose their digits.
    const grown = (Math.log1p(baseChange / held[base]!) + Math.log1p(counterChange / held[counter]!)) / count - off;
    held[base]! += baseChange;
    held[counter]! += counterChange;
    growth += grown;
    fees[i] = fee;
    basisPoints[i] = 10_000 * Math.expm1(grown);
    growths[i] = growth;
    volumes[i] = notional * values[moments[i]! * count + counter]!;
    const at = i * count;
    for (let c = 0; c < count; c++) balances[at + c] = held[c]!;
  }
  return { length, fees, basisPoints, growths, volumes, balances };
}

/** What trades move where the exchange cuts money off, as doubles; null where it does not. */
function cutMoney(market: CandleMarket, plan: CheckedPlan) {
  if (!plan.rules?.some(({ baseUnit, counterUnit }) => baseUnit !== null || counterUnit !== null)) return null;
  const { pairs, digits } = gridOf(market, plan);
  const ofUnits = (count: number, unit: number, currency: number): number => (count * unit) / 10 ** digits[currency]!;
  return {
    notional(pair: number, tickLots: number): number {
      const { given, givenUnit } = pairs[pair]!.counter;
      return ofUnits(given(tickLots), givenUnit, market.counters[pair]!);
    },
    fee(pair: number, ones: number, isBuy: boolean): number {
      const { given, givenUnit, kept, keptUnit } = isBuy ? pairs[pair]!.base : pairs[pair]!.counter;
      const paid = givenUnit === keptUnit ? (given(ones) - kept(ones)) * givenUnit : given(ones) * givenUnit - kept(ones) * keptUnit;
      return ofUnits(paid, 1, isBuy ? market.bases[pair]! : market.counters[pair]!);
    },
  };
}
