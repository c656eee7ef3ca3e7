import {
  type Balances,
  type Bps,
  bps,
  type Currency,
  cutOff,
  type Decimal,
  type MarketRules,
  multiply,
  type PairName,
  parseDecimal,
  parsePair,
  type Side,
} from '@tenbin/market';
import { annualRate, applyFill } from '@tenbin/strategy';
import { toBalances } from './figures.ts';
import { unitForLots } from './grid-money.ts';
import type { Backtest } from './run-backtest.ts';

/** What one order did, in the fields of a live bot's contract record. On a grid every decimal is exact. */
export interface BacktestRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly pair: PairName;
  readonly side: Side;
  /** Counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: Currency;
  readonly basisPointChanged: Bps;
  /** Percent, as it stood then; null while it cannot be told. */
  readonly annualRate: number | null;
  readonly delta: number;
  /** In the currency of worth. */
  readonly volume: number;
  /** The balances afterwards. */
  readonly balances: Balances;
}

/** The records of a run in the order in which they were made; made one by one, for millions need not be held at once. */
export function* contractRecords({ market, plan, trades, records }: Backtest): Generator<BacktestRecord> {
  const start = market.at[0]!;
  const fees = plan.fees.map((fee) => parseDecimal(fee));
  const units = market.pairs.map((_, p) => unitsOf(trades.steps === null ? undefined : plan.rules?.[p]));
  let balances = toBalances(market, plan.balances);
  for (let i = 0; i < trades.length; i++) {
    const slot = trades.slots[i]!;
    const pair = slot >> 1;
    const name = market.pairs[pair]!;
    const { base, counter } = parsePair(name);
    const side = (slot & 1) === 1 ? 'buy' : 'sell';
    const price = exactly(plan.rules?.[pair]?.tickSize, trades.steps?.ticks[i], trades.prices[i]!);
    const amount = exactly(plan.rules?.[pair]?.lotSize, trades.steps?.lots[i], trades.amounts[i]!);
    const { base: baseUnit, counter: counterUnit } = units[pair]!;
    const notional = cutOff(multiply(price, amount), counterUnit);
    const fee = trades.steps
      ? cutOff(multiply(side === 'buy' ? amount : notional, fees[pair]!), side === 'buy' ? baseUnit : counterUnit)
      : parseDecimal(records.fees[i]!);
    const feeCurrency = side === 'buy' ? base : counter;
    const at = trades.at[i]!;
    balances = trades.steps
      ? applyFill(balances, { pair: name, side, amount, notional, fee, feeCurrency })
      : balancesAfter(market.currencies, records.balances, i);
    yield {
      at,
      pair: name,
      side,
      price,
      amount,
      fee,
      feeCurrency,
      basisPointChanged: bps(records.basisPoints[i]!),
      annualRate: annualRate({ growth: records.growths[i]!, runningMs: at - start }),
      delta: plan.delta,
      volume: records.volumes[i]!,
      balances,
    };
  }
}

/** Without a grid nothing is cut off. */
const unitsOf = (rule: MarketRules | undefined): { readonly base: Decimal | null; readonly counter: Decimal | null } =>
  rule === undefined ? { base: null, counter: null } : { base: unitForLots(rule.baseUnit, rule.lotSize), counter: rule.counterUnit };

function exactly(step: Decimal | undefined, count: number | undefined, value: number): Decimal {
  return step === undefined || count === undefined ? parseDecimal(value) : multiply(step, parseDecimal(count));
}

const balancesAfter = (currencies: readonly Currency[], columns: Float64Array, record: number): Balances =>
  Object.fromEntries(currencies.map((currency, c) => [currency, parseDecimal(columns[record * currencies.length + c]!)]));
