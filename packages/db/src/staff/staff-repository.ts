import { DomainError } from '@tenbin/market';
import { and, eq } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { administrators, operators } from '../schema/users.ts';
import { emailKeyOf } from '../users/email-key.ts';
import type { NewStaffMember, Staff } from './staff.ts';

export function administratorRepository({ organizationId, sql }: TenantContext): Staff {
  const { id, email, passwordHash, createdAt } = administrators;
  const columns = { id, email, passwordHash, createdAt };
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
      const row = { organizationId, ...rowOf(member) };
      const [made] = await sql.insert(administrators).values(row).onConflictDoNothing().returning(columns);
      return made ?? refuseTaken();
    },
  };
}

export function operatorRepository(sql: Sql): Staff {
  const { id, email, passwordHash, createdAt } = operators;
  const columns = { id, email, passwordHash, createdAt };
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
      const [made] = await sql.insert(operators).values(rowOf(member)).onConflictDoNothing().returning(columns);
      return made ?? refuseTaken();
    },
  };
}

const rowOf = ({ email, passwordHash }: NewStaffMember) => ({
  id: newId(),
  email: email.trim(),
  emailKey: emailKeyOf(email),
  passwordHash,
  createdAt: new Date(),
});

function refuseTaken(): never {
  throw new DomainError('emailAlreadyRegistered');
}
