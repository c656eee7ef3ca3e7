import { pause, type Runtime } from '@tenbin/runtime';
import { DatabaseUnavailableError } from './database-error.ts';
import { connectToPostgres, type PostgresConnection } from './pg-connection.ts';

const shortestDelayMs = 200;
const maxDelayMs = 1000;
/** Who says nothing would never notice that nobody answers any more: the database is asked for a sign of life so often. */
const pulseMs = 15_000;

export interface LastingConnectionOptions {
  readonly runtime: Runtime;
  readonly databaseUrl: string;
  /** See `DatabaseOptions`. */
  readonly silenceMs?: number | undefined;
  /** Makes a new connection what its owner needs: with a lock, or listening. Fails: it is tried again with another one. */
  readonly prepare: (connection: PostgresConnection) => Promise<void>;
  readonly onLost: (error: Error) => void;
  /** Called once in an outage, when the first try to be back failed. */
  readonly onStillLost?: ((error: unknown) => void) | undefined;
  readonly onBack: (outage: { readonly tries: number }) => void;
}

/** A connection of its own that lasts as long as its owner: opened again whenever it is lost, one try after the other. */
export class LastingConnection {
  readonly #options: LastingConnectionOptions;
  readonly #ending = new AbortController();
  #held: PostgresConnection | null;

  private constructor(options: LastingConnectionOptions, first: PostgresConnection) {
    this.#options = options;
    this.#held = first;
    void this.#keep(first);
  }

  /** @throws {DatabaseUnavailableError} the first one is not tried twice */
  static async open(options: LastingConnectionOptions): Promise<LastingConnection> {
    return new LastingConnection(options, await openPrepared(options));
  }

  /** @throws {DatabaseUnavailableError} also while it is lost */
  async execute(sql: string): Promise<void> {
    if (this.#held === null) throw new DatabaseUnavailableError('The connection to PostgreSQL is lost');
    await this.#held.query(sql, [], 'array');
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#held?.close();
  }

  async #keep(first: PostgresConnection): Promise<void> {
    for (let connection: PostgresConnection | null = first; connection !== null; connection = await this.#reopen()) {
      const error = await this.#untilLost(connection);
      this.#held = null;
      // It is lost already: how it ends tells nothing more than why it was lost.
      void connection.close().catch(() => undefined);
      if (this.#ending.signal.aborted) return;
      this.#options.onLost(error);
    }
  }

  /** A failed sign of life is a loss, and heard of as one. */
  async #untilLost(connection: PostgresConnection): Promise<Error> {
    const ask = () => void connection.query('select 1', [], 'array').catch(() => undefined);
    const { runtime, silenceMs } = this.#options;
    const stopPulse = runtime.every(Math.min(pulseMs, silenceMs ?? pulseMs), ask, { unref: true });
    return connection.lost.finally(stopPulse);
  }

  async #reopen(): Promise<PostgresConnection | null> {
    for (let tries = 1; !this.#ending.signal.aborted; tries += 1) {
      try {
        const connection = await openPrepared(this.#options);
        if (!this.#ending.signal.aborted) {
          this.#held = connection;
          this.#options.onBack({ tries });
          return connection;
        }
        await connection.close();
      } catch (error) {
        if (tries === 1) this.#options.onStillLost?.(error);
        const delayMs = Math.min(shortestDelayMs * 2 ** (tries - 1), maxDelayMs);
        await pause(this.#options.runtime, delayMs, { signal: this.#ending.signal, unref: true });
      }
    }
    return null;
  }
}

async function openPrepared({ runtime, databaseUrl, silenceMs, prepare }: LastingConnectionOptions): Promise<PostgresConnection> {
  const connection = await connectToPostgres(databaseUrl, { runtime, silenceMs });
  try {
    await prepare(connection);
    return connection;
  } catch (error) {
    // What is thrown is the reason; that it cannot even be closed adds nothing.
    await connection.close().catch(() => undefined);
    throw error;
  }
}
