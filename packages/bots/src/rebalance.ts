import type { Balances, Decimal, Facts, PairName, Side } from '@tenbin/market';
import type { RebalanceOrder } from '@tenbin/strategy';

/**
 * How a rebalance stands:
 *
 * - `requested`: its worker has not begun;
 * - `running`: planned, or being carried out;
 * - `completed`: the wallet is even;
 * - `failed`: it could not be made even; the reason stands with it;
 * - `cancelled`: its user stopped it.
 */
export const rebalanceStatuses = ['requested', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RebalanceStatus = (typeof rebalanceStatuses)[number];

/** One order of the plan, and how far it is carried out. */
export interface RebalanceStep {
  readonly pair: PairName;
  readonly side: Side;
  /** In base. The order that is sent may be smaller, where there is less to pay with. */
  readonly amount: Decimal;
  /** The order that was sent for it last; null before the first, and where the step was left out. */
  readonly clientOrderId: string | null;
  /** How many orders were sent for it: the next only after the exchange definitely does not have the one before. */
  readonly tries: number;
  readonly isDone: boolean;
}

export const stepOf = ({ pair, side, amount }: RebalanceOrder): RebalanceStep => ({
  pair,
  side,
  amount,
  clientOrderId: null,
  tries: 0,
  isDone: false,
});

/** What a step of a rebalance leaves behind; absent parts stay as they are. Any status but `running` ends it. */
export interface RebalanceProgress {
  readonly id: string;
  readonly status: Exclude<RebalanceStatus, 'requested'>;
  /** Added to those that stand. */
  readonly orders?: readonly RebalanceOrder[];
  /** Of the first plan. */
  readonly balancesBefore?: Balances;
  readonly balancesAfter?: Balances;
  readonly reason?: string;
  readonly facts?: Facts;
  readonly at: Date;
}
