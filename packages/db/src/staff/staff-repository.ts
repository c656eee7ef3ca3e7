import type { StaffRole } from '@tenbin/accounts';
import { and, asc, eq, sql as fragment, gt, inArray, isNull } from 'drizzle-orm';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { administratorLinks, administrators } from '../schema/users.ts';
import { emailKeyOf } from '../users/email-key.ts';
import type { NewStaffMember, Staff } from './staff.ts';

/** @typeParam Role - of an organization's administrators, or of the platform's: a check of the table holds which are whose */
export function staffRepository<Role extends StaffRole>({ organizationId, sql, clock }: TenantContext): Staff<Role> {
  const { id, email, passwordHash, role, language, createdAt } = administrators;
  const columns = { id, email, passwordHash, role: fragment<Role>`${role}`.as('role'), language, createdAt };
  const own = and(eq(administrators.organizationId, organizationId), isNull(administrators.removedAt));
  const ownLink = eq(administratorLinks.organizationId, organizationId);
  const select = () => sql.select(columns).from(administrators);
  const of = (wanted: string) => and(own, eq(administrators.id, wanted));
  const insert = async (row: Omit<typeof administrators.$inferInsert, 'organizationId'>) => {
    const [made] = await sql
      .insert(administrators)
      .values({ organizationId, ...row })
      .onConflictDoNothing()
      .returning(columns);
    return made ?? refuseTaken();
  };
  return {
    find: async (wanted) => (await select().where(of(wanted)))[0] ?? null,
    findByEmail: async (address) => (await select().where(and(own, eq(administrators.emailKey, emailKeyOf(address)))))[0] ?? null,
    count: () => sql.$count(administrators, own),
    async setPassword(wanted, hash) {
      const changed = sql.update(administrators).set({ passwordHash: hash });
      return (await changed.where(of(wanted)).returning({ id })).length > 0;
    },
    create: (member) => insert(rowOf(member, clock)),
    list: () => select().where(own).orderBy(asc(administrators.emailKey)).execute(),
    lockAll: () => select().where(own).orderBy(asc(administrators.id)).for('update').execute(),
    async lock({ id: wanted, passwordHash: compared }) {
      const [row] = await select().where(of(wanted)).for('no key update');
      return row !== undefined && row.passwordHash === compared;
    },
    invite: ({ language: spoken, ...member }) => insert({ ...rowOf({ ...member, passwordHash: null }, clock), language: spoken }),
    async setRole(wanted, next) {
      await sql.update(administrators).set({ role: next }).where(of(wanted));
    },
    async setLanguage(wanted, next) {
      await sql.update(administrators).set({ language: next }).where(of(wanted));
    },
    async remove(wanted) {
      await sql.delete(administratorLinks).where(and(ownLink, eq(administratorLinks.administratorId, wanted)));
      await sql.update(administrators).set({ removedAt: clock.now(), passwordHash: null }).where(of(wanted));
    },
    async idsOf(address) {
      const everybody = and(eq(administrators.organizationId, organizationId), eq(administrators.emailKey, emailKeyOf(address)));
      return (await sql.select({ id }).from(administrators).where(everybody)).map((row) => row.id);
    },
    async emailsOf(ids) {
      if (ids.length === 0) return new Map();
      const everybody = and(eq(administrators.organizationId, organizationId), inArray(administrators.id, [...ids]));
      return new Map((await sql.select({ id, email }).from(administrators).where(everybody)).map((row) => [row.id, row.email]));
    },
    async putLink({ administratorId, ...link }) {
      await sql
        .insert(administratorLinks)
        .values({ organizationId, administratorId, ...link })
        .onConflictDoUpdate({ target: [administratorLinks.organizationId, administratorLinks.administratorId], set: link });
    },
    async findLink(tokenHash) {
      const [link] = await sql
        .select()
        .from(administratorLinks)
        .where(and(ownLink, eq(administratorLinks.tokenHash, tokenHash)));
      return link ?? null;
    },
    async takeLink({ administratorId, tokenHash }, at) {
      const { administratorId: holder, tokenHash: hash, expiresAt } = administratorLinks;
      const good = and(ownLink, eq(holder, administratorId), eq(hash, tokenHash), gt(expiresAt, at));
      return (await sql.delete(administratorLinks).where(good).returning({ holder })).length > 0;
    },
    async removeLink(administratorId) {
      await sql.delete(administratorLinks).where(and(ownLink, eq(administratorLinks.administratorId, administratorId)));
    },
  };
}

const rowOf = <Role extends StaffRole, Hash extends string | null>(
  { email, passwordHash, role }: Pick<NewStaffMember<Role>, 'email' | 'role'> & { readonly passwordHash: Hash },
  clock: TenantContext['clock'],
) => ({
  id: clock.newId(),
  email: email.trim(),
  emailKey: emailKeyOf(email),
  passwordHash,
  role,
  createdAt: clock.now(),
});

function refuseTaken(): never {
  throw new DbError('emailTaken');
}
