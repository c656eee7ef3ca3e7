import { userSorts } from '@tenbin/accounts';
import {
  bookedFill,
  buildBot,
  buildOrganization,
  buildTenant,
  buildUser,
  contractRecord,
  newId,
  newSubscription,
  openTestDatabase,
  planTerms,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import type { UserQuery } from './user-query.ts';

describe.each(testEngines)('administrators find the users of their organization, on %s', (engine) => {
  let opened: TestDatabase;
  let own: OrganizationDatabase;
  const now = new Date();
  const moment = { now, isFree: false };
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  });
  afterAll(() => opened.close());

  /** Whom a filter finds of these, each asked as a list, as a count and as a file. */
  async function found(query: UserQuery, among: readonly { readonly id: string }[], within = own): Promise<string[]> {
    const list = await within.userDirectory.list(query, { ...moment, offset: 0, limit: 1000 });
    expect(await within.userDirectory.count(query, moment)).toBe(list.length);
    const file = [];
    for await (const page of within.userDirectory.all(query, moment, 2)) file.push(...page);
    expect(file.reverse().map(({ id }) => id)).toEqual(list.map(({ id }) => id));
    return among.map(({ id }) => id).filter((id) => list.some((user) => user.id === id));
  }

  test('by a part of the address in any case, where % and _ are themselves, by id and by short number', async () => {
    const make = (email: string) => own.users.create({ email, passwordHash: '' });
    const [a, b] = [await make('Ha_na%1@example.com'), await make('haxna-1@example.com')];
    const both = [a, b];
    expect(await found({ email: 'HA_NA' }, both)).toEqual([a.id]);
    expect(await found({ email: '%1@' }, both)).toEqual([a.id]);
    expect(await found({ email: 'na' }, both)).toEqual([a.id, b.id]);
    expect(await found({ id: b.id }, both)).toEqual([b.id]);
    expect(await found({ id: ` ${a.uid.toLowerCase()} ` }, both)).toEqual([a.id]);
    expect(await found({ id: newId() }, both)).toEqual([]);
  });

  test('by whether bots are set up and run: each state of a bot counts once, whatever it was before', async () => {
    const { organization, user, bot, account } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const second = await buildBot(opened.database, organization.id, { userId: user.id, exchangeAccountId: account.id, name: 'Second' });
    const none = await buildUser(opened.database, organization.id);
    const status = async (botStatus: NonNullable<UserQuery['botStatus']>) => found({ botStatus }, [user, none], theirs);
    const wish = (id: string, active: boolean) => theirs.bots.setActive(user.id, id, { active, by: user.id, at: new Date() });
    expect([await status('stopped'), await status('has-no-bot')]).toEqual([[user.id], [none.id]]);
    await wish(bot.id, true);
    await wish(bot.id, true);
    expect([await status('running-someone'), await status('running-all')]).toEqual([[user.id], []]);
    await wish(second.id, true);
    expect([await status('running-someone'), await status('running-all')]).toEqual([[], [user.id]]);
    expect(await found({ condition: 'bot-is-running' }, [user, none], theirs)).toEqual([user.id]);
    await theirs.stops.ask({ scope: 'organization' }, { by: user.id, at: new Date() });
    expect(await found({ condition: 'bot-is-not-running' }, [user, none], theirs)).toEqual([user.id, none.id]);
    await theirs.bots.delete(user.id, second.id);
    await theirs.bots.delete(user.id, bot.id);
    expect(await status('has-no-bot')).toEqual([user.id, none.id]);
    await theirs.users.addActionFlag(none.id, 'BotSetupCompleted');
    expect(await found({ condition: 'bot-setup-not-completed' }, [user, none], theirs)).toEqual([user.id]);
  });

  test('two bots of one user that start at once are both counted', async () => {
    const { organization, user, bot, account } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const second = await buildBot(opened.database, organization.id, { userId: user.id, exchangeAccountId: account.id, name: 'Second' });
    await Promise.all([bot, second].map(({ id }) => theirs.bots.setActive(user.id, id, { active: true, by: user.id, at: new Date() })));
    expect(await theirs.userDirectory.find(user.id, moment)).toMatchObject({ botCount: 2, runningCount: 2 });
  });

  test('by whether they have paid: until the end of a gift, until the grace is over, and everybody where nothing is to be paid', async () => {
    const plan = await own.userPlans.create(planTerms(), now);
    const other = await own.userPlans.create(planTerms({ name: 'Other' }), now);
    const [none, paid, gift, late, held, ended] = [
      await buildUser(opened.database, own.organizationId),
      await buildUser(opened.database, own.organizationId),
      await buildUser(opened.database, own.organizationId),
      await buildUser(opened.database, own.organizationId),
      await buildUser(opened.database, own.organizationId),
      await buildUser(opened.database, own.organizationId),
    ];
    const all = [none, paid, gift, late, held, ended];
    const later = new Date(now.getTime() + 60_000);
    const give = (userId: string, change: object) => own.subscriptions.create(newSubscription({ userId, plan, ...change }), null);
    await give(paid.id, {});
    await give(gift.id, { source: 'gift', expiresAt: later, plan: other });
    const failed = { kind: 'paymentFailed', cause: 'declined', failedAt: now, graceUntil: later, isGraceOver: false } as const;
    await give(late.id, { status: failed });
    await give(held.id, { status: { kind: 'suspended', since: now } });
    const running = await give(ended.id, {});
    expect(await found({ condition: 'paid' }, all)).toEqual([paid.id, gift.id, late.id, ended.id]);
    await own.subscriptions.save(running, { ...running, status: { kind: 'cancelled', at: now } });
    expect(await found({ condition: 'paid' }, all)).toEqual([paid.id, gift.id, late.id]);
    expect(await found({ condition: 'unpaid' }, all)).toEqual([none.id, held.id, ended.id]);
    expect(await found({ plan: plan.id }, all)).toEqual([paid.id, late.id, held.id]);
    expect(await found({ plan: other.id }, all)).toEqual([gift.id]);
    const paidAt = (query: { now: Date; isFree: boolean }) => own.userDirectory.count({ condition: 'paid' }, query);
    expect((await paidAt(moment)) - (await paidAt({ now: later, isFree: false }))).toBe(2);
    expect(await paidAt({ now, isFree: true })).toBe(await own.userDirectory.count({}, moment));
    expect(await found({ isPaymentMissing: true }, all)).toEqual([late.id, held.id]);
  });

  test('by who invited them, when they were seen, whether they are suspended, verified or flagged', async () => {
    const { platform } = opened.database;
    const make = (change: object) => own.users.create({ email: `${newId()}@example.com`, passwordHash: '', ...change });
    const inviter = await make({ verifiedAt: now });
    const invited = await make({ referredBy: inviter.id });
    const all = [inviter, invited];
    expect(await found({ referrer: inviter.id }, all)).toEqual([invited.id]);
    expect(await found({ referrer: inviter.referralCode.toLowerCase() }, all)).toEqual([invited.id]);
    expect(await found({ isVerified: true }, all)).toEqual([inviter.id]);
    await own.users.update(invited.id, { bannedAt: now });
    expect([await found({ isBanned: true }, all), await found({ isBanned: false }, all)]).toEqual([[invited.id], [inviter.id]]);
    await own.userDirectory.note(inviter.id, { note: 'Calls on Mondays', isFlagged: true, by: newId(), at: now });
    expect([await found({ isFlagged: true }, all), await found({ isFlagged: false }, all)]).toEqual([[inviter.id], [invited.id]]);
    const seen = new Date('2026-03-01T00:00:00Z');
    const who = { surface: 'user', organizationId: own.organizationId, subjectId: inviter.id } as const;
    const session = await platform.sessions.create({ ...who, keyHash: newId(), at: seen, expiresAt: new Date('2030-01-01') });
    expect(await found({ seenFrom: seen }, all)).toEqual([inviter.id]);
    expect(await found({ seenBefore: seen }, all)).toEqual([invited.id]);
    await platform.sessions.touch(session.id, new Date('2026-03-02T00:00:00Z'));
    await platform.sessions.end(session.id);
    expect(await own.userDirectory.find(inviter.id, moment)).toMatchObject({
      lastSeenAt: new Date('2026-03-02T00:00:00Z'),
      isFlagged: true,
      note: 'Calls on Mondays',
    });
  });

  test('by what their bots traded this month, and is counted as active in the days, months and years with a trade', async () => {
    const { organization, user, bot } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const none = await buildUser(opened.database, organization.id);
    const at = (date: string) => new Date(`${date}T12:00:00Z`);
    const trade = (createdAt: Date, volume: string) =>
      theirs.journal.record({ botId: bot.id, epoch: 0 }, { records: [contractRecord({ createdAt, volume })] });
    await trade(at('2026-04-30'), '100');
    await trade(at('2026-05-02'), '20.5');
    await trade(at('2026-05-02'), '4.5');
    const may = { now: at('2026-05-31'), isFree: false };
    const count = (query: UserQuery) => theirs.userDirectory.count(query, may);
    expect(await theirs.userDirectory.find(user.id, may)).toMatchObject({ volumeThisMonth: '25' });
    expect([await count({ volumeFrom: '25' }), await count({ volumeFrom: '25.01' })]).toEqual([1, 0]);
    expect([await count({ volumeBelow: '25' }), await count({ volumeBelow: '25.01' })]).toEqual([1, 2]);
    expect(await theirs.userFigures.monthVolumes(may.now)).toEqual({ last: '100', present: '25' });
    expect([await count({ volumeFrom: '0' }), await count({ volumeFrom: '0.00' }), await count({ volumeBelow: '0' })]).toEqual([2, 2, 0]);
    // It comes late: what is known of both months follows.
    await trade(at('2026-04-20'), '7');
    expect(await theirs.userFigures.monthVolumes(may.now)).toEqual({ last: '107', present: '25' });
    expect(await theirs.userFigures.monthVolumes(at('2026-06-01'))).toEqual({ last: '25', present: '0' });
    expect(await theirs.userDirectory.find(user.id, may)).toMatchObject({ volumeThisMonth: '25' });
    const active = (scale: 'day' | 'month' | 'year', day: string) => theirs.userFigures.countActive(scale, day);
    expect([await active('day', '2026-05-02'), await active('day', '2026-05-03')]).toEqual([1, 0]);
    expect([await active('month', '2026-04-01'), await active('month', '2026-03-01'), await active('year', '2026-01-01')]).toEqual([
      1, 0, 1,
    ]);
    expect(await theirs.userDirectory.find(none.id, may)).toMatchObject({ volumeThisMonth: '0' });
  });

  test('by how much of their limit they have used since their payment period began; a limit of nothing is used up', async () => {
    const { organization, user, bot } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const [limited, nothing] = [
      await theirs.userPlans.create(planTerms({ tradingLimit: '100' }), now),
      await theirs.userPlans.create(planTerms({ tradingLimit: '0' }), now),
    ];
    const none = await buildUser(opened.database, organization.id);
    const period = { start: new Date('2026-05-10T00:00:00Z'), end: new Date('2026-06-10T00:00:00Z') };
    await theirs.subscriptions.create(newSubscription({ userId: user.id, plan: limited, period }), null);
    await theirs.subscriptions.create(newSubscription({ userId: none.id, plan: nothing, period }), null);
    for (const [date, volume] of [
      ['2026-05-09', '500'],
      ['2026-05-11', '50'],
      ['2026-05-12', '30'],
    ] as const)
      await theirs.journal.record(
        { botId: bot.id, epoch: 0 },
        { records: [contractRecord({ createdAt: new Date(`${date}T12:00:00Z`), volume })] },
      );
    const both = [user, none];
    expect(await found({ limitUsedFrom: 80 }, both, theirs)).toEqual([user.id, none.id]);
    expect(await found({ limitUsedFrom: 81 }, both, theirs)).toEqual([none.id]);
    expect(await found({ limitUsedFrom: 101 }, both, theirs)).toEqual([]);
    const free = await buildUser(opened.database, organization.id);
    const used = async ({ id }: { readonly id: string }) => (await theirs.userDirectory.find(id, moment))?.limitUsed;
    expect([await used(user), await used(none), await used(free)]).toEqual([80, 100, null]);
  });

  test.each([
    ['2026-04-01', 1000],
    ['2026-04-15', 500],
    ['2026-05-01', 100],
    ['2026-05-15', 90],
    ['2026-06-01', 80],
    ['2026-06-15', 50],
  ])('of a limit counts what was traded from the day on which the period began: from %s on, %i', async (start, used) => {
    const { organization, user, bot } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const plan = await theirs.userPlans.create(planTerms({ tradingLimit: '100' }), now);
    const period = { start: new Date(start), end: new Date('2026-07-10T00:00:00Z') };
    await theirs.subscriptions.create(newSubscription({ userId: user.id, plan, period }), null);
    for (const [date, volume] of [
      ['2026-03-31', '7'],
      ['2026-04-14', '500'],
      ['2026-04-30', '400'],
      ['2026-05-14', '10'],
      ['2026-05-31', '10'],
      ['2026-06-14', '30'],
      ['2026-06-16', '50'],
    ] as const)
      await theirs.journal.record(
        { botId: bot.id, epoch: 0 },
        { records: [contractRecord({ createdAt: new Date(`${date}T12:00:00Z`), volume })] },
      );
    expect(await found({ limitUsedFrom: used }, [user], theirs)).toEqual([user.id]);
    expect(await found({ limitUsedFrom: used + 1 }, [user], theirs)).toEqual([]);
    expect(await theirs.userDirectory.find(user.id, moment)).toMatchObject({ limitUsed: used });
  });

  test('of a limit counts what is so now: a record that comes late, a period that moved, and a new subscription', async () => {
    const { organization, user, bot } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const plan = await theirs.userPlans.create(planTerms({ tradingLimit: '100' }), now);
    const day = (date: string) => new Date(`${date}T00:00:00Z`);
    const trade = (date: string, volume: string) =>
      theirs.journal.record({ botId: bot.id, epoch: 0 }, { records: [contractRecord({ createdAt: day(date), volume })] });
    const used = async () => (await theirs.userDirectory.find(user.id, moment))?.limitUsed ?? null;
    const period = (start: string) => ({ start: day(start), end: day('2026-07-10') });
    const subscribe = (start: string) =>
      theirs.subscriptions.create(newSubscription({ userId: user.id, plan, period: period(start) }), null);
    await trade('2026-05-01', '10');
    expect(await used()).toBeNull();
    const first = await subscribe('2026-04-30');
    expect(await used()).toBe(10);
    await trade('2026-05-20', '20');
    expect(await used()).toBe(30);
    await trade('2026-04-20', '40');
    expect(await used()).toBe(30);
    const moved = await theirs.subscriptions.save(first, { ...first, period: period('2026-04-15') });
    expect(await used()).toBe(70);
    await trade('2026-05-21', '1');
    expect(await used()).toBe(71);
    await theirs.subscriptions.save(moved, { ...moved, status: { kind: 'cancelled', at: now } });
    await subscribe('2026-05-15');
    expect(await used()).toBe(21);
    expect(await found({ limitUsedFrom: 21 }, [user], theirs)).toEqual([user.id]);
    expect(await found({ limitUsedFrom: 22 }, [user], theirs)).toEqual([]);
  });

  test('over pages in every order without a gap or a repetition', async () => {
    const all = await own.userDirectory.list({}, { ...moment, offset: 0, limit: 1000 });
    expect(all.length).toBeGreaterThan(6);
    for (const sort of userSorts) {
      const paged = [];
      for (let offset = 0; offset < all.length; offset += 3)
        paged.push(...(await own.userDirectory.list({}, { ...moment, sort, offset, limit: 3 })));
      expect(paged.map(({ id }) => id).sort(), sort).toEqual(all.map(({ id }) => id).sort());
    }
    const emails = (await own.userDirectory.list({}, { ...moment, sort: 'email', offset: 0, limit: 1000 })).map(({ email }) => email);
    expect(emails.map((email) => email.toLowerCase())).toEqual(emails.map((email) => email.toLowerCase()).sort());
    const down = (await own.userDirectory.list({}, { ...moment, sort: 'emailDown', offset: 0, limit: 1000 })).map(({ email }) => email);
    expect(down).toEqual(emails.toReversed());
    const ends = (await own.userDirectory.list({}, { ...moment, sort: 'periodEndDown', offset: 0, limit: 1000 })).map(
      ({ periodEnd }) => periodEnd,
    );
    const firstWithout = ends.indexOf(null);
    expect(firstWithout).toBeGreaterThan(0);
    expect(new Set(ends.slice(firstWithout))).toEqual(new Set([null]));
  });

  test('not any more once they are deleted', async () => {
    const user = await own.users.create({ email: 'leaver@example.com', passwordHash: '' });
    await own.users.forget(user.id, now);
    expect(await own.userDirectory.find(user.id, moment)).toBeNull();
    expect(await own.userDirectory.count({ id: user.id }, moment)).toBe(0);
  });

  test('and see how their number grew', async () => {
    const theirs = opened.database.forOrganization((await buildOrganization(opened.database)).id);
    const plan = await theirs.userPlans.create(planTerms(), now);
    const user = await theirs.users.create({ email: 'first@example.com', passwordHash: '', verifiedAt: now });
    await theirs.users.create({ email: 'second@example.com', passwordHash: '' });
    const started = await theirs.subscriptions.create(newSubscription({ userId: user.id, plan, startedAt: now }), null);
    const history = await theirs.userFigures.history({ ...moment, scale: 'day', count: 60 });
    expect(history).toHaveLength(60);
    expect(history.slice(0, -1).every(({ all, paid }) => all === 0 && paid === 0)).toBe(true);
    expect(history.at(-1)).toEqual({ at: now.toISOString().slice(0, 10), all: 2, verified: 1, paid: 1, active: 0 });
    await theirs.subscriptions.save(started, { ...started, status: { kind: 'cancelled', at: now } });
    expect((await theirs.userFigures.history({ ...moment, scale: 'year', count: 2 })).at(-1)).toMatchObject({ all: 2, paid: 0 });
    expect(await theirs.userFigures.totals({ ...moment, since: new Date(now.getTime() - 3_600_000) })).toEqual({
      all: 2,
      verified: 1,
      paid: 0,
      running: 0,
      added: 2,
    });
  });

  test('and of those on a plan, only while it lasted and they were there', async () => {
    const theirs = opened.database.forOrganization((await buildOrganization(opened.database)).id);
    const day = (back: number) => new Date(now.getTime() - back * 86_400_000);
    const [endless, ending] = [
      await theirs.userPlans.create(planTerms(), now),
      await theirs.userPlans.create(planTerms({ name: 'Until lately', expirationDate: day(2) }), now),
    ];
    for (const [plan, isGone] of [
      [endless, false],
      [endless, true],
      [ending, false],
      [ending, true],
    ] as const) {
      const user = await buildUser(opened.database, theirs.organizationId);
      await theirs.subscriptions.create(newSubscription({ userId: user.id, plan, startedAt: day(4) }), null);
      if (isGone) await theirs.users.forget(user.id, now);
    }
    const paid = async (scale: 'day' | 'year') => (await theirs.userFigures.history({ ...moment, scale, count: 7 })).map((at) => at.paid);
    expect(await paid('day')).toEqual([0, 0, 2, 2, 1, 1, 1]);
    expect((await paid('year')).at(-1)).toBe(1);
  });

  test('and act on many of them: on whom was named or found, each once, and on nobody where their number has moved', async () => {
    const theirs = opened.database.forOrganization((await buildOrganization(opened.database)).id);
    const [a, b] = [await buildUser(opened.database, theirs.organizationId), await buildUser(opened.database, theirs.organizationId)];
    const stranger = await buildUser(opened.database, own.organizationId);
    const asked = { act: 'ban', reason: 'Spam', by: newId(), role: 'owner', sessionId: newId(), at: now } as const;
    await expect(theirs.bulkActs.ask(asked, { query: {}, moment, expectedCount: 3 })).rejects.toThrow('selectionChanged');
    expect(await theirs.bulkActs.listOpen()).toEqual([]);
    const act = await theirs.bulkActs.ask(asked, { query: {}, moment, expectedCount: 2 });
    expect(act).toMatchObject({ count: 2, doneCount: 0, endedAt: null });
    expect(await theirs.bulkActs.ask(asked, { ids: [a.id, stranger.id, a.id] })).toMatchObject({ count: 1 });
    const taken: string[] = [];
    for (const _ of [1, 2])
      await theirs.transaction(async ({ bulkActs }) => {
        const next = (await bulkActs.takeNext(act.id)) ?? '';
        taken.push(next);
        await bulkActs.end(act.id, next, { outcome: next === a.id ? 'done' : 'refused', code: 'userNotFound', at: now });
      });
    expect(taken.sort()).toEqual([a.id, b.id].sort());
    expect(await theirs.bulkActs.takeNext(act.id)).toBeNull();
    await theirs.bulkActs.end(act.id, a.id, { outcome: 'refused', code: 'internal', at: new Date(now.getTime() + 1) });
    expect(await theirs.bulkActs.find(act.id)).toMatchObject({ doneCount: 1, refusedCount: 1, endedAt: now });
    expect(await theirs.bulkActs.listTargets(act.id, { offset: 0, limit: 10 })).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'done' },
    ]);
    expect(await theirs.bulkActs.listOpen()).toHaveLength(1);
    expect(await own.bulkActs.find(act.id)).toBeNull();
  });

  test('and see why each bot stopped: by its user, by staff, by its plan, or for which fault', async () => {
    const { organization, user, bot } = await buildTenant(opened.database);
    const theirs = opened.database.forOrganization(organization.id);
    const cause = async () => (await theirs.botList.find(bot.id))?.stopCause;
    const wish = (active: boolean, by: string) => theirs.bots.setActive(user.id, bot.id, { active, by, at: new Date() });
    const asStaff = newId();
    expect(await cause()).toBeNull();
    const seen = [];
    for (const by of [user.id, asStaff, 'automatic']) {
      await wish(true, user.id);
      await wish(false, by);
      seen.push(await cause());
    }
    expect(seen).toEqual(['user', 'staff', 'plan']);
    await wish(true, asStaff);
    expect(await cause()).toBeNull();
    const message = { code: 'insufficientFunds', facts: {}, at: new Date() } as const;
    await theirs.journal.record(
      { botId: bot.id, epoch: 0 },
      { active: false, messages: [message], fills: [bookedFill({ tradeId: '1', clientOrderId: null })] },
    );
    expect(await theirs.botList.find(bot.id)).toMatchObject({ stopCause: 'insufficientFunds', email: user.email });
    expect(await theirs.botList.count({ cause: 'fault', stoppedFrom: new Date(Date.now() - 3_600_000) })).toBe(1);
    expect(await theirs.botList.count({ cause: 'user' })).toBe(0);
    expect(await theirs.botList.countByStanding()).toEqual([{ standing: 'stopped', cause: 'insufficientFunds', count: 1 }]);
    for (const query of [
      { pair: 'BTC/USDT' },
      { exchange: bot.exchangeId },
      { state: 'stopped' },
      { isRunning: false },
      { userId: user.id },
    ] as const)
      expect(await theirs.botList.list(query, { offset: 0, limit: 5 }), JSON.stringify(query)).toMatchObject([{ id: bot.id }]);
    for (const query of [{ pair: 'XRP/JPY' }, { exchange: newId() }, { state: 'running' }, { isRunning: true }, { name: '%' }] as const)
      expect(await theirs.botList.count(query), JSON.stringify(query)).toBe(0);
  });
});
