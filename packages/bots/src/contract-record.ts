import type { Balances, Bps, Currency, Decimal, Facts, Fill, PairName, Side } from '@tenbin/market';
import { divide, multiply, parsePair, subtract, sum } from '@tenbin/market';
import {
  type Activity,
  annualRate,
  applyFill,
  bpsOfGrowth,
  type Earning,
  type FillMoment,
  feeWorth,
  type Strategy,
  tradeActivity,
  type UsdPrices,
  usdVolume,
} from '@tenbin/strategy';

/** A trade of ours as it went into the ledger. */
export interface BookedFill extends Fill {
  /** What this trade added to the bot's profit, a logarithm: see `fillGrowth`. */
  readonly growth: number;
  /** In USD, 4 decimals; null while no price of the counter currency is known. */
  readonly volume: Decimal | null;
  /** What it earned after its fee, in USD at the prices of its moment; null of trades from before this was kept. */
  readonly earned: Decimal | null;
}

/** What one order did, with everything that explains it. Made from trades only, never from an order's state. */
export interface ContractRecord {
  /** Null where the exchange keeps none. */
  readonly clientOrderId: string | null;
  /** Of the last of its trades, as the exchange says. */
  readonly createdAt: Date;
  readonly pair: PairName;
  readonly side: Side;
  /** Average, counter per base; exact where all trades had one price, else to 18 decimals. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** What it moved in counter, as the exchange told it. */
  readonly notional: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: Currency;
  readonly basisPointChanged: Bps;
  /** Percent, as it stood after these trades; null before it can be told. */
  readonly annualRate: number | null;
  /** What its strategy tells of its settings. */
  readonly facts: Facts;
  /** In USD, 4 decimals; null where no price of the counter currency was known. */
  readonly volume: Decimal | null;
  /** What its trades earned after their fees, in USD at the prices of their moments; null of records from before this was kept. */
  readonly earned: Decimal | null;
  /** The bot's balances afterwards. */
  readonly balances: Balances;
  readonly tradeIds: readonly string[];
}

/** A trade in the ledger: the balances after it, the trade with what it earned, and what it was in money. */
export interface Booking {
  readonly balances: Balances;
  readonly booked: BookedFill;
  readonly activity: Activity;
  /** What is left of the unevenness that came with the balances. */
  readonly uneven: number;
}

/**
 * Puts one trade into the ledger, whatever it leaves of a balance: it happened.
 *
 * @throws {DomainError} `currencyNotHeld`
 */
export const bookFill = (balances: Balances, fill: Fill, moment: FillMoment, strategy: Pick<Strategy, 'earningOf'>): Booking =>
  booking(balances, fill, { moment, ...strategy.earningOf(balances, fill, moment) });

/**
 * Puts a trade of a rebalance into the ledger: it is no profit and no loss. In money its fee counts, and its
 * distance to the market.
 *
 * @throws {DomainError} `currencyNotHeld`
 */
export function bookRebalanceFill(balances: Balances, fill: Fill, moment: FillMoment): Booking {
  return booking(balances, fill, { moment, growth: null, uneven: moment.uneven ?? 0 });
}

function booking(before: Balances, fill: Fill, { moment, growth, spread, uneven }: Booked): Booking {
  const after = applyFill(before, fill);
  const volume = volumeOf(fill, moment.usd);
  const outcome = { before, after, growth, spread, marketPrice: moment.marketPrice, volume, fee: feeWorth(fill, moment) };
  const activity = tradeActivity(fill, outcome, moment.usd);
  const earned = subtract(activity.earnedUsd, activity.feesUsd);
  return { balances: after, booked: { ...fill, growth: growth ?? 0, volume, earned }, activity, uneven };
}

interface Booked extends Earning {
  readonly moment: FillMoment;
}

const volumeOf = (fill: Fill, usd: UsdPrices): Decimal | null => (usd.has(parsePair(fill.pair).counter) ? usdVolume(fill, usd) : null);

export interface RecordContext {
  /** The bot's balances after the last of the trades. */
  readonly balances: Balances;
  /** Sum of the growths of all the bot's fills, these included. */
  readonly growth: number;
  /** All running time so far. */
  readonly runningMs: number;
  /** How many times faster than real time the exchange's market runs. */
  readonly timeScale: number;
  readonly facts: Facts;
}

/**
 * The record of an ended order, or of the filled part of a cancelled one.
 *
 * @param trades - booked trades of one order, in ledger order, that stand in no record yet
 * @returns none for no trades; one; or one for each currency in which fees were taken, where an exchange changed it
 * in the middle of an order
 */
export function contractRecordsOf(trades: readonly BookedFill[], context: RecordContext): ContractRecord[] {
  return [...Map.groupBy(trades, (trade) => trade.feeCurrency).values()].map((ones) => contractRecordOf(ones, context));
}

/** @param trades - at least one, all of one order and one fee currency */
function contractRecordOf(trades: readonly BookedFill[], context: RecordContext): ContractRecord {
  const [first] = trades;
  if (!first) throw new Error('a contract record needs a trade');
  const amount = sum(trades.map((trade) => trade.amount));
  const notional = sum(trades.map((trade) => trade.notional));
  return {
    clientOrderId: first.clientOrderId,
    createdAt: new Date(Math.max(...trades.map((trade) => trade.at.getTime()))),
    pair: first.pair,
    side: first.side,
    price: divide(sum(trades.map((trade) => multiply(trade.price, trade.amount))), amount, 18),
    amount,
    notional,
    fee: sum(trades.map((trade) => trade.fee)),
    feeCurrency: first.feeCurrency,
    basisPointChanged: bpsOfGrowth(trades.reduce((total, trade) => total + trade.growth, 0)),
    annualRate: annualRate(context),
    facts: context.facts,
    volume: sumOfKnown(trades.map((trade) => trade.volume)),
    earned: sumOfKnown(trades.map((trade) => trade.earned)),
    balances: context.balances,
    tradeIds: trades.map((trade) => trade.tradeId),
  };
}

function sumOfKnown(amounts: readonly (Decimal | null)[]): Decimal | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? sum(known) : null;
}
