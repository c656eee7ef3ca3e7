import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgDialect, type SelectedFieldsOrdered } from 'drizzle-orm/pg-core';
import { PgRemoteDatabase, PgRemoteSession } from 'drizzle-orm/pg-proxy';
import type { RunStatement } from './connection.ts';
import { rowMapper } from './row-mapper.ts';

/** The query builder, bound to whoever runs its statements. */
export type Sql = PgRemoteDatabase<Record<string, never>>;

type Session = PgRemoteSession<Record<string, never>, Record<string, never>>;

const dialect = new PgDialect();

/** Reads plain rows by our own mapper, and keeps the values of a failed statement out of its error. */
class TerseSession extends PgRemoteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery: Session['prepareQuery'] = (query, fields, name, inArrayMode, customMapper, metadata, cache) => {
    const mapper = customMapper ?? mapperOf(fields);
    const prepared = super.prepareQuery(query, fields, name, inArrayMode, mapper as typeof customMapper, metadata, cache);
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

function mapperOf(fields: SelectedFieldsOrdered | undefined) {
  return fields && (rowMapper(fields) ?? undefined);
}

export function sqlOver(run: RunStatement): Sql {
  const session = new TerseSession(
    async (text, values, method) => ({ rows: await run(text, values, method === 'execute' ? 'object' : 'array') }),
    dialect,
    undefined,
  );
  return new PgRemoteDatabase(dialect, session, undefined);
}
