import type { Duplex } from 'node:stream';
import type { Runtime } from '@tenbin/runtime';
import { Client, types } from 'pg';
import type { Connection, RowMode } from './connection.ts';
import { DatabaseUnavailableError } from './database-error.ts';
import { Silence } from './silence.ts';

/**
 * A transaction waits for nothing outside of the database: one that pauses for so long belongs to a process that stands
 * still, and what it has locked must be free before others take themselves for cut off.
 */
const maxPauseMs = 3_000;
/** A statement ends after 30 seconds whatever it does: an answer that is later than this does not come. */
const maxSilenceMs = 35_000;
/** How long the other side has to answer a goodbye. */
const farewellTimeoutMs = 2_000;
const maxNamedStatements = 1000;

/** Names each text of a connection, so that it is parsed there once; texts that vary without end are not named. */
function nameStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNamedStatements) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** Moments stay text: their column makes the Date. Everything else as the driver has it. */
const parsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.TIMESTAMPTZ || oid === types.builtins.DATE
      ? (text: string) => text
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

export interface PostgresConnection extends Connection {
  readonly client: Client;
  /** Fulfilled when the connection is lost, with the reason, whoever noticed it first; never by `close`. */
  readonly lost: Promise<Error>;
}

/**
 * Opens one connection to PostgreSQL.
 *
 * @param options - `silenceMs`: how long an answer may take before the connection counts as lost; null: any time
 * @throws {DatabaseUnavailableError} without the address, which may hold a password
 */
export async function connectToPostgres(
  databaseUrl: string,
  { runtime, silenceMs = maxSilenceMs }: { readonly runtime: Runtime; readonly silenceMs?: number | null | undefined },
): Promise<PostgresConnection> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'tenbin',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // To start further processes for a statement takes longer than a list or a count may.
    options: `-c TimeZone=UTC -c statement_timeout=30000 -c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=${maxPauseMs}`,
    pipeline: true,
    types: parsers,
  });
  const nameOf = nameStatements();
  let isBroken = false;
  const { promise: lost, resolve: reportLoss } = Promise.withResolvers<Error>();
  const lose = (error: Error) => {
    if (!isBroken) reportLoss(error);
    isBroken = true;
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('Connection terminated')));
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseUnavailableError('PostgreSQL cannot be reached', { cause: error });
  }
  const silence = new Silence(runtime, silenceMs, () => streamOf(client).destroy(new Error(`no answer within ${silenceMs} ms`)));
  async function answerTo(ask: () => Promise<unknown[]>): Promise<unknown[]> {
    silence.await();
    try {
      return await ask();
    } catch (error) {
      if (!isBroken && isBusy(error)) throw new DatabaseUnavailableError('PostgreSQL is too busy', { cause: error });
      if (isLoss(error)) lose(error);
      else if (!isBroken) throw error;
      throw new DatabaseUnavailableError('The connection to PostgreSQL was lost', { cause: error });
    } finally {
      silence.onAnswer();
    }
  }
  return {
    client,
    lost,
    get isBroken() {
      return isBroken;
    },
    query(text: string, values: readonly unknown[], mode: RowMode) {
      sendTogether(client, runtime);
      const name = nameOf(text);
      const statement = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      return answerTo(
        async () => (mode === 'array' ? await client.query({ ...statement, rowMode: 'array' }) : await client.query(statement)).rows,
      );
    },
    script(text: string) {
      // The driver answers several statements with a list, one with what that is made of.
      return answerTo(async () => [await client.query(text)].flat().flatMap(({ rows }) => rows));
    },
    async close() {
      isBroken = true;
      const cancel = runtime.after(farewellTimeoutMs, () => streamOf(client).destroy());
      await client.end().finally(cancel);
    },
  };
}

/** What one turn of the event loop asks of a connection leaves in one write: writing costs more than the statements. */
function sendTogether(client: Client, runtime: Pick<Runtime, 'soon'>): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  runtime.soon(() => stream.uncork());
}

const streamOf = (client: Client): Duplex => (client as Client & { readonly connection: { readonly stream: Duplex } }).connection.stream;

/**
 * Classes 08 (connection) and 57P (the server ends, or ends this session); 25006: it writes no more, another one does;
 * 25P03: the session was ended because its transaction stood still.
 */
const isLoss = (error: unknown): error is Error => hasCode(error, /^(?:08|57P|25006$|25P03$)/);

/**
 * Class 53 (no memory, no room, too many connections); 57014: the statement took too long; 40P01: two transactions waited
 * for one another, and this one was taken back.
 */
const isBusy = (error: unknown): boolean => hasCode(error, /^(?:53|57014$|40P01$)/);

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.test(error.code);
