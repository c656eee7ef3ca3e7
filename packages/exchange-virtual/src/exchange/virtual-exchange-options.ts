import type { Decimal } from '@tenbin/market';
import type { Runtime } from '@tenbin/runtime';
import type { Feed } from '../feed/feed.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { MarketDefinition } from './market.ts';
import type { HistoryLimits } from './venue-state.ts';

export interface VirtualExchangeOptions {
  /** Its clock, its timers, and the chance that makes up ids. */
  readonly runtime: Runtime;
  readonly markets?: readonly MarketDefinition[];
  readonly feed?: Feed;
  /** Shares of what is received, as decimals: '0.001' is 0.1 %. */
  readonly fees?: { readonly maker: Decimal; readonly taker: Decimal };
  /** Decimals of a currency's money, 8 unless given: `{ JPY: 4 }`. */
  readonly moneyDigits?: Readonly<Record<string, number>>;
  readonly store?: VenueStore;
  /** True: the market stands still between calls of `feed.step()`. */
  readonly stepped?: boolean;
  /** Time between two updates of all prices, in milliseconds. */
  readonly updateEveryMs?: number;
  readonly limits?: Partial<HistoryLimits>;
  /** Hears why the market stands still for good: the store failed, or a fault of ours. */
  readonly onStopped?: (error: unknown) => void;
  /** False: charts begin empty. True unless given: a new venue gets a past that leads up to its opening prices. */
  readonly withPast?: boolean;
  /** For the house's sizes and for that past. */
  readonly seed?: number;
}
