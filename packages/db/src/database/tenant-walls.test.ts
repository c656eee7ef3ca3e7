import { checkoutTerms } from '@tenbin/billing';
import { give, newLedger, noteWallet } from '@tenbin/bots';
import { noActivity } from '@tenbin/strategy';
import {
  billFacts,
  bookedFill,
  brandKit,
  buildPaypalAccount,
  buildTenant,
  contractRecord,
  newBroadcast,
  newId,
  newPayment,
  newSignUp,
  newSubscription,
  orderWrite,
  placeFor,
  planTerms,
  type Tenant,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Passkey } from '../factors/factors.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { Sealed } from '../seal/sealed.ts';
import type { Database, OrganizationDatabase } from './database.ts';
import { type Engine, openPgliteEngine, openPostgresEngine } from './engine.ts';
import { migrate } from './migrate.ts';
import { databaseOver } from './open-database.ts';

const tenantTables = [
  'activity_counts',
  'administrator_links',
  'administrators',
  'answered_calls',
  'audit_days',
  'audit_entries',
  'authenticators',
  'bot_courses',
  'bot_days',
  'bots',
  'brand_drafts',
  'brand_pictures',
  'brand_versions',
  'broadcast_recipients',
  'broadcasts',
  'bulk_act_targets',
  'bulk_acts',
  'campaign_codes',
  'campaign_redemptions',
  'checkouts',
  'code_tries',
  'contract_records',
  'exchange_accounts',
  'fills',
  'hand_orders',
  'mail_bounces',
  'mail_records',
  'mails',
  'movements',
  'not_me_links',
  'order_intents',
  'organization_bills',
  'organization_exchanges',
  'passkeys',
  'payment_days',
  'payment_records',
  'payment_standings',
  'paypal_accounts',
  'push_keys',
  'push_subscriptions',
  'rebalances',
  'recovery_codes',
  'saved_filters',
  'sign_ups',
  'stop_bots',
  'stop_receipts',
  'stops',
  'sub_accounts',
  'subscriptions',
  'timeline_entries',
  'user_activity',
  'user_days',
  'user_notes',
  'user_plans',
  'user_standings',
  'users',
  'verification_codes',
  'virtual_accounts',
  'webhook_events',
];

/** History, and what the platform gives. */
const unchangeableTables = [
  'audit_days',
  'audit_entries',
  'campaign_redemptions',
  'fills',
  'mails',
  'movements',
  'organization_bills',
  'organization_exchanges',
  'payment_records',
  'stop_receipts',
  'stops',
  'user_activity',
];

/**
 * A trade of a bot that has no share of its wallet is a movement, and what it brought goes to the rest by another; it was in a
 * day, a month and a year. A virtual account has a rest beside it, holds what is asked for by hand, and was given that by the rest.
 */
const rowsOf = (table: string) =>
  ({ activity_counts: 3, movements: 5, sub_accounts: 3, user_activity: 3, virtual_accounts: 2 })[table] ?? 1;

const visit = { actor: 'visitor', actorId: null, refusal: null, network: '192.0.2.1', agent: null, facts: {} } as const;

/** One of everything that has to do with money. */
async function fillBilling(own: OrganizationDatabase, userId: string): Promise<void> {
  const at = new Date();
  const campaign = { code: 'ABCDEFGH', expiresAt: null, affiliateOnly: false };
  const plan = await own.userPlans.create(planTerms({ campaign }), at);
  await own.campaignCodes.redeem(userId, campaign.code, at);
  const account = await buildPaypalAccount(own);
  await own.subscriptions.create(newSubscription({ userId, plan }), account.id);
  const terms = checkoutTerms(plan, 'new', { now: new Date(), present: null });
  await own.checkouts.open({ userId, planId: plan.id, purpose: 'new', terms, paypalAccountId: account.id }, at);
  await own.payments.record([newPayment({ userId })]);
  await own.webhookEvents.put({ id: 'WH-1', type: 'SOMETHING', paypalSubscriptionId: null, body: '{}', receivedAt: at });
}

const passkey = (change: Pick<Passkey, 'holderId' | 'askedAt' | 'createdAt'>) => ({
  id: newId(),
  name: 'Phone',
  credentialId: 'credential',
  publicKey: new Uint8Array([1]),
  transports: [],
  relyingParty: 'localhost',
  counter: 0,
  ...change,
});

/** A version, a draft that follows it, and a picture. */
async function fillBrandKits({ brandKits }: OrganizationDatabase, by: string): Promise<void> {
  const at = new Date();
  await brandKits.addPicture({ hash: 'f'.repeat(64), bytes: new Uint8Array([1]), givenAt: at });
  const draft = { kit: brandKit(), token: 'token', shownUntil: at, changedBy: by, changedAt: at };
  await brandKits.publish(await brandKits.saveDraft(draft, null), { note: '', publishedBy: by, publishedAt: at });
  await brandKits.saveDraft(draft, null);
}

/** One of everything that a tenant can have. */
async function fill(database: Database, { organization, user, bot, account }: Tenant): Promise<void> {
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
  await own.notMeLinks.add({ tokenHash: 'hash', userId: user.id, email: user.email, expiresAt: at }, at);
  await own.codeTries.count(user.id, 'factor', at);
  await own.signUps.replace(newSignUp());
  await own.factors.addAuthenticator(user.id, { sealed: 'sealed' as Sealed, lastStep: 0, createdAt: at });
  await own.factors.replaceRecoveryCodes(user.id, ['hash']);
  await own.factors.addPasskey(passkey({ holderId: user.id, askedAt: at, createdAt: at }));
  await fillBilling(own, user.id);
  const words = { ja: '', en: 'Basic' };
  await own.botCourses.save({ type: 'basic', title: words, description: words, strategy: bot.strategy, backTest: null });
  await own.pushes.addKey({ id: newId(), sealed: 'sealed' as Sealed });
  const session = { surface: 'user', organizationId: organization.id, subjectId: user.id, keyHash: newId(), at, expiresAt: at } as const;
  const { id: sessionId } = await database.platform.sessions.create(session);
  const browser = { userId: user.id, sessionId, endpointHash: 'hash', sealed: 'sealed' as Sealed, agent: null, createdAt: at };
  await own.pushes.subscribe({ id: newId(), ...browser });
  await own.mails.put({ to: user.email, subject: 'Hello', text: '', html: '', at });
  await database.platform.bills.draft(organization.id, billFacts());
  await fillBrandKits(own, user.id);
  const { id: broadcastId } = await own.broadcasts.create(newBroadcast({ at }));
  await own.broadcasts.start(broadcastId, at);
  const recipient = { userId: user.id, email: user.email, leaseEnd: at };
  await own.broadcasts.markFailed(broadcastId, recipient, { reason: '550 5.1.1', at, nextAt: null, putOffSince: null, bounced: true });
  const { id: administratorId } = await own.administrators.create({ email: 'admin@example.com', passwordHash: 'hash', role: 'owner' });
  await own.administrators.putLink({ administratorId, tokenHash: 'token', expiresAt: new Date() });
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at });
  await own.audit.append({ ...visit, action: 'startBot', at });
  await database.platform.auditDays.seal(organization.id, { before: new Date(at.getTime() + 86_400_000), at });
  await own.userDirectory.note(user.id, { note: 'Asks often', isFlagged: true, by: user.id, at });
  await own.bulkActs.ask({ act: 'stop', reason: 'A test', by: user.id, role: 'owner', sessionId: null, at }, { ids: [user.id] });
  const { id: virtualAccountId } = await own.virtualAccounts.create({ exchangeAccountId: account.id, name: 'maker' });
  await own.virtualAccounts.change(account.id, [virtualAccountId], { by: 'operator' }, (books) =>
    noteWallet(books, { currency: 'USDT', amount: '9' }),
  );
  await own.virtualAccounts.change(account.id, [virtualAccountId], { by: 'operator' }, (books) =>
    give(books, virtualAccountId, { currency: 'USDT', amount: '9' }),
  );
  const asked = { pair: 'ETH/USDT', side: 'buy', price: '3', amount: '1', isMarket: false, by: 'operator' } as const;
  await own.virtualAccounts.askOrder({ ...asked, virtualAccountId, botId: bot.id });
  const call = { caller: 'operator', key: 'key', requestHash: 'hash' };
  await own.answeredCalls.begin(call);
  await own.answeredCalls.answer(call, { success: true });
  await own.savedFilters.save(
    { list: 'users', name: 'Paid', search: { condition: 'paid' }, isShared: true, by: user.id },
    { replaces: false, at },
  );
  await own.stops.ask({ scope: 'organization' }, { by: user.id, at });
  await own.rebalances.request({ userId: user.id, botId: bot.id, startsBot: false, feePercents: {}, at });
  await own.journal.record(
    { botId: bot.id, epoch: 0 },
    {
      orders: [order],
      fills: [bookedFill({ tradeId: '1', clientOrderId: order.clientOrderId })],
      records: [contractRecord({ clientOrderId: order.clientOrderId })],
      phase: { kind: 'stopped', receipt: { askedAt: at, by: user.id, reason: null, cancelled: [], filledMeanwhile: [], confirmedAt: at } },
      days: [{ since: at, day: '2026-01-31', start: { balances: {}, usd: {} }, activity: noActivity, ending: null }],
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
      databaseUrl === undefined
        ? await openPgliteEngine(place.options)
        : await openPostgresEngine(databaseUrl, { ...place.options, tenantConnections: 2 });
    await engine.platform.transaction('platform', migrate);
    await installJobs(engine);
    database = await databaseOver(engine, place.options);
    await database.platform.auditMonths.makeAhead(new Date());
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
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'sessions' order by 1`);
    // What is done by or to the platform belongs to no organization.
    const keyOf = (table: string) => (table === 'audit_entries' ? 'id' : 'organization_id');
    expect(tables).toEqual(tenantTables.map((table) => [table, true, 1, keyOf(table)]));
  });

  test.each(tenantTables)('%s: only own rows are seen, whatever is asked', async (table) => {
    const all = await asPlatform(`select count(*)::int from ${table}`);
    const own = await asA(`select count(*)::int from ${table}`);
    expect(own).toEqual([[rowsOf(table)]]);
    expect(all).toEqual([[2 * rowsOf(table)]]);
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
    expect(await asPlatform(`select count(*)::int from ${table}`)).toEqual([[2 * rowsOf(table)]]);
  });

  test('every other table is the platform’s alone, but for what it offers', async () => {
    const tables = (await asPlatform(`
      select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'drizzle') order by 1`)) as string[][];
    const others = tables.flat().filter((table) => !tenantTables.includes(table));
    const readable: string[] = [];
    for (const table of others) {
      const refusal = await asA(`select * from ${table}`).then(
        () => null,
        (error: unknown) => String(error),
      );
      if (refusal === null) readable.push(table);
      else expect(refusal, table).toContain('permission denied');
    }
    expect(others).toContain('sessions');
    expect(readable).toEqual(['exchanges', 'organizations']);
  });

  test('jobs are the platform’s, but for putting a mail of one’s own into the queue', async () => {
    const insert = (name: string, organizationId: string) =>
      asA(
        'insert into pgboss.job_common (name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds) values ($1, $2::jsonb, 1, 1, 60, 60)',
        [name, JSON.stringify({ organizationId })],
      );
    await insert('mail', a.organization.id);
    for (const [name, owner] of [
      ['mail', b.organization.id],
      ['leftovers', a.organization.id],
    ] as const)
      await expect(insert(name, owner), `${name} of ${owner}`).rejects.toThrow('row-level security');
    for (const ask of [
      'select data from pgboss.job_common',
      'delete from pgboss.job_common',
      "update pgboss.job_common set name = 'mail'",
      'select * from pgboss.schedule',
      'select * from pgboss.job',
    ])
      await expect(asA(ask), ask).rejects.toThrow('permission denied');
    const ids = (await asA('select id from pgboss.job_common')).length;
    const own = await asPlatform(`select count(*)::int from pgboss.job_common where data->>'organizationId' = '${a.organization.id}'`);
    expect([[ids]]).toEqual(own);
  });

  test('of these alone a tenant may change nothing: each other table has its rights to do so', async () => {
    const names = tenantTables.map((table) => `'${table}'`).join();
    const unchangeable = await asPlatform(`select name from unnest(array[${names}]) name
      where not has_any_column_privilege('tenbin_tenant', name, 'update') and not has_table_privilege('tenbin_tenant', name, 'delete')
      order by 1`);
    expect(unchangeable.flat()).toEqual(unchangeableTables);
  });

  // A record keeps its place and its totals up to date, and nothing else.
  test.each([...unchangeableTables, 'contract_records'])('a tenant cannot change %s', async (table) => {
    await expect(asA(`update ${table} set organization_id = organization_id`)).rejects.toThrow('permission denied');
    await expect(asA(`delete from ${table}`)).rejects.toThrow('permission denied');
  });

  test('what was done is added to and read: neither a tenant nor the platform changes it, and the platform’s is no tenant’s', async () => {
    const at = new Date();
    await database.platform.audit.append({ ...visit, action: 'signInOperator', at });
    const month = `audit_entries_${at.toISOString().slice(0, 7).replace('-', '_')}`;
    for (const table of ['audit_entries', month, 'audit_entries_rest'])
      for (const change of [`update ${table} set action = 'x'`, `delete from ${table}`, `truncate ${table}`])
        for (const ask of [asA, asPlatform]) await expect(ask(change)).rejects.toThrow(/permission denied|only added to/);
    await expect(asA(`select * from ${month}`)).rejects.toThrow('permission denied');
    const page = { offset: 0, limit: 10 };
    expect(await database.platform.audit.list(page)).toMatchObject([{ organizationId: null, action: 'signInOperator' }]);
    expect(await database.forOrganization(a.organization.id).audit.list(page)).toMatchObject([
      { organizationId: a.organization.id, action: 'startBot' },
    ]);
  });

  test('movements are only added to, by anybody, and only where they add up', async () => {
    for (const change of ["update movements set cause = 'x'", 'delete from movements', 'truncate movements'])
      for (const ask of [asA, asPlatform]) await expect(ask(change), change).rejects.toThrow(/permission denied|only added to/);
    const add = (entries: object[]) =>
      asA(
        `insert into movements (organization_id, sub_account_id, cause, entries, at)
         select organization_id, id, 'share', $1::jsonb, now() from sub_accounts`,
        [JSON.stringify(entries)],
      );
    const entry = (account: string, amount?: string) => ({ kind: 'transfer', account, currency: 'BTC', amount });
    await expect(add([entry('rest', '-1'), entry('own', '1.00000000000000000001')])).rejects.toThrow('movements_add_up');
    await expect(add([entry('rest', '-1'), { ...entry('own', '1'), currency: 'ETH' }])).rejects.toThrow('movements_add_up');
    await expect(add([entry('rest', '0'), entry('own')])).rejects.toThrow('movements_add_up');
  });

  test('what the platform owns no organization sees, and nobody else owns anything without a user', async () => {
    const platform = database.forOrganization(platformOrganizationId);
    const { id, sealed } = await platform.exchangeAccounts.create({ ...a.account, id: newId(), userId: null, keyFingerprint: 'platform' });
    const bot = await platform.bots.create({ ...a.bot, userId: null, exchangeAccountId: id, courseId: null });
    const running = { kind: 'running', since: new Date() } as const;
    await platform.journal.record({ botId: bot.id, epoch: 0 }, { phase: running, ledger: newLedger({ BTC: '1' }) });
    for (const organization of [a, b]) {
      const own = database.forOrganization(organization.organization.id);
      expect(await own.exchangeAccounts.find(id)).toBeNull();
      expect(await own.bots.find(bot.id)).toBeNull();
      expect(await own.ledgers.listOfAccount(id)).toEqual([]);
      expect(await own.ledgers.listMovements(bot.subAccountId, { offset: 0, limit: 10 })).toEqual([]);
      await expect(own.journal.record({ botId: bot.id, epoch: 0 }, { cursors: {} })).rejects.toThrow('botNotFound');
    }
    for (const table of ['exchange_accounts', 'bots', 'sub_accounts', 'movements'])
      expect(await asA(`select * from ${table} where organization_id = $1`, [platformOrganizationId]), table).toEqual([]);
    expect(await platform.ledgers.listOfAccount(id)).toMatchObject([{ id: bot.subAccountId, userId: null, balances: { BTC: '1' } }]);
    const { exchangeAccounts } = database.forOrganization(a.organization.id);
    const given = { ...a.account, id: newId(), sealed, keyFingerprint: 'nobody' };
    await expect(exchangeAccounts.create({ ...given, userId: null })).rejects.toThrow('exchange_accounts_owner');
    await expect(platform.exchangeAccounts.create(given)).rejects.toThrow('exchange_accounts_owner');
    await expect(asPlatform(`update organizations set id = '${platformOrganizationId}'`)).rejects.toThrow('organizations_not_the_platform');
  });

  test('what was paid is changed by nobody, not even the platform', async () => {
    for (const change of ['update payment_records set payment = 0', 'delete from payment_records', 'truncate payment_records'])
      await expect(asPlatform(change)).rejects.toThrow('only added to');
  });

  test('a version of a plan says for good what it says', async () => {
    for (const column of ['monthly_price', 'trading_limit', 'name', 'version'])
      await expect(asA(`update user_plans set ${column} = null`), column).rejects.toThrow('permission denied');
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
    await expect(own.bots.addMessage(bot.id, { code: 'internal', facts: { reference: 'x' }, at })).rejects.toThrow('botNotFound');
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
    const theirPlan = (await database.forOrganization(b.organization.id).userPlans.listCurrent())[0]?.id ?? '';
    expect(await own.userPlans.find(theirPlan)).toBeNull();
    await expect(own.userPlans.archive(theirPlan, at)).rejects.toThrow('userPlanNotFound');
    expect(await own.subscriptions.findLatestOfUser(user.id)).toBeNull();
    expect(await own.checkouts.findOpen(user.id)).toBeNull();
    expect(await own.payments.listOfUser(user.id, { offset: 0, limit: 10 })).toEqual([]);
    expect(await own.campaignCodes.listRedeemed(user.id)).toEqual([]);
    expect(await own.exchanges()).toEqual([a.exchange]);
    expect((await own.organization()).id).toBe(a.organization.id);
    expect(await database.forOrganization(b.organization.id).bots.find(bot.id)).toMatchObject({ name: bot.name, active: false });
  });
});
