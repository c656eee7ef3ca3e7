import type { TenantContext } from './tenant-context.ts';

/** A statement of the query builder. */
interface Built {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

/**
 * Runs a statement, and has sent it when it returns: what is sent in a row runs in that row, without waiting for one
 * another's answers. For statements of one transaction whose answers need no mapping.
 */
export function send({ run }: TenantContext, statement: Built): Promise<unknown[]> {
  const { sql, params } = statement.toSQL();
  return run(sql, params, 'array');
}
