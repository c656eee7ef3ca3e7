import { and, eq, lt } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { answeredCalls } from '../schema/virtual-accounts.ts';
import type { AnsweredCalls, AnsweredCallsOfAll, NamedCall } from './answered-calls.ts';

export function answeredCallRepository({ organizationId, sql, clock }: TenantContext): AnsweredCalls {
  const named = ({ caller, key }: NamedCall) =>
    and(eq(answeredCalls.organizationId, organizationId), eq(answeredCalls.caller, caller), eq(answeredCalls.key, key));
  const find: AnsweredCalls['find'] = async (call) => {
    const [before] = await sql.select().from(answeredCalls).where(named(call));
    if (before && before.requestHash !== call.requestHash) throw new DbError('idempotencyKeyReused');
    return before ? { answer: before.answer } : null;
  };
  return {
    find,
    async begin(call) {
      const row = { organizationId, ...call, answer: null, at: clock.now() };
      // Where another one is being done under this name, this waits for its end.
      const taken = await sql.insert(answeredCalls).values(row).onConflictDoNothing().returning({ key: answeredCalls.key });
      if (taken.length > 0) return null;
      return find(call);
    },
    async answer(call, answer) {
      await sql.update(answeredCalls).set({ answer }).where(named(call));
    },
  };
}

/** @param sql - the platform's */
export const answeredCallsOfAllRepository = (sql: Sql): AnsweredCallsOfAll => ({
  async forget(before) {
    return (await sql.delete(answeredCalls).where(lt(answeredCalls.at, before)).returning({ key: answeredCalls.key })).length;
  },
});
