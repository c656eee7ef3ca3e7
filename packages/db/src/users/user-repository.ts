import { DomainError } from '@tenbin/market';
import { and, count, desc, eq, sql as fragment, getTableColumns, like, type SQL } from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import { lazy } from '../database/lazy.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { newId } from '../ids.ts';
import { users } from '../schema/users.ts';
import { emailKeyOf } from './email-key.ts';
import { readableCode } from './readable-code.ts';
import type { NewUser, User, UserFilter, Users } from './users.ts';

const { organizationId: _organization, emailKey: _key, ...columns } = getTableColumns(users);

export function userRepository({ organizationId, sql }: TenantContext): Users {
  const own = (condition?: SQL) => and(eq(users.organizationId, organizationId), condition);
  const byId = lazy(() =>
    sql
      .select(columns)
      .from(users)
      .where(own(eq(users.id, fragment.placeholder('id'))))
      .prepare('user'),
  );
  const byEmail = lazy(() =>
    sql
      .select(columns)
      .from(users)
      .where(own(eq(users.emailKey, fragment.placeholder('key'))))
      .prepare('userByEmail'),
  );

  const find = async (id: string): Promise<User | null> => (await byId().execute({ id }))[0] ?? null;

  async function changed(id: string, update: Promise<User[]>): Promise<User> {
    try {
      const [user] = await update;
      if (user) return user;
    } catch (error) {
      if (brokenUnique(error) === 'users_email') throw new DomainError('emailAlreadyRegistered');
      throw error;
    }
    throw new DomainError('userNotFound', { id });
  }

  return {
    find,
    async require(id) {
      const user = await find(id);
      if (!user) throw new DomainError('userNotFound', { id });
      return user;
    },
    async findByEmail(email) {
      return (await byEmail().execute({ key: emailKeyOf(email) }))[0] ?? null;
    },
    async findByReferralCode(code) {
      return (
        (
          await sql
            .select(columns)
            .from(users)
            .where(own(eq(users.referralCode, code.trim().toUpperCase())))
        )[0] ?? null
      );
    },
    list({ offset = 0, limit = 20, ...filter } = {}) {
      return sql
        .select(columns)
        .from(users)
        .where(own(matching(filter)))
        .orderBy(desc(users.id))
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async count(filter = {}) {
      const [row] = await sql
        .select({ count: count() })
        .from(users)
        .where(own(matching(filter)));
      return row?.count ?? 0;
    },
    async create(user) {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const [made] = await sql
          .insert(users)
          .values({ organizationId, ...rowOf(user) })
          .onConflictDoNothing()
          .returning(columns);
        if (made) return made;
        if ((await byEmail().execute({ key: emailKeyOf(user.email) })).length > 0) throw new DomainError('emailAlreadyRegistered');
      }
      throw new Error('No unused code for a new user was found in three attempts');
    },
    update(id, { email, ...changes }) {
      const set = { ...changes, ...(email === undefined ? {} : { email: email.trim(), emailKey: emailKeyOf(email) }) };
      if (Object.keys(set).length === 0) return this.require(id);
      return changed(
        id,
        sql
          .update(users)
          .set(set)
          .where(own(eq(users.id, id)))
          .returning(columns)
          .execute(),
      );
    },
    addActionFlag(id, flag) {
      const flags = fragment`case when ${flag}::text = any(${users.actionFlags}) then ${users.actionFlags} else array_append(${users.actionFlags}, ${flag}::text) end`;
      return changed(
        id,
        sql
          .update(users)
          .set({ actionFlags: flags })
          .where(own(eq(users.id, id)))
          .returning(columns)
          .execute(),
      );
    },
  };
}

function matching({ email }: Pick<UserFilter, 'email'>): SQL | undefined {
  if (email === undefined || email === '') return undefined;
  return like(users.emailKey, `%${emailKeyOf(email).replace(/[\\%_]/g, '\\$&')}%`);
}

function rowOf(user: NewUser) {
  return {
    id: user.id ?? newId(),
    email: user.email.trim(),
    emailKey: emailKeyOf(user.email),
    passwordHash: user.passwordHash,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    uid: readableCode(8),
    language: user.language ?? ('ja' as const),
    referralCode: readableCode(8),
    referredBy: user.referredBy ?? null,
    actionFlags: [],
    verifiedAt: user.verifiedAt ?? null,
    createdAt: new Date(),
  };
}
