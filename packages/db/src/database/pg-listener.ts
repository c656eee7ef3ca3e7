import type { Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import type { DatabaseOptions } from './database.ts';
import { LastingConnection } from './lasting-connection.ts';
import type { ListeningSession, Notifications } from './notifications.ts';
import type { PostgresConnection } from './pg-connection.ts';

/** A connection of its own that only listens: opened at the first `listen`, opened again when it is lost. */
export class PgListener implements ListeningSession {
  readonly #databaseUrl: string;
  readonly #notifications: Notifications;
  readonly #runtime: Runtime;
  readonly #log: Log | undefined;
  readonly #silenceMs: number | undefined;
  #connection: Promise<LastingConnection> | null = null;

  /** @param options - `silenceMs`: see `DatabaseOptions` */
  constructor(
    databaseUrl: string,
    notifications: Notifications,
    { runtime, log, silenceMs }: Pick<DatabaseOptions, 'runtime' | 'log' | 'silenceMs'>,
  ) {
    this.#databaseUrl = databaseUrl;
    this.#notifications = notifications;
    this.#runtime = runtime;
    this.#log = log;
    this.#silenceMs = silenceMs;
  }

  async execute(sql: string): Promise<void> {
    this.#connection ??= this.#open();
    const connection = await this.#connection.catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    await connection.execute(sql);
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    await connection?.close();
  }

  #open(): Promise<LastingConnection> {
    return LastingConnection.open({
      runtime: this.#runtime,
      databaseUrl: this.#databaseUrl,
      silenceMs: this.#silenceMs,
      prepare: (connection) => this.#listen(connection),
      onLost: (error) => this.#log?.warn({ err: error }, 'database.listener_lost'),
      onBack: ({ tries }) => {
        this.#log?.info({ tries }, 'database.listener_restored');
        this.#notifications.reconnected();
      },
    });
  }

  /** To everything that anybody here wants to hear. */
  async #listen(connection: PostgresConnection): Promise<void> {
    connection.client.on('notification', ({ channel, payload }) => this.#notifications.deliver(channel, payload ?? ''));
    for (const channel of this.#notifications.channels) await connection.query(`listen "${channel}"`, [], 'array');
  }
}
