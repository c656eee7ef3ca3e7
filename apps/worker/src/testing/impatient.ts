import type { Patience } from '@tenbin/engine';

/** Longer than an order is sent after it was written down, and than it is on its way on one machine; not a minute, as in life. */
export const impatient: Patience = { neverPlacedAfterMs: 8_000, definiteAnswers: 2 };
