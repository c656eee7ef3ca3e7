import type { Balances, Currency, Decimal } from '@tenbin/market';
import { isPositive, multiply, negate, parseDecimal, subtract } from '@tenbin/market';
import { applyFill } from '../apply-fill.ts';
import { amountReceived, type EarningFill, type FillMoment, receivedBy } from '../fill-moment.ts';
import { growth } from '../growth.ts';
import { takeOffUneven } from './unevenness.ts';

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
