/**
 * What a market maker made of a stretch of the past: its profit's parts add up to the change of its worth. A trade's spread
 * is counted against the price, or the middle, that was known before it.
 */
import { type Balances, type PairName, parsePair } from '@tenbin/market';
import { openSplit, type ProfitSplit, totalOfSplit, withFill, withMid } from '@tenbin/strategy';
import type { StrategyTrade } from './run-strategy.ts';

/** All money in counter. */
export interface MakerResult extends ProfitSplit {
  readonly bought: number;
  readonly sold: number;
  readonly volume: number;
  readonly startWorth: number;
  readonly endWorth: number;
  /** Spread and inventory less fees. */
  readonly result: number;
  /** Fractions of the worth that were base. */
  readonly startBaseShare: number;
  readonly endBaseShare: number;
}

export interface MakerRun {
  readonly pair: PairName;
  readonly trades: readonly StrategyTrade[];
  readonly start: { readonly balances: Balances; readonly mid: number };
  readonly end: { readonly balances: Balances; readonly mid: number };
}

export function makerResult({ pair, trades, start, end }: MakerRun): MakerResult {
  const { base, counter } = parsePair(pair);
  const worthOf = ({ balances, mid }: MakerRun['start']) => {
    const ofBase = Number(balances[base] ?? 0) * mid;
    const worth = ofBase + Number(balances[counter] ?? 0);
    return { worth, share: worth === 0 ? 0 : ofBase / worth };
  };
  const opened = openSplit(Number(start.balances[base] ?? 0), start.mid);
  const traded = trades.reduce((book, trade) => withFill(book, { ...trade, isMaker: true }, { mid: trade.mid }), opened);
  const { split } = withMid(traded, end.mid);
  const [first, last] = [worthOf(start), worthOf(end)];
  const bought = trades.filter(({ side }) => side === 'buy').length;
  return {
    ...split,
    bought,
    sold: trades.length - bought,
    volume: trades.reduce((sum, { notional }) => sum + Number(notional), 0),
    startWorth: first.worth,
    endWorth: last.worth,
    result: totalOfSplit(split),
    startBaseShare: first.share,
    endBaseShare: last.share,
  };
}
