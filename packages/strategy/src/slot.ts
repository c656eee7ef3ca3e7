import type { PairName, Side } from '@tenbin/market';

/** A place for one order: a bot has at most one order in it. */
export type Slot = `${PairName} ${Side} ${number}`;

export const slotOf = ({ pair, side, level }: { readonly pair: PairName; readonly side: Side; readonly level: number }): Slot =>
  `${pair} ${side} ${level}`;
