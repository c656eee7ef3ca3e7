import type { PrivateEvent } from '@tenbin/exchange';

/** A way to learn of an account's orders and fills. Runs until the signal fires, tells trouble as events, never throws. */
export type PrivateEvents = (emit: (event: PrivateEvent) => void, signal: AbortSignal) => Promise<void>;
