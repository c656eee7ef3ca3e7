import type { TimelineEntry } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { JsonFacts } from '../json.ts';

/** A decision of a bot, with its reason. */
export interface StoredTimelineEntry {
  readonly id: string;
  readonly botId: string;
  /** A `TimelineKind`, or that of another version which shared this database. */
  readonly kind: string;
  readonly facts: JsonFacts;
  readonly at: Date;
  /** When the same was last seen again. */
  readonly lastAt: Date;
  /** How often it was seen. */
  readonly count: number;
}

/** What the page tells in one line: an entry, or several that only replace orders. */
export interface TimelineLine extends StoredTimelineEntry {
  /** Those of the same line that are older, newest first. */
  readonly others: readonly StoredTimelineEntry[];
}

/** What is looked for; what is not given does not matter. */
export interface TimelineSearch {
  readonly kind?: string | undefined;
  readonly pair?: PairName | undefined;
  /** In any fact of the newest 10,000 entries that fit the rest; capitals do not matter. */
  readonly text?: string | undefined;
  /** Kinds, sides and reasons that mean the text: an entry that has one of them is found too. */
  readonly also?: readonly string[] | undefined;
  /** What was seen in this period, both ends included. */
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

export interface Timeline {
  /**
   * Entries with the same `foldKeyOf` are folded into one while none without a key came between: the count grows,
   * `lastAt` and the facts are the latest.
   */
  append(botId: string, entry: TimelineEntry): Promise<void>;
  /** Several in their order, as a step of a bot writes them. */
  appendAll(botId: string, entries: readonly TimelineEntry[]): Promise<void>;
  /** Newest first. @throws {DomainError} `searchTooBroad` where looking for a text takes too long */
  list(botId: string, query: TimelineSearch & { readonly offset: number; readonly limit: number }): Promise<StoredTimelineEntry[]>;
  /** By lines in place of entries, newest first. */
  lines(botId: string, page: { readonly offset: number; readonly limit: number }): Promise<TimelineLine[]>;
  countLines(botId: string): Promise<number>;
  /** All of a bot, oldest first, by pages: the next one is read when it is asked for. */
  ofBot(botId: string, page?: number): AsyncIterable<readonly StoredTimelineEntry[]>;
  /** @throws {DomainError} `searchTooBroad` */
  count(botId: string, search: TimelineSearch): Promise<number>;
}
