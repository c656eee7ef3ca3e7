/**
 * How a bot's stop ended: `confirmed` when the exchange said that none of its orders is open (or it had none);
 * `unconfirmed` when the exchange did not let us ask any more; `forced` when its owner would not wait for that any longer.
 */
export const stopOutcomes = ['confirmed', 'unconfirmed', 'forced'] as const;
export type StopOutcome = (typeof stopOutcomes)[number];
