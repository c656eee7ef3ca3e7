import { type BroadcastKind, leftOutReasons, type UserCondition } from '@tenbin/accounts';
import {
  buildOrganization,
  buildTenant,
  newBroadcast,
  newId,
  newSubscription,
  openTestDatabase,
  planTerms,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { NewUser, User } from '../users/users.ts';
import type { Broadcast, Recipient } from './broadcasts.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 15) + seconds * 1000);
const everybody = { condition: 'all', userIds: null } as const;
const nobody = Object.fromEntries(leftOutReasons.map((reason) => [reason, 0]));
const lease = { leaseMs: 60_000, limit: 10 };
const going = { state: 'sending', tried: 0, refused: 0, failures: 0, lastError: null, restUntil: null } as const;

describe.each(testEngines)('broadcasts on %s', (engine) => {
  let opened: TestDatabase;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  });

  const user = (given: Partial<NewUser> = {}): Promise<User> =>
    own.users.create({ email: `${newId()}@example.com`, passwordHash: 'hash', verifiedAt: at(0), ...given });
  const begun = async (seconds = 1, given: Partial<Parameters<typeof newBroadcast>[0]> = {}): Promise<Broadcast> => {
    const { id } = await own.broadcasts.create(newBroadcast({ at: at(0), ...given }));
    const started = await own.broadcasts.start(id, at(seconds));
    if (!started) throw new Error('it did not begin');
    return started;
  };
  const takenBy = async (id: string, seconds: number): Promise<string[]> =>
    (await own.broadcasts.take(id, { ...lease, at: at(seconds) })).map(({ userId }) => userId).sort();

  test('who is left out is counted beforehand by why, and frozen so as it begins', async () => {
    const fine = await user();
    const banned = await user();
    await own.users.update(banned.id, { bannedAt: at(0) });
    await user({ verifiedAt: null });
    const muted = await user();
    await own.users.setMailWanted(muted.id, 'news', false);
    const gone = await user();
    await own.users.forget(gone.id, at(0));
    const leftOut = { ...nobody, banned: 1, unverified: 1 };
    const count = (kind: BroadcastKind) => own.broadcasts.countAudience(everybody, kind, at(1));
    expect(await count('news')).toEqual({ mailed: 1, leftOut: { ...leftOut, unsubscribed: 1 } });
    expect(await count('service')).toEqual({ mailed: 2, leftOut });
    const broadcast = await begun();
    expect(broadcast).toMatchObject({ state: 'sending', recipients: 1, startedAt: at(1) });
    await user();
    expect(await own.broadcasts.results(broadcast)).toEqual({ sent: 0, waiting: 1, failed: [], leftOut: { ...leftOut, unsubscribed: 1 } });
    expect(await takenBy(broadcast.id, 1)).toEqual([fine.id]);
    expect(await own.broadcasts.start(broadcast.id, at(2))).toBeNull();
  });

  test('conditions mean what the rest of the product says', async () => {
    const { user: runs, bot, organization } = await buildTenant(opened.database);
    own = opened.database.forOrganization(organization.id);
    await opened.database.platform.organizations.update(organization.id, { isFree: false });
    const plan = await own.userPlans.create(planTerms(), at(0));
    const ending = await own.userPlans.create(planTerms({ expirationDate: at(100) }), at(0));
    const subscribed = async (given: Partial<Parameters<typeof newSubscription>[0]>) => {
      const { id } = await user();
      await own.subscriptions.create(newSubscription({ userId: id, plan, ...given }), null);
      return id;
    };
    const failed = { kind: 'paymentFailed', cause: 'declined', failedAt: at(0), graceUntil: at(100), isGraceOver: false } as const;
    const paid = [
      await subscribed({}),
      await subscribed({ status: failed }),
      await subscribed({ plan: ending }),
      await subscribed({ expiresAt: at(100) }),
    ];
    const unpaid = [
      await subscribed({ status: { ...failed, graceUntil: at(10) } }),
      await subscribed({ status: { ...failed, isGraceOver: true } }),
      await subscribed({ status: { kind: 'suspended', since: at(0) } }),
      await subscribed({ status: { kind: 'cancelled', at: at(0) } }),
      await subscribed({ status: { kind: 'approvalPending' } }),
      await subscribed({ expiresAt: at(10) }),
      runs.id,
    ];
    await own.bots.setActive(runs.id, bot.id, { active: true, by: runs.id, at: at(0) });
    await own.users.addActionFlag(runs.id, 'BotSetupCompleted');
    const others = [...paid, ...unpaid].filter((id) => id !== runs.id);
    const whoIs = async (condition: UserCondition) => {
      const { id } = await begun(50, { audience: { condition, userIds: null } });
      return (await own.broadcasts.take(id, { at: at(50), leaseMs: 1, limit: 100 })).map(({ userId }) => userId).sort();
    };
    expect(await whoIs('paid')).toEqual([...paid].sort());
    expect(await whoIs('unpaid')).toEqual([...unpaid].sort());
    expect(await whoIs('bot-is-running')).toEqual([runs.id]);
    expect(await whoIs('bot-is-not-running')).toEqual([...others].sort());
    expect(await whoIs('bot-setup-not-completed')).toEqual([...others].sort());
    expect(await whoIs('all')).toEqual([...paid, ...unpaid].sort());
    await opened.database.platform.organizations.update(organization.id, { isFree: true });
    expect(await whoIs('paid')).toEqual([...paid, ...unpaid].sort());
    expect((await own.broadcasts.countAudience({ condition: 'unpaid', userIds: null }, 'news', at(50))).mailed).toBe(0);
  });

  test('of users that are named only those of this organization who meet the condition are meant', async () => {
    const [first] = [await user(), await user()];
    const stranger = await buildTenant(opened.database);
    const userIds = [first.id, stranger.user.id, newId()];
    expect(await own.broadcasts.countAudience({ condition: 'all', userIds }, 'news', at(1))).toMatchObject({ mailed: 1 });
    expect(await own.broadcasts.countAudience({ condition: 'bot-is-running', userIds }, 'news', at(1))).toMatchObject({ mailed: 0 });
    expect(await own.broadcasts.countAudience({ condition: 'all', userIds: [] }, 'news', at(1))).toMatchObject({ mailed: 0 });
  });

  test('each is taken by one of those who send, and again only where nothing was said of them for the time of the lease', async () => {
    const ids = (await Promise.all([1, 2, 3, 4].map(() => user()))).map(({ id }) => id).sort();
    const { id } = await begun();
    const half = () => own.broadcasts.take(id, { at: at(1), leaseMs: 60_000, limit: 2 });
    const taken = await Promise.all([half(), half()]);
    expect(taken.map((some) => some.length)).toEqual([2, 2]);
    expect(
      taken
        .flat()
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(ids);
    const mailIds = new Map(taken.flat().map(({ userId, mailId }) => [userId, mailId]));
    expect(await takenBy(id, 60)).toEqual([]);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const recipient = (userId: string) => taken.flat().find((one) => one.userId === userId) as Recipient;
    await own.broadcasts.markSent(id, first, at(2));
    await own.broadcasts.giveBack(id, [recipient(second)], at(2));
    await own.broadcasts.markFailed(id, recipient(third), {
      reason: '451',
      at: at(2),
      nextAt: at(300),
      putOffSince: at(2),
      bounced: false,
    });
    expect(await takenBy(id, 2)).toEqual([second]);
    const late = await own.broadcasts.take(id, { ...lease, at: at(100) });
    expect(late.map(({ userId, attempts }) => [userId, attempts]).sort()).toEqual(
      [
        [second, 2],
        [fourth, 2],
      ].sort(),
    );
    for (const { userId, mailId } of late) expect(mailId).toBe(mailIds.get(userId));
    expect(await takenBy(id, 300)).toContain(third);
    await own.broadcasts.markFailed(id, recipient(first), { reason: '550', at: at(301), nextAt: null, putOffSince: null, bounced: false });
    expect(await own.broadcasts.results({ id, results: null })).toMatchObject({ sent: 1, waiting: 3, failed: [] });
  });

  test('whoever held somebody too long says nothing of them any more: they are in other hands', async () => {
    const [one, other] = [await user(), await user()];
    const { id } = await begun();
    const late = await own.broadcasts.take(id, { ...lease, at: at(1) });
    const of = (userId: string) => late.find((each) => each.userId === userId) as Recipient;
    expect(await takenBy(id, 61)).toEqual([one.id, other.id].sort());
    await own.broadcasts.giveBack(id, [of(one.id)], at(62));
    await own.broadcasts.markFailed(id, of(other.id), { reason: '451', at: at(62), nextAt: at(63), putOffSince: at(62), bounced: false });
    expect(await takenBy(id, 120)).toEqual([]);
    expect(await takenBy(id, 121)).toEqual([one.id, other.id].sort());
  });

  test('what changed since it began counts when it is somebody’s turn', async () => {
    const [one, other] = [await user({ language: 'en' }), await user()];
    const { id } = await begun();
    await own.users.setMailWanted(one.id, 'news', false);
    await own.users.update(other.id, { email: 'New@example.com', language: 'en' });
    const taken = new Map((await own.broadcasts.take(id, { ...lease, at: at(1) })).map((each) => [each.userId, each]));
    expect(taken.get(one.id)).toMatchObject({ leftOut: 'unsubscribed' });
    expect(taken.get(other.id)).toMatchObject({ leftOut: null, email: 'New@example.com', language: 'en' });
    await own.broadcasts.leaveOut(id, one.id, 'unsubscribed');
    expect(await own.broadcasts.results({ id, results: null })).toMatchObject({ waiting: 1, leftOut: { unsubscribed: 1 } });
  });

  test('it ends when nobody waits any more, with its results; until then it is due when somebody is, or its rest is over', async () => {
    const [one, other] = [await user(), await user()];
    const { id } = await begun();
    const inHand = async (seconds: number) =>
      (await own.broadcasts.take(id, { ...lease, at: at(seconds) })).find(({ userId }) => userId === other.id) as Recipient;
    const first = await inHand(1);
    await own.broadcasts.markSent(id, one.id, at(2));
    await own.broadcasts.markFailed(id, first, { reason: '451', at: at(2), nextAt: at(60), putOffSince: at(2), bounced: false });
    expect(await own.broadcasts.keep(id, { ...going, tried: 1 }, at(2))).toMatchObject({ state: 'sending', tried: 1, nextAt: at(60) });
    expect(await own.broadcasts.keep(id, { ...going, restUntil: at(90) }, at(2))).toMatchObject({ nextAt: at(90) });
    const isDue = async (seconds: number) =>
      (await opened.database.platform.broadcasts.listDue(at(seconds))).some(
        (due) => due.id === id && due.organizationId === own.organizationId,
      );
    expect([await isDue(89), await isDue(90)]).toEqual([false, true]);
    const again = await inHand(90);
    expect(again).toMatchObject({ attempts: 2, putOffSince: at(2) });
    await own.broadcasts.markFailed(id, again, { reason: '550 5.2.1', at: at(90), nextAt: null, putOffSince: null, bounced: false });
    const results = { sent: 1, waiting: 0, failed: [{ reason: '550 5.2.1', count: 1 }], leftOut: nobody };
    expect(await own.broadcasts.keep(id, going, at(91))).toMatchObject({ state: 'sent', endedAt: at(91), results });
    expect(await isDue(1_000)).toBe(false);
    expect(await opened.database.platform.broadcasts.removeRecipients(at(91))).toBe(0);
    expect(await opened.database.platform.broadcasts.removeRecipients(at(92))).toBeGreaterThanOrEqual(2);
    const ended = await own.broadcasts.find(id);
    expect(ended && (await own.broadcasts.results(ended))).toEqual(results);
  });

  test('one that is paused or cancelled gives nobody out, and only a paused one goes on', async () => {
    await user();
    const { id } = await begun();
    await own.broadcasts.keep(id, { ...going, state: 'paused', tried: 20, refused: 20 }, at(2));
    expect(await takenBy(id, 1_000)).toEqual([]);
    expect(await own.broadcasts.resume(id, at(3))).toMatchObject({ state: 'sending', tried: 0, refused: 0 });
    expect(await own.broadcasts.resume(id, at(3))).toBeNull();
    expect(await own.broadcasts.cancel(id, at(4))).toMatchObject({ state: 'cancelled', endedAt: at(4), results: { waiting: 1 } });
    expect(await takenBy(id, 1_000)).toEqual([]);
    expect(await own.broadcasts.keep(id, going, at(5))).toBeNull();
    for (const change of [own.broadcasts.cancel, own.broadcasts.resume]) expect(await change(id, at(6))).toBeNull();
    const early = await own.broadcasts.create(newBroadcast({ at: at(0), sendAt: at(100) }));
    expect(await own.broadcasts.start(early.id, at(99))).toBeNull();
    await own.broadcasts.cancel(early.id, at(99));
    expect(await own.broadcasts.start(early.id, at(100))).toBeNull();
    expect((await own.broadcasts.list({ offset: 0, limit: 1 })).map((each) => each.id)).toEqual([early.id]);
  });

  test('an address that bounces is left out until a mail to it is taken, or its user has another, or is gone', async () => {
    const { mailQueue } = opened.database.platform;
    const one = await user({ email: 'One@example.com' });
    const put = (to: string) => own.mails.put({ to, subject: 's', text: 't', html: 'h', at: at(0) });
    const bounce = async (to: string) =>
      mailQueue.markFailed(await put(to), { error: 'e', status: 'refused', bounce: { reason: '550 5.1.1', at: at(1) } });
    const mailed = async () => (await own.broadcasts.countAudience(everybody, 'service', at(1))).mailed;
    const bouncing = () => own.userDirectory.count({ isBouncing: true, isBanned: false }, { now: at(1), isFree: false });
    await bounce('nobody@example.com');
    expect([await bouncing(), await mailed()]).toEqual([0, 1]);
    for (const _ of [1, 2]) await bounce('ONE@example.com');
    expect([await bouncing(), await mailed()]).toEqual([1, 0]);
    await mailQueue.markSent(await put('one@example.com'), at(2));
    expect([await bouncing(), await mailed()]).toEqual([0, 1]);
    await bounce('one@example.com');
    await own.users.update(one.id, { email: 'other@example.com' });
    expect([await bouncing(), await mailed()]).toEqual([0, 1]);
    await own.users.update(one.id, { email: 'one@example.com' });
    expect([await bouncing(), await mailed()]).toEqual([0, 1]);
    await own.users.update(one.id, { email: 'other@example.com' });
    const { id } = await begun();
    const [inHand] = (await own.broadcasts.take(id, { ...lease, at: at(3) })) as [Recipient];
    const refused = { reason: '550 5.1.1', at: at(3), nextAt: null, putOffSince: null, bounced: true };
    await own.users.update(one.id, { email: 'third@example.com' });
    await own.broadcasts.markFailed(id, inHand, refused);
    expect(await bouncing()).toBe(0);
    await own.users.update(one.id, { email: 'other@example.com' });
    await own.broadcasts.markFailed(id, inHand, refused);
    expect(await bouncing()).toBe(1);
    await own.users.update(one.id, { email: 'Other@example.com' });
    expect(await bouncing()).toBe(1);
    await own.users.forget(one.id, at(4));
    await user({ email: 'other@example.com' });
    expect(await bouncing()).toBe(0);
  });

  test('of each organization the one is due that has waited the longest', async () => {
    const { platform } = opened.database;
    const own1 = own;
    const late = await own1.broadcasts.create(newBroadcast({ at: at(0), sendAt: at(20) }));
    const early = await own1.broadcasts.create(newBroadcast({ at: at(0), sendAt: at(10) }));
    const own2 = opened.database.forOrganization((await buildOrganization(opened.database)).id);
    const other = await own2.broadcasts.create(newBroadcast({ at: at(0), sendAt: at(15) }));
    const ids = [late.id, early.id, other.id];
    const due = async (seconds: number) =>
      (await platform.broadcasts.listDue(at(seconds))).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(await due(9)).toEqual([]);
    expect(await due(14)).toEqual([early.id]);
    expect((await due(30)).sort()).toEqual([early.id, other.id].sort());
  });
});
