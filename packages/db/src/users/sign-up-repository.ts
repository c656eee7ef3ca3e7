import { and, desc, eq, sql as fragment, getTableColumns, gt, like, lte, notExists, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { signUps, users } from '../schema/users.ts';
import { containing, emailKeyOf } from './email-key.ts';
import type { AllSignUps, SignUps } from './sign-ups.ts';

const { organizationId: _organization, emailKey: _key, ...columns } = getTableColumns(signUps);

export function signUpRepository({ organizationId, sql, clock }: TenantContext): SignUps {
  const own = (condition: SQL) => and(eq(signUps.organizationId, organizationId), condition);
  /** Of addresses that nobody has yet. */
  const waiting = ({ at, email = '' }: { readonly at: Date; readonly email?: string | undefined }) => {
    const taken = sql
      .select({ one: fragment`1` })
      .from(users)
      .where(and(eq(users.organizationId, organizationId), eq(users.emailKey, signUps.emailKey)));
    const isLike = email === '' ? undefined : like(signUps.emailKey, containing(email));
    return and(eq(signUps.organizationId, organizationId), gt(signUps.expiresAt, at), notExists(taken), isLike);
  };
  const byId = (id: string) => own(eq(signUps.id, id));
  return {
    async replace({ email, ...signUp }) {
      const row = { id: clock.newId(), email: email.trim(), ...signUp, tries: 0 };
      const [placed] = await sql
        .insert(signUps)
        .values({ organizationId, emailKey: emailKeyOf(email), ...row })
        .onConflictDoUpdate({ target: [signUps.organizationId, signUps.emailKey], set: row })
        .returning(columns);
      if (!placed) throw new Error('An upsert returned no row');
      return placed;
    },
    async findByEmail(email, at) {
      const ofAddress = and(own(eq(signUps.emailKey, emailKeyOf(email))), gt(signUps.expiresAt, at));
      return (await sql.select(columns).from(signUps).where(ofAddress))[0] ?? null;
    },
    async find(id, at) {
      return (
        (
          await sql
            .select(columns)
            .from(signUps)
            .where(and(byId(id), gt(signUps.expiresAt, at)))
        )[0] ?? null
      );
    },
    list({ offset, limit, ...found }) {
      return sql.select(columns).from(signUps).where(waiting(found)).orderBy(desc(signUps.id)).offset(offset).limit(limit).execute();
    },
    count: (found) => sql.$count(signUps, waiting(found)),
    async setCode(id, code) {
      const changed = await sql
        .update(signUps)
        .set({ ...code, tries: 0 })
        .where(byId(id))
        .returning({ id: signUps.id });
      return changed.length > 0;
    },
    async countTry(id) {
      const tries = fragment`${signUps.tries} + 1`;
      return (await sql.update(signUps).set({ tries }).where(byId(id)).returning(columns))[0] ?? null;
    },
    async remove(id) {
      return (await sql.delete(signUps).where(byId(id)).returning({ id: signUps.id })).length > 0;
    },
  };
}

export function allSignUpRepository(sql: Sql): AllSignUps {
  return {
    async removeExpired(at) {
      return (await sql.delete(signUps).where(lte(signUps.expiresAt, at)).returning({ id: signUps.id })).length;
    },
  };
}
