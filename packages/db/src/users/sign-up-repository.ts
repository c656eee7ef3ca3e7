import { and, eq, sql as fragment, getTableColumns, gt, lte, type SQL } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { signUps } from '../schema/users.ts';
import { emailKeyOf } from './email-key.ts';
import type { AllSignUps, SignUps } from './sign-ups.ts';

const { organizationId: _organization, emailKey: _key, ...columns } = getTableColumns(signUps);

export function signUpRepository({ organizationId, sql }: TenantContext): SignUps {
  const own = (condition: SQL) => and(eq(signUps.organizationId, organizationId), condition);
  const byId = (id: string) => own(eq(signUps.id, id));
  return {
    async replace({ email, ...signUp }) {
      const row = { id: newId(), email: email.trim(), ...signUp, tries: 0 };
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
