/**
 * What is known of one order of ours, from the intent on. It only moves forward:
 * `pending → (unknown →) open → filled | cancelled | rejected | neverPlaced`.
 *
 * - `pending`: written down and sent (or about to be); no answer yet;
 * - `unknown`: sent, and whether it arrived is not known;
 * - `neverPlaced`: the exchange was asked long enough to be sure that it does not have it.
 */
export const orderStates = ['pending', 'unknown', 'open', 'filled', 'cancelled', 'rejected', 'neverPlaced'] as const;
export type OrderState = (typeof orderStates)[number];

const rank: Readonly<Record<OrderState, number>> = {
  pending: 0,
  unknown: 1,
  open: 2,
  filled: 3,
  cancelled: 3,
  rejected: 3,
  neverPlaced: 3,
};

/** The state after news of it: forward, or as it was. An ended order stays ended as it is. */
export const forward = (from: OrderState, to: OrderState): OrderState => (rank[to] > rank[from] ? to : from);

/** Whether nothing more can happen to it on the exchange. */
export const isEnded = (state: OrderState): boolean => rank[state] === 3;
