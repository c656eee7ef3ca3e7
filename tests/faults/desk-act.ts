import type { Currency, Decimal, PairName, Side } from '@tenbin/market';

/** The virtual accounts of a round's desk, by name: what the first three are for a bot of their own does. */
export const ledgerNames = ['levels', 'spread', 'balancing', 'hand'] as const;
export type LedgerName = (typeof ledgerNames)[number];
export const makerNames = ['levels', 'spread', 'balancing'] as const;
export type MakerName = (typeof makerNames)[number];

/** What an operator does while everything goes wrong. What may not be done at its moment is refused, and that is right too. */
export type DeskAct =
  /** Negative: takes. */
  | { readonly type: 'give'; readonly name: LedgerName; readonly currency: Currency; readonly amount: Decimal }
  | {
      readonly type: 'transfer';
      readonly from: LedgerName;
      readonly to: LedgerName;
      readonly currency: Currency;
      readonly amount: Decimal | 'all';
    }
  /** Takes back what was moved last. */
  | { readonly type: 'reverse' }
  | {
      readonly type: 'orderByHand';
      readonly name: LedgerName;
      readonly pair: PairName;
      readonly side: Side;
      readonly amount: Decimal;
      /** How far from the middle of the market; null: at whatever price there is. */
      readonly away: number | null;
    }
  /** The order by hand that was asked for last and is open. */
  | { readonly type: 'cancelByHand' }
  /** A market maker is started again with other settings, while it runs. */
  | { readonly type: 'changeBot'; readonly name: 'levels' | 'spread'; readonly byPercent: number }
  | { readonly type: 'pauseBot'; readonly name: MakerName; readonly forMs: number }
  /** Its bots stop; afterwards they are started again. */
  | { readonly type: 'freeze'; readonly name: MakerName; readonly forMs: number };

export interface DeskHappening {
  readonly type: 'desk';
  readonly atMs: number;
  readonly act: DeskAct;
}
