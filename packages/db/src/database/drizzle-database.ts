import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PgRemoteDatabase, PgRemoteSession } from 'drizzle-orm/pg-proxy';
import type { RunStatement } from './connection.ts';

/** The query builder, bound to whoever runs its statements. */
export type Sql = PgRemoteDatabase<Record<string, never>>;

const dialect = new PgDialect();

/** drizzle puts every value of a failed statement into the error's text; the database's own error has none. */
class QuietSession extends PgRemoteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery: PgRemoteSession<Record<string, never>, Record<string, never>>['prepareQuery'] = (...parameters) => {
    const prepared = super.prepareQuery(...parameters);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (values) => {
      try {
        return await execute(values);
      } catch (error) {
        throw error instanceof DrizzleQueryError ? error.cause : error;
      }
    };
    return prepared as never;
  };
}

export function sqlOver(run: RunStatement): Sql {
  const session = new QuietSession(
    async (text, values, method) => ({ rows: await run(text, values, method === 'execute' ? 'object' : 'array') }),
    dialect,
    undefined,
  );
  return new PgRemoteDatabase(dialect, session, undefined);
}
