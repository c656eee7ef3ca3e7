import type { RefusedOrder } from '@tenbin/bots';

/** Why an order on a virtual account is not sent. */
export type RefusedBecause = RefusedOrder['because'] | 'ordersWouldCross';

/** What a step wants to send may not be sent: nothing of the step was written. Decided anew without these it can be. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  /** By client order id. */
  readonly refused: ReadonlyMap<string, RefusedBecause>;

  constructor(refused: ReadonlyMap<string, RefusedBecause>) {
    super([...refused].map(([clientOrderId, because]) => `${clientOrderId} ${because}`).join(', '));
    this.refused = refused;
  }
}
