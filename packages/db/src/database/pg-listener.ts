import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from './database.ts';
import type { ListeningSession, Notifications } from './notifications.ts';
import { connectToPostgres } from './pg-connection.ts';

const shortestDelayMs = 200;
const longestDelayMs = 5000;
/** Who only listens would never notice that nobody speaks any more: the database is asked for a sign of life so often. */
const pulseMs = 15_000;

type ListeningConnection = Awaited<ReturnType<typeof connectToPostgres>>;

/** A connection of its own that only listens: opened at the first `listen`, opened again when it is lost. */
export class PgListener implements ListeningSession {
  readonly #databaseUrl: string;
  readonly #notifications: Notifications;
  readonly #log: DatabaseLog | undefined;
  readonly #silenceMs: number | undefined;
  #connection: Promise<ListeningConnection> | null = null;
  readonly #ending = new AbortController();

  /** @param options - `silenceMs`: see `DatabaseOptions` */
  constructor(
    databaseUrl: string,
    notifications: Notifications,
    { log, silenceMs }: { readonly log?: DatabaseLog | undefined; readonly silenceMs?: number | undefined },
  ) {
    this.#databaseUrl = databaseUrl;
    this.#notifications = notifications;
    this.#log = log;
    this.#silenceMs = silenceMs;
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
    const silenceMs = this.#silenceMs;
    const connection = await connectToPostgres(this.#databaseUrl, (error) => void this.#reconnect(error), { silenceMs });
    // A failure is a loss, and heard of as one.
    const ask = () => void connection.query('select 1', [], 'array').catch(() => undefined);
    const pulse = setInterval(ask, Math.min(pulseMs, silenceMs ?? pulseMs));
    pulse.unref();
    connection.client.once('end', () => clearInterval(pulse));
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
