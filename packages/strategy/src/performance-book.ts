import type { Currency } from '@tenbin/market';
import type { Activity } from './activity.ts';
import type { PerformanceStart } from './performance.ts';

/** What a bot's ledger keeps so that its result can be told in money, in all and by the day. Plain JSON. */
export interface PerformanceBook {
  /** Since when it is kept, epoch milliseconds: the first start with these currencies. */
  readonly since: number;
  readonly start: PerformanceStart;
  /** Everything that was written as days; transfers stand there alone. */
  readonly closed: Activity;
  /** The day under way, UTC, in days since 1970. */
  readonly day: number;
  /** What it brought and is not written yet. */
  readonly today: Activity;
}

/** What happened to a bot in a day, to be added to what is written of that day. */
export interface DayEntry {
  /** Of its `PerformanceBook`. */
  readonly since: Date;
  readonly start: PerformanceStart;
  /** '2026-01-31', UTC. */
  readonly day: string;
  readonly activity: Activity;
  /** When somebody looked last, and what the bot's currencies were worth then in USD; null where it only gets an addition. */
  readonly ending: { readonly at: Date; readonly usd: Readonly<Record<Currency, number>> } | null;
}
