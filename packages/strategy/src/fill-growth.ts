import type { Balances, Currency, Decimal, Fill } from '@tenbin/market';
import { isPositive, multiply, negate, parseDecimal, parsePair, subtract } from '@tenbin/market';
import { applyFill } from './apply-fill.ts';
import { growth } from './growth.ts';
import { takeOffUneven } from './unevenness.ts';
import type { UsdPrices } from './usd-prices.ts';

/** What of a trade decides what it earned. */
export type EarningFill = Pick<Fill, 'pair' | 'side' | 'price' | 'amount' | 'notional' | 'fee' | 'feeCurrency' | 'isMaker'>;

/** What is known of a trade's order and of its moment. */
export interface FillMoment {
  /** Trades of the same order that are in the balances already, in their order. */
  readonly earlier: readonly EarningFill[];
  /** Middle of the pair's book when the order was written down; null: not known, the trade's own price stands in. */
  readonly marketPrice: Decimal | null;
  /** Whether the order's price was moved to the market, or crossed it at a start. */
  readonly isEvening: boolean;
  /** What is left of the unevenness that came with the balances; 0 unless given. */
  readonly uneven?: number;
  /** Prices of the moment: for a fee in a coin that is not balanced. */
  readonly usd: UsdPrices;
  /** The market's published fee, a fraction: what such a fee is taken for where its coin has no known price. */
  readonly feeRate: number;
}

/**
 * What a trade earned: ln(G after / G before) with every fee counted, less what an exchange of the same amount at the
 * market's price of its moment would have brought without a fee, where the trade was such an exchange: it took from the
 * book, or its order was there to make the balances even. What rests in the book and is taken by others counts whole,
 * once the unevenness that came with the balances is used up.
 *
 * A fee in a coin that is not balanced is taken off what was received, at the prices of the moment; the balances
 * themselves do not move by it. An order's trades earn the same, in however many parts it is filled.
 *
 * @param balances - before the trade
 * @throws {DomainError} `balanceNotPositive`, `noBalances`, `currencyNotHeld`
 *
 * Source: docs/concepts/profit.md, "What a fill earns".
 */
export const fillGrowth = (balances: Balances, fill: EarningFill, moment: FillMoment): number => fillEarning(balances, fill, moment).growth;

/** As {@link fillGrowth}, with what is left of the unevenness. */
export function fillEarning(
  balances: Balances,
  fill: EarningFill,
  moment: FillMoment,
): { readonly growth: number; readonly uneven: number } {
  const { earlier, uneven = 0 } = moment;
  const before = lessFees(balances, earlier, moment);
  const after = lessFees(applyFill(balances, fill), [...earlier, fill], moment);
  const earned = growth(before, after);
  const exchanges = earlier.filter((one) => isExchange(one, moment));
  const exchanged = isExchange(fill, moment) ? exchangeGrowthOf(fill, exchanges, { balances, price: moment.marketPrice }) : 0;
  const grown = uneven > 0 ? exchangeGrowthOf(fill, earlier, { balances, price: null }) : 0;
  const { off, left } = takeOffUneven(uneven, { grown, exchanged });
  return { growth: earned - off, uneven: left };
}

/**
 * USD that a fee was worth at its moment.
 *
 * @returns `isEstimated`: the fee's coin has no known price, and the market's published fee is taken for it. Null where
 * what was received has no known price either
 */
export function feeWorth(
  fill: EarningFill,
  { usd, feeRate }: Pick<FillMoment, 'usd' | 'feeRate'>,
): { readonly usd: number; readonly isEstimated: boolean } | null {
  const price = usd.get(fill.feeCurrency);
  if (price !== undefined) return { usd: Number(fill.fee) * price, isEstimated: false };
  if (!isPositive(fill.fee)) return { usd: 0, isEstimated: true };
  const received = usd.get(receivedBy(fill));
  return received === undefined ? null : { usd: amountReceived(fill) * feeRate * received, isEstimated: true };
}

const isExchange = ({ isMaker }: EarningFill, { isEvening }: FillMoment): boolean => isEvening || !isMaker;

/** What a trade adds to what its order's trades before it grew without fees, see {@link exchangeGrowth}. */
function exchangeGrowthOf(
  fill: EarningFill,
  before: readonly EarningFill[],
  { balances, price }: { readonly balances: Balances; readonly price: Decimal | null },
): number {
  const unmoved = before.reduce((held, one) => applyFill(held, undone(one)), balances);
  return exchangeGrowth(unmoved, [...before, fill], price) - exchangeGrowth(unmoved, before, price);
}

/** What exchanging these amounts at the market's price, without a fee, would have grown; never below 0. Null: at their own prices. */
function exchangeGrowth(balances: Balances, fills: readonly EarningFill[], marketPrice: Decimal | null): number {
  if (fills.length === 0) return 0;
  const atMarket = (fill: EarningFill) => ({
    ...fill,
    notional: marketPrice === null ? fill.notional : multiply(marketPrice, fill.amount),
  });
  const exchanged = fills.reduce((held, one) => applyFill(held, { ...atMarket(one), fee: '0' }), balances);
  // Balances that have been spent since, or an exchange that they could not have paid for, are no measure of anything.
  if (![...Object.values(balances), ...Object.values(exchanged)].every(isPositive)) return 0;
  return Math.max(0, growth(balances, exchanged));
}

const undone = (fill: EarningFill): EarningFill => ({ ...fill, side: fill.side === 'buy' ? 'sell' : 'buy', fee: negate(fill.fee) });

/** The balances as if fees in other coins had been paid from what was received. */
function lessFees(balances: Balances, fills: readonly EarningFill[], moment: FillMoment): Balances {
  const outside = fills.filter((fill) => balances[fill.feeCurrency] === undefined);
  if (outside.length === 0) return balances;
  const left: Record<Currency, Decimal> = { ...balances };
  for (const fill of outside) {
    const received = receivedBy(fill);
    left[received] = subtract(left[received] ?? '0', feeInReceived(fill, moment));
  }
  return left;
}

function feeInReceived(fill: EarningFill, { usd, feeRate }: FillMoment): Decimal {
  const price = usd.get(fill.feeCurrency);
  const received = usd.get(receivedBy(fill));
  if (price !== undefined && received !== undefined && received > 0) return parseDecimal((Number(fill.fee) * price) / received);
  return isPositive(fill.fee) ? parseDecimal(amountReceived(fill) * feeRate) : '0';
}

const receivedBy = ({ pair, side }: EarningFill) => (side === 'buy' ? parsePair(pair).base : parsePair(pair).counter);
const amountReceived = ({ side, amount, notional }: EarningFill): number => Number(side === 'buy' ? amount : notional);
