import { channels, type LiveSignal } from '@tenbin/bots';
import type { Database } from '@tenbin/db';
import type { Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';

/** What happens within so long is told together. */
const gatherMs = 50;

interface Settings {
  readonly db: Pick<Database, 'notify'>;
  readonly clock: Pick<Runtime, 'after'>;
  readonly log: Log;
}

/**
 * Tells the servers what changed of the bots, after it was stored. What changes of one bot meanwhile is told once, and what
 * changes of all of them in one statement: PostgreSQL lets only one transaction at a time commit with something to tell, so
 * that bots which told it themselves would wait for one another.
 *
 * What a process that ends leaves untold, the servers find at their next look (`server/live/event-hub`).
 */
export class NewsPublisher {
  readonly #settings: Settings;
  readonly #waiting = new Map<string, LiveSignal>();
  #publishing: Promise<void> | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  take(news: LiveSignal): void {
    const before = this.#waiting.get(news.botId)?.changed ?? [];
    this.#waiting.set(news.botId, { ...news, changed: [...new Set([...before, ...news.changed])] });
    this.#publishing ??= this.#publishSoon();
  }

  /** Tells what waits. */
  async close(): Promise<void> {
    await this.#publishing;
    await this.#publish();
  }

  async #publishSoon(): Promise<void> {
    const { promise: gathered, resolve } = Promise.withResolvers<void>();
    this.#settings.clock.after(gatherMs, resolve);
    await gathered;
    await this.#publish();
    this.#publishing = null;
    if (this.#waiting.size > 0) this.#publishing = this.#publishSoon();
  }

  async #publish(): Promise<void> {
    const batch = [...this.#waiting.values()];
    if (batch.length === 0) return;
    this.#waiting.clear();
    const { db, log } = this.#settings;
    try {
      await db.notify(channels.botNews, ...batch.map((news) => JSON.stringify(news)));
    } catch (error) {
      // Whoever listens finds it at the next look, and is told of the gap when the database is back.
      log.warn({ err: error, channel: channels.botNews }, 'signal.send_failed');
    }
  }
}
