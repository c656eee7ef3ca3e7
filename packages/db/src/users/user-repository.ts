import {
  and,
  count,
  desc,
  eq,
  exists,
  sql as fragment,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  ne,
  type SQL,
} from 'drizzle-orm';
import { brokenUnique } from '../database/database-error.ts';
import { lazy } from '../database/lazy.ts';
import type { Sql } from '../database/sql.ts';
import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { bots } from '../schema/bots.ts';
import { mailBounces } from '../schema/broadcasts.ts';
import { mailRecords } from '../schema/platform.ts';
import { subscriptions } from '../schema/subscriptions.ts';
import { signUps, users } from '../schema/users.ts';
import { containing, emailKeyOf } from './email-key.ts';
import { readableCode } from './readable-code.ts';
import type { NewUser, Referral, User, UserFilter, Users } from './users.ts';

const { organizationId: _organization, emailKey: _key, ...columns } = getTableColumns(users);

export function userRepository(context: TenantContext): Users {
  const { organizationId, sql, clock, transaction } = context;
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
      .where(own(and(eq(users.emailKey, fragment.placeholder('key')), isNull(users.deletedAt))))
      .prepare('userByEmail'),
  );

  const find = async (id: string): Promise<User | null> => (await byId().execute({ id }))[0] ?? null;

  /** An address that a user has no more is nobody's business. */
  async function forgetBounce(within: Sql, whose: SQL | undefined): Promise<void> {
    const known = within.select({ emailKey: users.emailKey }).from(users).where(whose);
    await within.delete(mailBounces).where(and(eq(mailBounces.organizationId, organizationId), inArray(mailBounces.emailKey, known)));
  }

  async function changed(id: string, update: Promise<User[]>): Promise<User> {
    try {
      const [user] = await update;
      if (user) {
        await publishAccounts(context, [user.id]);
        return user;
      }
    } catch (error) {
      if (brokenUnique(error) === 'users_email') throw new DbError('emailTaken');
      throw error;
    }
    throw new DbError('userNotFound', { id });
  }

  return {
    find,
    async require(id) {
      const user = await find(id);
      if (!user) throw new DbError('userNotFound', { id });
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
    async listReferrals(id) {
      const running = sql
        .select({ one: fragment`1` })
        .from(bots)
        .where(
          and(eq(bots.organizationId, users.organizationId), eq(bots.userId, users.id), eq(bots.active, true), isNull(bots.deletedAt)),
        );
      const paid = sql
        .select({ one: fragment`1` })
        .from(subscriptions)
        .where(
          and(eq(subscriptions.organizationId, users.organizationId), eq(subscriptions.userId, users.id), isNotNull(subscriptions.paidAt)),
        );
      const [known, waiting] = await Promise.all([
        sql
          .select({
            createdAt: users.createdAt,
            isVerified: isNotNull(users.verifiedAt),
            hasPaid: exists(paid),
            isRunning: exists(running),
            hasLeft: isNotNull(users.deletedAt),
          })
          .from(users)
          .where(own(eq(users.referredBy, id))),
        sql
          .select({ createdAt: signUps.createdAt })
          .from(signUps)
          .where(and(eq(signUps.organizationId, organizationId), eq(signUps.referredBy, id), gt(signUps.expiresAt, clock.now()))),
      ]);
      const nothingYet = { isVerified: false, hasPaid: false, isRunning: false, hasLeft: false };
      const all = [...(known as Referral[]), ...waiting.map(({ createdAt }) => ({ createdAt, ...nothingYet }))];
      return all.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },
    list({ offset = 0, limit = 20, ...filter } = {}) {
      return sql
        .select(columns)
        .from(users)
        .where(own(and(isNull(users.deletedAt), matching(filter))))
        .orderBy(desc(users.id))
        .offset(offset)
        .limit(limit)
        .execute();
    },
    async count(filter = {}) {
      const [row] = await sql
        .select({ count: count() })
        .from(users)
        .where(own(and(isNull(users.deletedAt), matching(filter))));
      return row?.count ?? 0;
    },
    async create(user) {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const [made] = await sql
          .insert(users)
          .values({ organizationId, ...rowOf(user, clock) })
          .onConflictDoNothing()
          .returning(columns);
        if (made) return made;
        if ((await byEmail().execute({ key: emailKeyOf(user.email) })).length > 0) throw new DbError('emailTaken');
      }
      throw new Error('No unused code for a new user was found in three attempts');
    },
    update(id, { email, ...changes }) {
      const address = email === undefined ? null : { email: email.trim(), emailKey: emailKeyOf(email) };
      const set = { ...changes, ...address };
      if (Object.keys(set).length === 0) return this.require(id);
      const updated = (within: Sql) =>
        within
          .update(users)
          .set(set)
          .where(own(eq(users.id, id)))
          .returning(columns)
          .execute();
      if (!address) return changed(id, updated(sql));
      const moved = transaction(async ({ sql: within }) => {
        await forgetBounce(within, own(and(eq(users.id, id), ne(users.emailKey, address.emailKey))));
        return updated(within);
      });
      return changed(id, moved);
    },
    async emailsOf(ids) {
      if (ids.length === 0) return new Map();
      const found = sql.select({ id: users.id, email: users.email }).from(users);
      return new Map((await found.where(own(inArray(users.id, [...ids])))).map(({ id, email }) => [id, email]));
    },
    async lock({ id, passwordHash }) {
      const [row] = await sql
        .select({ passwordHash: users.passwordHash })
        .from(users)
        .where(own(eq(users.id, id)))
        .for('no key update');
      return row?.passwordHash === passwordHash;
    },
    async replacePassword({ id, passwordHash: before }, passwordHash) {
      const unchanged = and(eq(users.id, id), eq(users.passwordHash, before));
      return (await sql.update(users).set({ passwordHash }).where(own(unchanged)).returning({ id: users.id })).length > 0;
    },
    async noteSignIn({ id, passwordHash }, { at, knownDevices }) {
      const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
      return (
        (
          await sql
            .update(users)
            .set({ lastSignInAt: at, knownDevices: [...knownDevices] })
            .where(own(unchanged))
            .returning(columns)
        )[0] ?? null
      );
    },
    async forget(id, at) {
      const email = `${id}@deleted.invalid`;
      const gone = { firstName: null, lastName: null, phoneNumber: null, address: null, lastSignInAt: null };
      const emptied = { actionFlags: [], mutedMails: [], mutedPushes: [], knownDevices: [], passwordHash: '' };
      const unknown = { email, emailKey: email, uid: id, referralCode: id };
      await forgetBounce(sql, own(eq(users.id, id)));
      await sql.delete(mailRecords).where(and(eq(mailRecords.organizationId, organizationId), eq(mailRecords.recipientId, id)));
      await sql
        .update(users)
        .set({ ...gone, ...emptied, ...unknown, bannedAt: at, deletedAt: at })
        .where(own(eq(users.id, id)));
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
    setPushWanted(id, topic, isWanted) {
      const others = fragment`array_remove(${users.mutedPushes}, ${topic}::text)`;
      return changed(
        id,
        sql
          .update(users)
          .set({ mutedPushes: isWanted ? others : fragment`array_append(${others}, ${topic}::text)` })
          .where(own(eq(users.id, id)))
          .returning(columns)
          .execute(),
      );
    },
    setMailWanted(id, topic, isWanted) {
      const others = fragment`array_remove(${users.mutedMails}, ${topic}::text)`;
      return changed(
        id,
        sql
          .update(users)
          .set({ mutedMails: isWanted ? others : fragment`array_append(${others}, ${topic}::text)` })
          .where(own(eq(users.id, id)))
          .returning(columns)
          .execute(),
      );
    },
  };
}

function matching({ email }: Pick<UserFilter, 'email'>): SQL | undefined {
  if (email === undefined || email === '') return undefined;
  return like(users.emailKey, containing(email));
}

function rowOf(user: NewUser, clock: TenantContext['clock']) {
  return {
    id: user.id ?? clock.newId(),
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
    createdAt: clock.now(),
  };
}
