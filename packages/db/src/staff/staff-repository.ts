import type { StaffRole } from '@tenbin/accounts';
import type { Runtime } from '@tenbin/runtime';
import { and, eq } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { newId } from '../ids.ts';
import { administrators, operators } from '../schema/users.ts';
import { emailKeyOf } from '../users/email-key.ts';
import type { Administrators, NewStaffMember, Operators } from './staff.ts';

export function administratorRepository({ organizationId, sql, clock }: TenantContext): Administrators {
  const { id, email, passwordHash, role, createdAt } = administrators;
  const columns = { id, email, passwordHash, role, createdAt };
  const own = eq(administrators.organizationId, organizationId);
  const select = () => sql.select(columns).from(administrators);
  return {
    find: async (wanted) => (await select().where(and(own, eq(administrators.id, wanted))))[0] ?? null,
    findByEmail: async (address) => (await select().where(and(own, eq(administrators.emailKey, emailKeyOf(address)))))[0] ?? null,
    count: () => sql.$count(administrators, own),
    async setPassword(wanted, hash) {
      const changed = sql.update(administrators).set({ passwordHash: hash });
      return (await changed.where(and(own, eq(administrators.id, wanted))).returning({ id })).length > 0;
    },
    async create(member) {
      const row = { organizationId, ...rowOf(member, clock.now()) };
      const [made] = await sql.insert(administrators).values(row).onConflictDoNothing().returning(columns);
      return made ?? refuseTaken();
    },
  };
}

export function operatorRepository(sql: Sql, clock: Pick<Runtime, 'now'>): Operators {
  const { id, email, passwordHash, role, createdAt } = operators;
  const columns = { id, email, passwordHash, role, createdAt };
  const select = () => sql.select(columns).from(operators);
  return {
    find: async (wanted) => (await select().where(eq(operators.id, wanted)))[0] ?? null,
    findByEmail: async (address) => (await select().where(eq(operators.emailKey, emailKeyOf(address))))[0] ?? null,
    count: () => sql.$count(operators),
    async setPassword(wanted, hash) {
      const changed = sql.update(operators).set({ passwordHash: hash });
      return (await changed.where(eq(operators.id, wanted)).returning({ id })).length > 0;
    },
    async create(member) {
      const [made] = await sql.insert(operators).values(rowOf(member, clock.now())).onConflictDoNothing().returning(columns);
      return made ?? refuseTaken();
    },
  };
}

const rowOf = <Role extends StaffRole>({ email, passwordHash, role }: NewStaffMember<Role>, createdAt: Date) => ({
  id: newId(),
  email: email.trim(),
  emailKey: emailKeyOf(email),
  passwordHash,
  role,
  createdAt,
});

function refuseTaken(): never {
  throw new DbError('emailTaken');
}
