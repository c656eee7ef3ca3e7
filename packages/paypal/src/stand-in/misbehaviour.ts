/**
 * What can go wrong on the way: of the next webhooks, and of the next calls. `never`: not delivered, and told to who asks for it; `unheard`: not told at all;
 * `nameless`: one of money that goes back says of which payment, and not of which subscription.
 */
export const webhookFaults = ['late', 'twice', 'outOfOrder', 'never', 'unheard', 'wrongSignature', 'nameless'] as const;
export const callFaults = ['staleRead', 'serverError', 'lostAnswer', 'tooManyRequests', 'slow'] as const;
export type WebhookFault = (typeof webhookFaults)[number];
export type CallFault = (typeof callFaults)[number];
export type Fault = WebhookFault | CallFault;

/** A script of what goes wrong next, each so many times. */
export class Misbehaviour {
  readonly #left = new Map<Fault, number>();

  next(fault: Fault, times = 1): void {
    this.#left.set(fault, (this.#left.get(fault) ?? 0) + times);
  }

  /** Whether this one is to go wrong so; counts it. */
  takes(fault: Fault): boolean {
    const left = this.#left.get(fault) ?? 0;
    if (left > 0) this.#left.set(fault, left - 1);
    return left > 0;
  }

  behave(): void {
    this.#left.clear();
  }
}
