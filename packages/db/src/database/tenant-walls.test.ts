import { noActivity } from '@tenbin/strategy';
import { bookedFill, buildTenant, contractRecord, newSignUp, orderWrite, placeFor, type Tenant, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from './engine.ts';
import { migrate } from './migrate.ts';
import { databaseOver } from './open-database.ts';

const tenantTables = [
  'administrators',
  'audit_entries',
  'bot_courses',
  'bot_days',
  'bots',
  'contract_records',
  'exchange_accounts',
  'fills',
  'mails',
  'order_intents',
  'organization_exchanges',
  'rebalances',
  'sign_ups',
  'stop_bots',
  'stop_receipts',
  'stops',
  'timeline_entries',
  'users',
  'verification_codes',
];

const visit = { actor: 'visitor', actorId: null, refusal: null, network: '192.0.2.1', agent: null, facts: {} } as const;

/** One of everything that a tenant can have. */
async function fill(database: Database, { organization, user, bot }: Tenant): Promise<void> {
  const own = database.forOrganization(organization.id);
  const at = new Date();
  const order = orderWrite({ sequence: 1, clientOrderId: `T${bot.botNumber.toString(36)}x1` });
  await own.verificationCodes.replace({
    userId: user.id,
    purpose: 'changeEmail',
    codeHash: 'hash',
    target: null,
    sentAt: at,
    expiresAt: at,
  });
  await own.signUps.replace(newSignUp());
  await own.botCourses.save({ type: 'basic', title: 'Basic', description: '', pairs: bot.pairs, delta: 0.005, backTest: null });
  await own.mails.put({ to: user.email, subject: 'Hello', text: '', html: '', at });
  await own.administrators.create({ email: 'admin@example.com', passwordHash: 'hash' });
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at });
  await own.audit.append({ ...visit, action: 'startBot', at });
  await own.stops.ask({ scope: 'organization' }, { by: user.id, at });
  await own.rebalances.request({ userId: user.id, botId: bot.id, startsBot: false, feePercents: {}, at });
  await own.journal.record(
    { botId: bot.id, epoch: 0 },
    {
      orders: [order],
      fills: [bookedFill({ tradeId: '1', clientOrderId: order.clientOrderId })],
      records: [contractRecord({ clientOrderId: order.clientOrderId })],
      phase: { kind: 'stopped', receipt: { askedAt: at, by: user.id, reason: null, cancelled: [], filledMeanwhile: [], confirmedAt: at } },
      days: [{ since: at, day: '2026-01-31', activity: noActivity, ending: null }],
      timeline: [{ kind: 'startRequested', at, facts: { by: user.id } }],
    },
  );
}

describe.each(testEngines)('between two organizations on %s', (name) => {
  let engine: Engine;
  let database: Database;
  let closePlace: () => Promise<void>;
  let a: Tenant;
  let b: Tenant;

  beforeAll(async () => {
    const place = await placeFor(name);
    closePlace = place.close;
    const { databaseUrl } = place.options;
    engine =
      databaseUrl === undefined ? await openPgliteEngine(place.options) : await openPostgresEngine(databaseUrl, { tenantConnections: 2 });
    await engine.platform.transaction('platform', migrate);
    database = databaseOver(engine);
    [a, b] = [await buildTenant(database), await buildTenant(database)];
    await fill(database, a);
    await fill(database, b);
  });
  afterAll(async () => {
    await engine.close();
    await closePlace();
  });

  const asA = (text: string, values: readonly unknown[] = []) =>
    engine.tenants.query({ organizationId: a.organization.id }, text, values, 'array');
  const asPlatform = (text: string) => engine.platform.query('platform', text, [], 'array');

  test('every table of a tenant has the wall, and a key that begins with the organization', async () => {
    const tables = await asPlatform(`
      select c.relname, c.relrowsecurity,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polroles = array['tenbin_tenant'::regrole::oid] and p.polcmd = '*'),
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary)
      from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'sessions' order by 1`);
    // What is done by or to the platform belongs to no organization.
    const keyOf = (table: string) => (table === 'audit_entries' ? 'id' : 'organization_id');
    expect(tables).toEqual(tenantTables.map((table) => [table, true, 1, keyOf(table)]));
  });

  test.each(tenantTables)('%s: only own rows are seen, whatever is asked', async (table) => {
    const all = await asPlatform(`select count(*)::int from ${table}`);
    const own = await asA(`select count(*)::int from ${table}`);
    expect(own).toEqual([[1]]);
    expect(all).toEqual([[2]]);
    expect(await asA(`select * from ${table} where organization_id = $1`, [b.organization.id])).toEqual([]);
  });

  test.each(tenantTables)('%s: a row of another organization cannot be written', async (table) => {
    const columns = (await asPlatform(
      `select string_agg(quote_ident(column_name), ', ') from information_schema.columns
       where table_name = '${table}' and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'organization_id'`,
    )) as string[][];
    const copy = `insert into ${table} (organization_id, ${columns[0]}) select $1, ${columns[0]} from ${table}`;
    await expect(asA(copy, [b.organization.id])).rejects.toThrow(/row-level security|permission denied/);
  });

  test.each(tenantTables)('%s: a row cannot be given to, or taken from, another organization', async (table) => {
    const move = asA(`update ${table} set organization_id = $1`, [b.organization.id]);
    await expect(move).rejects.toThrow(/row-level security|permission denied/);
    const remove = await asA(`delete from ${table} where organization_id = $1 returning 1`, [b.organization.id]).catch((error: unknown) =>
      String(error),
    );
    expect(remove === 'never' || (Array.isArray(remove) && remove.length === 0) || String(remove).includes('permission denied')).toBe(true);
    expect(await asPlatform(`select count(*)::int from ${table}`)).toEqual([[2]]);
  });

  test.each(['sessions', 'workers', 'candle_blocks', 'exchange_halts', 'mail_recipients', 'drizzle.__drizzle_migrations'])(
    '%s is the platform’s alone',
    async (table) => {
      await expect(asA(`select * from ${table}`)).rejects.toThrow('permission denied');
    },
  );

  test.each(['fills', 'contract_records', 'stop_receipts'])('%s is history: a tenant cannot change it', async (table) => {
    await expect(asA(`update ${table} set bot_id = bot_id`)).rejects.toThrow('permission denied');
    await expect(asA(`delete from ${table}`)).rejects.toThrow('permission denied');
  });

  test('what was done is added to and read: neither a tenant nor the platform changes it, and the platform’s is no tenant’s', async () => {
    await database.platform.audit.append({ ...visit, action: 'signInOperator', at: new Date() });
    for (const change of ["update audit_entries set action = 'x'", 'delete from audit_entries', 'truncate audit_entries'])
      for (const ask of [asA, asPlatform]) await expect(ask(change)).rejects.toThrow(/permission denied|only added to/);
    const page = { offset: 0, limit: 10 };
    expect(await database.platform.audit.list(page)).toMatchObject([{ organizationId: null, action: 'signInOperator' }]);
    expect(await database.forOrganization(a.organization.id).audit.list(page)).toMatchObject([
      { organizationId: a.organization.id, action: 'startBot' },
    ]);
  });

  test('under the restricted role nothing is seen without an organization', async () => {
    const forgotten = engine.platform.transaction('platform', async (run) => {
      await run('set local role tenbin_tenant', [], 'array');
      return run('select * from users', [], 'array');
    });
    await expect(forgotten).rejects.toThrow(/app.organization_id|invalid input syntax for type uuid/);
  });

  test('many at once on few connections never see each other, failures among them', async () => {
    const ids = [a.organization.id, b.organization.id];
    const ask = async (index: number) => {
      const organizationId = ids[index % 2] ?? '';
      const scope = { organizationId };
      const seen =
        "select current_user, current_setting('app.organization_id'), (select string_agg(organization_id::text, ',') from users)";
      if (index % 7 === 0) await engine.tenants.query(scope, 'select 1 / 0', [], 'array').catch(() => undefined);
      if (index % 5 === 0) await database.platform.organizations.list();
      const rows =
        index % 3 === 0
          ? await engine.tenants.transaction(scope, (run) => run(seen, [], 'array'))
          : await engine.tenants.query(scope, seen, [], 'array');
      expect(rows).toEqual([['tenbin_tenant', organizationId, organizationId]]);
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index)));
  });

  test('no repository of one finds or changes anything of the other', async () => {
    const own = database.forOrganization(a.organization.id);
    const { user, bot, account } = b;
    const orderId = `T${bot.botNumber.toString(36)}x1`;
    const at = new Date();
    expect(await own.users.find(user.id)).toBeNull();
    expect(await own.users.findByEmail(user.email)).toBeNull();
    expect(await own.users.findByReferralCode(user.referralCode)).toBeNull();
    await expect(own.users.require(user.id)).rejects.toThrow('userNotFound');
    await expect(own.users.update(user.id, { firstName: 'x' })).rejects.toThrow('userNotFound');
    expect(await own.verificationCodes.find(user.id, 'changeEmail')).toBeNull();
    expect(await own.verificationCodes.countTry(user.id, 'changeEmail')).toBeNull();
    expect(await own.verificationCodes.remove(user.id, 'changeEmail')).toBe(false);
    const theirs = await database.forOrganization(b.organization.id).signUps.findByEmail(newSignUp().email, new Date(0));
    expect(await own.signUps.countTry(theirs?.id ?? '')).toBeNull();
    expect(await own.signUps.setCode(theirs?.id ?? '', { codeHash: 'x', codeExpiresAt: at })).toBe(false);
    expect(await own.signUps.remove(theirs?.id ?? '')).toBe(false);
    expect(await own.exchangeAccounts.find(account.id)).toBeNull();
    expect(await own.exchangeAccounts.listOfUser(user.id)).toEqual([]);
    await expect(own.exchangeAccounts.replaceSeal(account.id, account)).rejects.toThrow('exchangeAccountNotFound');
    expect(await own.bots.find(bot.id)).toBeNull();
    expect(await own.bots.listOfUser(user.id)).toEqual([]);
    expect(await own.bots.listOfAccount(account.id)).toEqual([]);
    await expect(own.bots.require(user.id, bot.id)).rejects.toThrow('botNotFound');
    await expect(own.bots.setActive(user.id, bot.id, { active: true, by: 'x', at })).rejects.toThrow('botNotFound');
    await expect(own.bots.updateSettings(user.id, bot.id, { name: 'x' })).rejects.toThrow('botNotFound');
    await expect(own.bots.delete(user.id, bot.id)).rejects.toThrow('botNotFound');
    await expect(own.bots.addMessage(bot.id, { code: 'internal', facts: {}, at })).rejects.toThrow('botNotFound');
    await expect(own.bots.create({ ...bot, userId: user.id, exchangeAccountId: account.id })).rejects.toThrow('exchangeAccountNotFound');
    await expect(own.journal.record({ botId: bot.id, epoch: 0 }, { cursors: {} })).rejects.toThrow('botNotFound');
    expect(await own.orders.find(orderId)).toBeNull();
    expect(await own.orders.listToRemember(bot.id, { settled: 40 })).toEqual([]);
    expect(await own.fills.listOfBot(bot.id, { offset: 0, limit: 10 })).toEqual([]);
    expect(await own.fills.listKnown(account.id, 'BTC/USDT', ['1'])).toEqual([]);
    expect(await own.records.list(bot.id, { offset: 0, limit: 10 })).toEqual([]);
    expect(await own.records.count(bot.id)).toBe(0);
    expect(await own.records.volume(bot.id)).toBe('0');
    expect(await own.records.volumeOfUser(user.id)).toBe('0');
    expect(await own.timeline.list(bot.id, { offset: 0, limit: 10 })).toEqual([]);
    expect(await own.exchanges()).toEqual([a.exchange]);
    expect((await own.organization()).id).toBe(a.organization.id);
    expect(await database.forOrganization(b.organization.id).bots.find(bot.id)).toMatchObject({ name: bot.name, active: false });
  });
});
