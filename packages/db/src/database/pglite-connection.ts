import { PGlite, types } from '@electric-sql/pglite';
import type { Connection, RowMode } from './connection.ts';

/** Moments stay text: their column makes the Date. */
const parsers = { [types.TIMESTAMPTZ]: (text: string) => text, [types.DATE]: (text: string) => text };

/**
 * Opens PGlite: PostgreSQL in this process, with a single session.
 *
 * @param dataDir - its folder; absent: in memory
 */
export async function openPglite(dataDir: string | undefined): Promise<PGlite> {
  return PGlite.create({ parsers, ...(dataDir === undefined ? {} : { dataDir }) });
}

export function pgliteConnection(pglite: PGlite): Connection {
  return {
    get isBroken() {
      return pglite.closed;
    },
    async query(text: string, values: readonly unknown[], mode: RowMode) {
      try {
        const { rows } = await pglite.query(text, [...values], { rowMode: mode });
        return rows;
      } catch (error) {
        throw withoutValues(error);
      }
    },
    async script(text: string) {
      return (await pglite.exec(text)).flatMap(({ rows }) => rows);
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** PGlite hangs the statement's values onto its errors, and errors are logged. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error && 'params' in error) delete error.params;
  return error;
}
