import type { TimelineEntry, TimelineKind } from '@tenbin/bots';
import type { JsonFacts } from '../json.ts';

/** A decision of a bot, with its reason. */
export interface StoredTimelineEntry {
  readonly id: string;
  readonly botId: string;
  readonly kind: TimelineKind;
  readonly facts: JsonFacts;
  readonly at: Date;
  /** When the same was last seen again. */
  readonly lastAt: Date;
  /** How often it was seen. */
  readonly count: number;
}

export interface Timeline {
  /**
   * Entries with the same `foldKeyOf` are folded into one while none without a key came between: the count grows,
   * `lastAt` and the facts are the latest.
   */
  append(botId: string, entry: TimelineEntry): Promise<void>;
  /** Newest first. */
  list(
    botId: string,
    query: { readonly offset: number; readonly limit: number; readonly kind?: string | undefined },
  ): Promise<StoredTimelineEntry[]>;
}
