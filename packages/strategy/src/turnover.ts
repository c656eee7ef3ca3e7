import type { Balances, Currency, Decimal, PairName, Side } from '@tenbin/market';
import { add, multiply, parseDecimal, parsePair, roundDecimal } from '@tenbin/market';

/** How much of each currency some trades gave away: base of a sell, counter of a buy. */
export function turnoverOf(
  trades: Iterable<{ readonly pair: PairName; readonly side: Side; readonly amount: Decimal; readonly notional: Decimal }>,
): Balances {
  const turnover: Record<Currency, Decimal> = {};
  for (const { pair, side, amount, notional } of trades) {
    const { base, counter } = parsePair(pair);
    const [currency, given] = side === 'sell' ? [base, amount] : [counter, notional];
    turnover[currency] = add(turnover[currency] ?? '0', given);
  }
  return turnover;
}

/**
 * What a rebalance costs beside the exchange's fees: a percentage of the turnover of each currency, 8 decimals. It is
 * billed, not taken from the wallet.
 *
 * @param percents - by currency; one that is not in it costs nothing
 */
export function serviceFeesOf(turnover: Balances, percents: Readonly<Record<Currency, number>>): Balances {
  return Object.fromEntries(
    Object.entries(turnover).map(([currency, amount]) => [
      currency,
      roundDecimal(multiply(amount, parseDecimal((percents[currency] ?? 0) / 100)), 8),
    ]),
  );
}
