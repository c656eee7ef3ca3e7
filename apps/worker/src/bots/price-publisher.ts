import { channels, type PriceSignal } from '@tenbin/bots';
import type { Database } from '@tenbin/db';
import type { PriceTick } from '@tenbin/exchange';
import type { Log } from '@tenbin/telemetry';

/** Tells the servers what the market does: the newest price of each pair, however many there were since. */
export class PricePublisher {
  readonly #db: Pick<Database, 'notify'>;
  readonly #log: Log;
  readonly #newest = new Map<string, PriceSignal>();

  constructor(db: Pick<Database, 'notify'>, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  take(exchangeId: string, { pair, bestBid, bestAsk, last, at }: PriceTick): void {
    this.#newest.set(`${exchangeId} ${pair}`, { exchangeId, pair, bestBid, bestAsk, last, at: at.toISOString() });
  }

  /** Once a second. */
  async publish(): Promise<void> {
    const signals = [...this.#newest.values()];
    this.#newest.clear();
    try {
      if (signals.length > 0) await this.#db.notify(channels.prices, ...signals.map((signal) => JSON.stringify(signal)));
    } catch (error) {
      this.#log.warn({ err: error }, 'prices.publish_failed');
    }
  }
}
