import type { BookEvent } from '@tenbin/exchange';
import type { OrderBook, PairName } from '@tenbin/market';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../runtime/clock.ts';

/** A book that nobody has told or confirmed for so long is not known any more. */
const maxAgeMs = 20_000;
/** One that stood still for so long is asked for, and looked at that often. */
const quietAfterMs = 8_000;
const checkEveryMs = 2_000;

/** Where books come from. */
interface BookSource {
  fetchBook(pair: PairName): Promise<OrderBook>;
  watchBook(pair: PairName, listener: (event: BookEvent) => void): () => void;
}

interface Followed {
  readonly watchers: Set<() => void>;
  readonly leave: () => void;
  /** Null while it is not known. */
  book: OrderBook | null;
  /** Epoch milliseconds: as of when it is known. */
  asOf: number;
  isAsked: boolean;
  /** Until it tells a book again, what could be asked for is no news of one that moves. */
  isBroken: boolean;
}

/**
 * The books that somebody asks for, each followed once, and as of when each is known. One whose stream broke is not known
 * before the stream tells it again.
 */
export class BookAges {
  readonly #source: BookSource;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #followed = new Map<PairName, Followed>();
  #cancelCheck: (() => void) | null = null;

  constructor(source: BookSource, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#source = source;
    this.#clock = clock;
    this.#log = log;
  }

  /** The book as it is now; null while that is not known. */
  of(pair: PairName): OrderBook | null {
    const followed = this.#followed.get(pair);
    if (followed === undefined || this.#now() - followed.asOf > maxAgeMs) return null;
    return followed.book;
  }

  /**
   * Every news of a pair's book: that it changed, and that it is not known any more.
   *
   * @returns takes it back
   */
  watch(pair: PairName, watcher: () => void): () => void {
    const followed = this.#followed.get(pair) ?? this.#follow(pair);
    followed.watchers.add(watcher);
    this.#cancelCheck ??= this.#scheduleCheck();
    return () => {
      followed.watchers.delete(watcher);
      if (followed.watchers.size > 0 || this.#followed.get(pair) !== followed) return;
      this.#followed.delete(pair);
      followed.leave();
      if (this.#followed.size === 0) this.#endChecks();
    };
  }

  close(): void {
    for (const { leave } of this.#followed.values()) leave();
    this.#followed.clear();
    this.#endChecks();
  }

  #follow(pair: PairName): Followed {
    const leave = this.#source.watchBook(pair, (event) => this.#take(pair, event));
    const followed: Followed = { watchers: new Set(), leave, book: null, asOf: this.#now(), isAsked: false, isBroken: false };
    this.#followed.set(pair, followed);
    void this.#ask(pair, followed);
    return followed;
  }

  #take(pair: PairName, event: BookEvent): void {
    const followed = this.#followed.get(pair);
    if (followed === undefined) return;
    followed.isBroken = 'stale' in event;
    if ('stale' in event) {
      if (followed.book !== null) this.#log.warn({ err: event.error }, 'prices.disconnected');
      this.#set(followed, null);
    } else this.#set(followed, event);
  }

  #set(followed: Followed, book: OrderBook | null): void {
    followed.book = book;
    followed.asOf = this.#now();
    for (const watcher of followed.watchers) watcher();
  }

  /** A stream tells changes only: what stands still is asked for now and then, and what is too old is told to be. */
  #scheduleCheck(): () => void {
    return this.#clock.after(
      checkEveryMs,
      () => {
        this.#cancelCheck = this.#scheduleCheck();
        for (const [pair, followed] of this.#followed) this.#check(pair, followed);
      },
      { unref: true },
    );
  }

  #check(pair: PairName, followed: Followed): void {
    if (followed.isBroken) return;
    const ageMs = this.#now() - followed.asOf;
    if (followed.book !== null && ageMs > maxAgeMs) this.#set(followed, null);
    else if (followed.book === null || ageMs >= quietAfterMs) void this.#ask(pair, followed);
  }

  async #ask(pair: PairName, followed: Followed): Promise<void> {
    if (followed.isAsked) return;
    followed.isAsked = true;
    const before = followed.asOf;
    try {
      const book = await this.#source.fetchBook(pair);
      // What the stream has told meanwhile is newer.
      if (this.#followed.get(pair) === followed && followed.asOf === before && !followed.isBroken) this.#set(followed, book);
    } catch (error) {
      this.#log.warn({ err: error }, 'prices.fetch_failed');
    } finally {
      followed.isAsked = false;
    }
  }

  #endChecks(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = null;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
