/** - `missing`: it should be at the exchange and is not; `unknown`: it cannot be told now; `differing`: it is there, but not so. */
export const orderVerdicts = ['matched', 'missing', 'unknown', 'differing'] as const;
export type OrderVerdict = (typeof orderVerdicts)[number];

/**
 * - missing: `notPlaced` nobody sent it yet, `notAtExchange` the database takes it for open;
 * - unknown: `exchangeSilent`, `answer` (of a placing) and `trades` are waited for, `justChanged`, `wantedUnknown`;
 * - differing: `twoOrders` in one slot, neither in the other's stead, `notInDatabase` as an open order, `terms` or `filled` are not the same there,
 *   `cancel` is under way, `notWanted` so.
 */
export const verdictReasons = [
  'notPlaced',
  'notAtExchange',
  'exchangeSilent',
  'answer',
  'trades',
  'justChanged',
  'wantedUnknown',
  'twoOrders',
  'notInDatabase',
  'terms',
  'filled',
  'cancel',
  'notWanted',
] as const;
export type VerdictReason = (typeof verdictReasons)[number];
