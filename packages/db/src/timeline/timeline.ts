import type { JsonFacts } from '../json.ts';

/** A decision of a bot, with its reason. */
export interface TimelineEntry {
  readonly id: string;
  readonly botId: string;
  readonly kind: string;
  readonly facts: JsonFacts;
  readonly at: Date;
  /** When the same was last seen again. */
  readonly lastAt: Date;
  /** How often it was seen. */
  readonly count: number;
}

export interface NewTimelineEntry {
  readonly kind: string;
  readonly facts: JsonFacts;
  readonly at: Date;
  /**
   * Entries with the same key are folded into one while nothing without a key came between:
   * `count` grows, `lastAt` and `facts` are the latest.
   */
  readonly foldKey?: string | null;
}

export interface Timeline {
  append(botId: string, entry: NewTimelineEntry): Promise<void>;
  /** Newest first. */
  list(
    botId: string,
    query: { readonly offset: number; readonly limit: number; readonly kind?: string | undefined },
  ): Promise<TimelineEntry[]>;
}
