import { latestArrivalMs, type UnknownOrderPolicy } from '@tenbin/engine';

/** Not a minute, as in life, and yet longer than an order may take to arrive: within that, two of a slot could be open. */
export const quickPolicy: UnknownOrderPolicy = { neverPlacedAfterMs: latestArrivalMs + 2_000, definiteAnswers: 2 };
