import {
  buildOrganization,
  buildUser,
  newId,
  newSubscription,
  openTestDatabase,
  planTerms,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';

describe.each(testEngines)('the users of an organization on %s', (engine) => {
  let opened: TestDatabase;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  });
  afterAll(() => opened.close());

  test('are found by their address in any case, and keep it as they wrote it', async () => {
    const user = await own.users.create({ email: ' Anna.Bell@Example.com ', passwordHash: 'hash' });
    expect(user.email).toBe('Anna.Bell@Example.com');
    expect(await own.users.findByEmail('anna.bell@EXAMPLE.com')).toEqual(user);
    expect(await own.users.find(user.id)).toEqual(user);
    expect(await own.users.find(newId())).toBeNull();
  });

  test('tell what became of those whom they invited: an address confirmed, a subscription paid for', async () => {
    const inviter = await own.users.create({ email: 'inviter@example.com', passwordHash: '' });
    const invited = (email: string, verifiedAt: Date | null = new Date()) =>
      own.users.create({ email, passwordHash: '', referredBy: inviter.id, verifiedAt });
    const plan = await own.userPlans.create(planTerms(), new Date());
    const [waiting, unpaid, paid] = [
      await invited('waiting@example.com', null),
      await invited('unpaid@example.com'),
      await invited('paid@example.com'),
    ];
    await own.subscriptions.create(newSubscription({ userId: unpaid.id, plan, paidAt: null }), null);
    await own.subscriptions.create(newSubscription({ userId: paid.id, plan }), null);
    const found = await own.users.listReferrals(inviter.id);
    expect(found.map(({ isVerified, hasPaid, isRunning }) => [isVerified, hasPaid, isRunning]).sort()).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
    ]);
    expect(await own.users.listReferrals(waiting.id)).toEqual([]);
  });

  test('have one account per address, also when two sign up at once', async () => {
    const both = await Promise.allSettled(
      ['Twin@example.com', 'twin@Example.com'].map((email) => own.users.create({ email, passwordHash: '' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('emailTaken');
  });

  test('may have the same address in another organization', async () => {
    const other = opened.database.forOrganization((await buildOrganization(opened.database)).id);
    await own.users.create({ email: 'same@example.com', passwordHash: '' });
    expect(await other.users.create({ email: 'same@example.com', passwordHash: '' })).toMatchObject({ email: 'same@example.com' });
  });

  test('get a short number to read out and a code to invite others with', async () => {
    const host = await buildUser(opened.database, own.organizationId);
    expect(host.uid).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const guest = await buildUser(opened.database, own.organizationId, { referredBy: host.id });
    expect(guest.referredBy).toBe(host.id);
    expect(await own.users.findByReferralCode(host.referralCode.toLowerCase())).toEqual(host);
  });

  test('cannot be invited by somebody of another organization', async () => {
    const other = await buildOrganization(opened.database);
    const stranger = await buildUser(opened.database, other.id);
    await expect(buildUser(opened.database, own.organizationId, { referredBy: stranger.id })).rejects.toThrow('users_referred_by');
  });

  test('change what they like, but not to an address that is taken', async () => {
    const user = await buildUser(opened.database, own.organizationId);
    const taken = await buildUser(opened.database, own.organizationId);
    const changed = await own.users.update(user.id, { email: 'New@example.com', firstName: '花子', bannedAt: new Date(0) });
    expect(changed).toEqual({ ...user, email: 'New@example.com', firstName: '花子', bannedAt: new Date(0) });
    expect(await own.users.findByEmail('new@example.com')).toEqual(changed);
    expect(await own.users.update(user.id, {})).toEqual(changed);
    await expect(own.users.update(user.id, { email: taken.email.toUpperCase() })).rejects.toThrow('emailTaken');
    await expect(own.users.update(newId(), { firstName: 'x' })).rejects.toThrow('userNotFound');
  });

  test('complete each step once', async () => {
    const user = await buildUser(opened.database, own.organizationId);
    await own.users.addActionFlag(user.id, 'AccountInfoCompleted');
    await own.users.addActionFlag(user.id, 'BotSetupCompleted');
    expect((await own.users.addActionFlag(user.id, 'AccountInfoCompleted')).actionFlags).toEqual([
      'AccountInfoCompleted',
      'BotSetupCompleted',
    ]);
  });

  test('are listed newest first, by a part of the address in which nothing is special', async () => {
    const first = await own.users.create({ email: 'a_100%@list.example.com', passwordHash: '' });
    const second = await own.users.create({ email: 'b@list.example.com', passwordHash: '' });
    expect(await own.users.list({ email: '@LIST.' })).toEqual([second, first]);
    expect(await own.users.list({ email: '@list.', offset: 1, limit: 1 })).toEqual([first]);
    expect(await own.users.list({ email: '_100%' })).toEqual([first]);
    expect(await own.users.list({ email: '%list' })).toEqual([]);
    expect(await own.users.count({ email: '@list.' })).toBe(2);
  });

  test('have links in mails by which each takes the account back once; a used one takes the others with it', async () => {
    const [user, other] = [await buildUser(opened.database, own.organizationId), await buildUser(opened.database, own.organizationId)];
    const at = new Date(1_000);
    const link = (tokenHash: string, userId: string, expiresAt = 5_000) => ({
      tokenHash,
      userId,
      email: 'was@example.com',
      expiresAt: new Date(expiresAt),
    });
    const hashes = [newId(), newId(), newId()] as const;
    const [first, second, others] = [link(hashes[0], user.id), link(hashes[1], user.id), link(hashes[2], other.id, 3_000)];
    for (const one of [first, second, others]) await own.notMeLinks.add(one, at);
    expect(await own.notMeLinks.find(hashes[0], at)).toEqual(first);
    expect(await own.notMeLinks.find(hashes[2], new Date(3_000))).toBeNull();
    expect(await own.notMeLinks.take(others, new Date(3_000))).toBe(false);
    expect((await Promise.all([own.notMeLinks.take(first, at), own.notMeLinks.take(first, at)])).sort()).toEqual([false, true]);
    expect(await own.notMeLinks.find(hashes[1], at)).toBeNull();
    expect(await own.notMeLinks.find(hashes[2], at)).toEqual(others);
    await own.notMeLinks.removeAll(other.id);
    expect(await own.notMeLinks.find(hashes[2], at)).toBeNull();
  });

  test('have one code for each purpose; a new one takes the place of the old', async () => {
    const user = await buildUser(opened.database, own.organizationId);
    const code = {
      userId: user.id,
      purpose: 'changeEmail' as const,
      codeHash: 'one',
      target: null,
      sentAt: new Date(0),
      expiresAt: new Date(900_000),
    };
    await own.verificationCodes.replace(code);
    expect(await own.verificationCodes.countTry(user.id, 'changeEmail')).toEqual({ ...code, tries: 1 });
    await own.verificationCodes.replace({ ...code, codeHash: 'two' });
    expect(await own.verificationCodes.find(user.id, 'changeEmail')).toEqual({ ...code, codeHash: 'two', tries: 0 });
    expect(await own.verificationCodes.findByHash('changeEmail', 'one')).toBeNull();
    expect(await own.verificationCodes.findByHash('changeEmail', 'two')).toMatchObject({ userId: user.id });
    expect(await own.verificationCodes.find(user.id, 'resetPassword')).toBeNull();
  });

  test('cannot guess a code faster than its tries are counted, nor use it twice', async () => {
    const user = await buildUser(opened.database, own.organizationId);
    const at = new Date();
    await own.verificationCodes.replace({
      userId: user.id,
      purpose: 'changeEmail',
      codeHash: 'x',
      target: 'n@example.com',
      sentAt: at,
      expiresAt: at,
    });
    const tries = await Promise.all(Array.from({ length: 8 }, () => own.verificationCodes.countTry(user.id, 'changeEmail')));
    expect(tries.map((code) => code?.tries).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const uses = await Promise.all([1, 2, 3].map(() => own.verificationCodes.remove(user.id, 'changeEmail')));
    expect(uses.filter((used) => used)).toHaveLength(1);
    expect(await own.verificationCodes.countTry(user.id, 'changeEmail')).toBeNull();
  });
});

describe.each(testEngines)('sessions on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  const at = new Date('2026-01-01T00:00:00Z');
  const later = new Date('2026-01-31T00:00:00Z');

  test('are found by the hash of their key until they end', async () => {
    const { sessions } = opened.database.platform;
    const { id: organizationId } = await buildOrganization(opened.database);
    const session = await sessions.create({ surface: 'user', organizationId, subjectId: newId(), keyHash: 'h1', at, expiresAt: later });
    expect(session).not.toHaveProperty('keyHash');
    expect(await sessions.findByKeyHash('h1')).toEqual({ ...session, role: null });
    await sessions.touch(session.id, new Date('2026-01-01T01:00:00Z'));
    expect(await sessions.findByKeyHash('h1')).toEqual({ ...session, role: null, lastUsedAt: new Date('2026-01-01T01:00:00Z') });
    await sessions.end(session.id);
    expect(await sessions.findByKeyHash('h1')).toBeNull();
  });

  test('of who manages something come with their role', async () => {
    const { sessions, operators } = opened.database.platform;
    const { id: organizationId } = await buildOrganization(opened.database);
    const { administrators } = opened.database.forOrganization(organizationId);
    const staff = { email: `${newId()}@example.com`, passwordHash: '' };
    const support = await administrators.create({ ...staff, role: 'support' });
    const observer = await operators.create({ ...staff, role: 'observer' });
    for (const [surface, { id: subjectId, role }] of [
      ['organization', support],
      ['operator', observer],
    ] as const) {
      const own = surface === 'operator' ? null : organizationId;
      await sessions.create({ surface, organizationId: own, subjectId, keyHash: subjectId, at, expiresAt: later });
      expect(await sessions.findByKeyHash(subjectId)).toMatchObject({ subjectId, role });
    }
  });

  test('of one person end together, but for the one that asks', async () => {
    const { sessions } = opened.database.platform;
    const subjectId = newId();
    const [first] = await Promise.all(
      ['a', 'b', 'c'].map((keyHash) =>
        sessions.create({ surface: 'operator', organizationId: null, subjectId, keyHash, at, expiresAt: later }),
      ),
    );
    expect(await sessions.endAll({ surface: 'user', subjectId })).toBe(0);
    expect(await sessions.endAll({ surface: 'operator', subjectId }, first?.id)).toBe(2);
    expect(await sessions.findByKeyHash('a')).toEqual({ ...first, role: null });
  });

  test('of one person beyond so many end, the oldest first', async () => {
    const { sessions } = opened.database.platform;
    const [subjectId, other] = [newId(), newId()];
    const open = (who: string, minute: number) =>
      sessions.create({
        surface: 'operator',
        organizationId: null,
        subjectId: who,
        keyHash: `${who} ${minute}`,
        at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
        expiresAt: later,
      });
    const [newest, oldest, middle] = [await open(subjectId, 3), await open(subjectId, 1), await open(subjectId, 2)];
    await open(other, 0);
    expect(await sessions.endOldest({ surface: 'operator', subjectId }, 3)).toEqual([]);
    expect((await sessions.endOldest({ surface: 'operator', subjectId }, 1)).sort()).toEqual([oldest.id, middle.id].sort());
    expect(await sessions.findByKeyHash(`${subjectId} 3`)).toEqual({ ...newest, role: null });
    expect(await sessions.findByKeyHash(`${other} 0`)).not.toBeNull();
  });

  test('of a suspended user are not found, whenever they were opened', async () => {
    const { sessions } = opened.database.platform;
    const { id: organizationId } = await buildOrganization(opened.database);
    const { id: subjectId } = await buildUser(opened.database, organizationId);
    const { users } = opened.database.forOrganization(organizationId);
    await users.update(subjectId, { bannedAt: at });
    await sessions.create({ surface: 'user', organizationId, subjectId, keyHash: 'late', at, expiresAt: later });
    expect(await sessions.findByKeyHash('late')).toBeNull();
    await users.update(subjectId, { bannedAt: null });
    expect(await sessions.findByKeyHash('late')).toMatchObject({ subjectId });
  });

  test('that are over are removed', async () => {
    const { sessions } = opened.database.platform;
    await sessions.create({
      surface: 'operator',
      organizationId: null,
      subjectId: newId(),
      keyHash: 'old',
      at,
      expiresAt: new Date('2026-01-02T00:00:00Z'),
    });
    expect(await sessions.removeExpired(new Date('2026-01-02T00:00:00Z'))).toBe(1);
    expect(await sessions.findByKeyHash('old')).toBeNull();
  });
});
