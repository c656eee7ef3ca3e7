import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from './database.ts';
import type { ListeningSession, Notifications } from './notifications.ts';
import { connectToPostgres } from './pg-connection.ts';

const shortestDelayMs = 200;
const longestDelayMs = 5000;

type ListeningConnection = Awaited<ReturnType<typeof connectToPostgres>>;

/** A connection of its own that only listens: opened at the first `listen`, opened again when it is lost. */
export class PgListener implements ListeningSession {
  readonly #databaseUrl: string;
  readonly #notifications: Notifications;
  readonly #log: DatabaseLog | undefined;
  #connection: Promise<ListeningConnection> | null = null;
  readonly #ending = new AbortController();

  constructor(databaseUrl: string, notifications: Notifications, log: DatabaseLog | undefined) {
    this.#databaseUrl = databaseUrl;
    this.#notifications = notifications;
    this.#log = log;
  }

  async execute(sql: string): Promise<void> {
    this.#connection ??= this.#connect();
    try {
      const connection = await this.#connection;
      await connection.query(sql, [], 'array');
    } catch (error) {
      if (this.#connection !== null && (await this.#isLost())) this.#connection = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  async #isLost(): Promise<boolean> {
    return (
      this.#connection?.then(
        (connection) => connection.isBroken,
        () => true,
      ) ?? true
    );
  }

  async #connect(): Promise<ListeningConnection> {
    const connection = await connectToPostgres(this.#databaseUrl, (error) => void this.#reconnect(error));
    connection.client.on('notification', ({ channel, payload }) => this.#notifications.deliver(channel, payload ?? ''));
    return connection;
  }

  /** Tries until it listens again to everything, or is closed. */
  async #reconnect(cause: Error): Promise<void> {
    this.#log?.warn({ error: cause.message }, 'database.listenerLost');
    for (let delayMs = shortestDelayMs; !this.#ending.signal.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
      try {
        const connection = await this.#connect();
        if (this.#ending.signal.aborted) return await connection.close();
        this.#connection = Promise.resolve(connection);
        for (const channel of this.#notifications.channels) await connection.query(`listen "${channel}"`, [], 'array');
        this.#notifications.reconnected();
        return;
      } catch {
        await delay(delayMs, undefined, { signal: this.#ending.signal, ref: false }).catch(() => undefined);
      }
    }
  }
}
