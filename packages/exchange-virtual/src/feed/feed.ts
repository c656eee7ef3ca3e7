import type { PairName } from '@tenbin/market';

/** A pair's price as the feed has it: what the venue's market is worth now. */
export interface PriceMove {
  readonly pair: PairName;
  /** Counter per base, positive; need not be on the grid. */
  readonly price: number;
  /** Base traded at it, for the candles; made up by the venue where the feed does not know. */
  readonly volume?: number | undefined;
  /** Market time, epoch milliseconds, of a feed that has its own: a replay. */
  readonly at?: number | undefined;
}

/**
 * Where the venue's prices come from. It keeps no timer: whoever drives it says how much real time has passed.
 *
 * `fills` is how resting orders are filled when the price reaches them: `whole` at the order's own price (replayed
 * candles: must agree with the backtest), or `partly` (generated and followed prices: as it happens in life).
 */
export interface Feed {
  readonly name: string;
  /** Market time per real time. */
  readonly speed: number;
  readonly fills: 'whole' | 'partly';
  /** Must be called first; gives every pair's opening price. `last` are the prices of the run before, where there was one. */
  open(pairs: readonly PairName[], last: Readonly<Record<PairName, number>>): Promise<readonly PriceMove[]>;
  /** The moves of the next stretch of real time, in order. */
  advance(realMs: number): readonly PriceMove[];
  /** The next single move, whenever it may be due; null when there is none any more. */
  step(): PriceMove | null;
  close(): Promise<void>;
}
