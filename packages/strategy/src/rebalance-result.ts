import type { Balances, Decimal, PairName, Side } from '@tenbin/market';
import type { Refusal } from './check-result.ts';

/** A limit order that is to be filled at once. Price and amount are on the exchange's grid. */
export interface RebalanceOrder {
  readonly pair: PairName;
  readonly side: Side;
  /** The worst that is accepted: 5 % from the current price, counter per base. */
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
}

export interface RebalancePlan {
  /**
   * In the order in which they can be paid for, even if all before got the worst price that they accept: what has to be
   * bought before it is sold is bought first; apart from that sells come before buys.
   */
  readonly orders: readonly RebalanceOrder[];
  /** What is left at the current prices, fees paid. */
  readonly rebalancedBalances: Balances;
  /** How much of each currency is given away for others. */
  readonly turnover: Balances;
}

export type RebalanceResult = { readonly ok: true; readonly plan: RebalancePlan } | Refusal;
