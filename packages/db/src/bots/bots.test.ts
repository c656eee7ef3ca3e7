import { courseTypes } from '@tenbin/bots';
import {
  balancing,
  buildBot,
  buildExchange,
  buildExchangeAccount,
  buildTenant,
  buildUser,
  newId,
  openTestDatabase,
  type Tenant,
  type TestDatabase,
  testEngines,
  testVault,
} from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationDatabase } from '../database/database.ts';
import { exchangeAccountIdentity } from '../exchange-accounts/exchange-accounts.ts';

describe.each(testEngines)('on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  const request = (active: boolean) => ({ active, by: tenant.user.id, at: new Date('2026-01-01T00:00:00Z') });

  describe('a bot', () => {
    test('is stopped, empty and nobody else’s when it is new', async () => {
      const { bot, user, exchange, account } = tenant;
      expect(bot).toMatchObject({
        userId: user.id,
        exchangeId: exchange.id,
        exchangeName: exchange.name,
        keyLastFour: account.keyLastFour,
        active: false,
        phase: { kind: 'stopped', receipt: null },
        ledger: null,
        sequence: 0,
        executionCount: 0,
      });
      expect(bot.botNumber).toBeLessThan(2 ** 48);
      const other = await buildUser(opened.database, own.organizationId);
      await expect(own.bots.require(other.id, bot.id)).rejects.toThrow('botNotFound');
      await expect(own.bots.delete(other.id, bot.id)).rejects.toThrow('botNotFound');
      expect(await own.bots.listOfUser(other.id)).toEqual([]);
    });

    test('cannot trade with another user’s key', async () => {
      const other = await buildUser(opened.database, own.organizationId);
      const given = { userId: other.id, exchangeAccountId: tenant.account.id };
      await expect(buildBot(opened.database, own.organizationId, given)).rejects.toThrow('exchangeAccountNotFound');
    });

    test('is listed with its neighbours: oldest first for its user, newest first for the organization', async () => {
      const { bot, user, account } = tenant;
      const second = await buildBot(opened.database, own.organizationId, { userId: user.id, exchangeAccountId: account.id });
      expect(await own.bots.listOfUser(user.id)).toEqual([bot, second]);
      expect(await own.bots.listOfAccount(account.id)).toEqual([bot, second]);
      const stranger = await buildTenant(opened.database);
      expect(await own.bots.listOfAccounts([account.id, stranger.account.id])).toEqual([bot, second]);
      expect(await own.exchangeAccounts.list([account.id, stranger.account.id])).toEqual([account]);
      expect(await own.bots.list({ offset: 0, limit: 1 })).toEqual([second]);
      expect(await own.bots.count()).toBe(2);
    });

    test('is changed while it is stopped, and only then', async () => {
      const { bot, user } = tenant;
      const strategy = balancing({ delta: 0.01, pairs: ['BTC/USDT', 'ETH/USDT'] });
      const changed = await own.bots.updateSettings(user.id, bot.id, { name: 'new', strategy });
      expect(changed).toEqual({ ...bot, name: 'new', strategy, updatedAt: changed.updatedAt });
      await own.bots.setActive(user.id, bot.id, request(true));
      await expect(own.bots.updateSettings(user.id, bot.id, { name: 'late' })).rejects.toThrow('botRunning');
      await expect(own.bots.delete(user.id, bot.id)).rejects.toThrow('botRunning');
      await own.journal.record(
        { botId: bot.id, epoch: 0 },
        { phase: { kind: 'stopping', askedAt: new Date(), by: user.id, reason: null, runningSince: null }, active: false },
      );
      await expect(own.bots.updateSettings(user.id, bot.id, { name: 'late' })).rejects.toThrow('botStopping');
      await expect(own.bots.updateSettings(user.id, newId(), { name: 'late' })).rejects.toThrow('botNotFound');
      expect((await own.bots.require(user.id, bot.id)).name).toBe('new');
    });

    test('remembers who requested that it run', async () => {
      const { bot, user } = tenant;
      const requested = await own.bots.setActive(user.id, bot.id, request(true));
      expect(requested).toMatchObject({
        active: true,
        requestedBy: user.id,
        requestedAt: new Date('2026-01-01T00:00:00Z'),
        phase: { kind: 'stopped' },
      });
    });

    test('is in no answer once it is deleted', async () => {
      const { bot, user, account } = tenant;
      await own.bots.delete(user.id, bot.id);
      expect(await own.bots.find(bot.id)).toBeNull();
      expect(await own.bots.listOfUser(user.id)).toEqual([]);
      expect(await own.bots.listOfAccount(account.id)).toEqual([]);
      expect(await own.bots.count()).toBe(0);
      await expect(own.bots.setActive(user.id, bot.id, request(true))).rejects.toThrow('botNotFound');
    });

    test('keeps its twenty latest messages until they are dismissed', async () => {
      const { bot, user } = tenant;
      const message = (minute: number) => ({
        code: 'internal' as const,
        facts: { reference: String(minute) },
        at: new Date(minute * 60_000),
      });
      for (let minute = 0; minute < 22; minute += 1) await own.bots.addMessage(bot.id, message(minute));
      expect((await own.bots.require(user.id, bot.id)).messages).toEqual(Array.from({ length: 20 }, (_, index) => message(index + 2)));
      expect(await own.bots.removeMessage(user.id, bot.id, 0)).toBe(true);
      expect(await own.bots.removeMessage(user.id, bot.id, 19)).toBe(false);
      expect((await own.bots.require(user.id, bot.id)).messages).toHaveLength(19);
      await expect(own.bots.removeMessage(newId(), bot.id, 0)).rejects.toThrow('botNotFound');
    });
  });

  describe('an exchange account', () => {
    test('gives its credentials back to whoever has the master key, for this row only', async () => {
      const { user, exchange } = tenant;
      const credentials = { apiKey: 'the-key-abcd', secret: 'the-secret', passphrase: 'the-words' };
      const account = await buildExchangeAccount(
        opened.database,
        { organizationId: own.organizationId, userId: user.id, exchangeId: exchange.id },
        credentials,
      );
      const stored = await own.exchangeAccounts.require(account.id);
      expect(stored).toMatchObject({ keyLastFour: 'abcd', hasPassphrase: true, epoch: 0 });
      expect(JSON.stringify(stored)).not.toContain('the-');
      expect(JSON.parse(testVault.open(stored.sealed, exchangeAccountIdentity(own.organizationId, account.id)))).toEqual(credentials);
      expect(() => testVault.open(stored.sealed, exchangeAccountIdentity(own.organizationId, tenant.account.id))).toThrow('does not open');
    });

    test('is one per API key in an organization', async () => {
      const { exchange, account } = tenant;
      const other = await buildUser(opened.database, own.organizationId);
      const again = { ...account, id: newId(), userId: other.id };
      await expect(own.exchangeAccounts.create(again)).rejects.toThrow('apiKeyInUse');
      expect(await own.exchangeAccounts.findByFingerprint(exchange.id, account.keyFingerprint)).toEqual(account);
      const elsewhere = await buildExchange(opened.database, own.organizationId);
      expect(await own.exchangeAccounts.create({ ...again, exchangeId: elsewhere.id })).toMatchObject({ exchangeId: elsewhere.id });
    });

    test('takes new secrets, but not a key that is in use', async () => {
      const { user, exchange, account } = tenant;
      const second = await buildExchangeAccount(opened.database, {
        organizationId: own.organizationId,
        userId: user.id,
        exchangeId: exchange.id,
      });
      const { keyFingerprint } = second;
      await expect(own.exchangeAccounts.replaceSeal(account.id, { ...account, keyFingerprint })).rejects.toThrow('apiKeyInUse');
      const { sealed, keyLastFour, hasPassphrase } = second;
      const changed = await own.exchangeAccounts.replaceSeal(account.id, { sealed, keyFingerprint: 'fresh', keyLastFour, hasPassphrase });
      expect(changed).toMatchObject({ id: account.id, keyFingerprint: 'fresh', keyLastFour });
      expect(await own.exchangeAccounts.listOfUser(user.id)).toEqual([changed, second]);
    });
  });

  test('an organization has the usual settings where it has none of its own', async () => {
    const { organizations } = opened.database.platform;
    const { id, slug } = tenant.organization;
    expect(tenant.organization.settings).toEqual({
      omitPairs: [],
      sessionDays: 30,
      sessionIdleHours: 12,
      balanceTolerance: 50,
      botsPerUser: 20,
      rebalanceFees: {},
      defaultOrderWidth: 2,
      minimumBtcBalance: '0.01',
      timeZone: 'Asia/Tokyo',
      contactEmail: null,
      exchanges: null,
      requireTwoFactor: false,
    });
    await organizations.update(id, { settings: { omitPairs: ['ETH/BTC'] }, isFree: true });
    const changed = await organizations.update(id, { settings: { sessionDays: 1 }, helpPages: { whatIsBp: { ja: 'bpは…', en: '' } } });
    expect(changed).toMatchObject({ isFree: true, settings: { omitPairs: ['ETH/BTC'], sessionDays: 1, sessionIdleHours: 12 } });
    expect(await organizations.findBySlug(slug)).toEqual(changed);
    expect(await own.organization()).toEqual(changed);
    expect(await organizations.list()).toContainEqual(changed);
    await expect(organizations.create({ slug, name: 'Twin' })).rejects.toThrow('organizationExists');
    await expect(organizations.update(newId(), {})).rejects.toThrow('organizationNotFound');
  });

  test('two who change different settings of an organization at once both have theirs', async () => {
    const { organizations } = opened.database.platform;
    const { id } = tenant.organization;
    await Promise.all([
      organizations.update(id, { settings: { sessionDays: 7 } }),
      organizations.update(id, { settings: { botsPerUser: 3 } }),
    ]);
    expect((await organizations.find(id))?.settings).toMatchObject({ sessionDays: 7, botsPerUser: 3 });
  });

  test('an organization offers exchanges, of which the enabled ones are seen', async () => {
    const { exchanges } = opened.database.platform;
    const { exchange } = tenant;
    const { id, name } = await buildExchange(opened.database, own.organizationId, {
      name: `zz ${newId()}`,
      timeScale: 60,
      baseUrl: 'http://127.0.0.1:1',
    });
    await exchanges.offer(own.organizationId, id);
    expect((await own.exchanges()).map((one) => one.id)).toEqual([exchange.id, id]);
    expect(await exchanges.save({ name, ccxtId: 'okx', enabled: false })).toMatchObject({
      id,
      ccxtId: 'okx',
      timeScale: 1,
      enabled: false,
    });
    expect(await exchanges.listOffered(own.organizationId)).toEqual([exchange]);
    await exchanges.withdraw(own.organizationId, exchange.id);
    expect(await own.exchanges()).toEqual([]);
    expect(await exchanges.find(exchange.id)).toEqual(exchange);
  });

  const both = (text: string) => ({ ja: text, en: text });

  test('courses are saved once per type', async () => {
    const course = {
      type: 'basic' as const,
      title: both('Basic'),
      description: both('Calm'),
      strategy: balancing({ pairs: ['BTC/USDT'] }),
      backTest: {
        annualRate: 12.3,
        basisPoint: 4,
        executionCount: 5,
        from: '2026-01-01',
        to: '2026-01-31',
        strategy: balancing({ pairs: ['BTC/USDT'] }),
      },
    };
    const first = await own.botCourses.save({ ...course, title: both('First') });
    expect(await own.botCourses.save(course)).toEqual({ ...course, id: first.id });
    expect(await own.botCourses.list()).toEqual([{ ...course, id: first.id }]);
    expect(await own.botCourses.find(first.id)).toMatchObject(course);
    await own.botCourses.saveBackTest(first.id, { ...course.backTest, basisPoint: 9 });
    expect(await own.botCourses.find(first.id)).toEqual({ ...course, id: first.id, backTest: { ...course.backTest, basisPoint: 9 } });
  });

  test('courses are replaced together: a result goes with the settings that it was of, and so does a course left out', async () => {
    const words = { title: both(''), description: both('') };
    const strategy = balancing({ pairs: ['BTC/USDT'] });
    const wider = balancing({ pairs: ['BTC/USDT'], delta: 0.02 });
    const backTest = { annualRate: 1, basisPoint: 2, executionCount: 3, from: '2026-01-01', to: '2026-01-31', strategy };
    for (const type of courseTypes.toReversed()) await own.botCourses.save({ ...words, type, strategy, backTest });
    await own.botCourses.replace([
      { ...words, type: 'basic', strategy, title: both('Calm') },
      { ...words, type: 'challenge', strategy: wider },
    ]);
    expect(await own.botCourses.list()).toMatchObject([
      { type: 'basic', title: both('Calm'), backTest },
      { type: 'challenge', title: both(''), strategy: wider, backTest: null },
    ]);
    await own.botCourses.replace([]);
    expect(await own.botCourses.list()).toEqual([]);
  });
});
