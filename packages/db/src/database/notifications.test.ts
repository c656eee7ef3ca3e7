import { channels } from '@tenbin/bots';
import {
  buildTenant,
  newPayment,
  newSubscription,
  openTestDatabase,
  placeFor,
  planTerms,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from './database-error.ts';
import { openPostgresEngine } from './engine.ts';

describe.each(testEngines)('notifications on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('reach every listener of their channel and no other', async () => {
    const { database } = opened;
    const received: string[] = [];
    await database.listen('bot_news', (payload) => received.push(`first ${payload}`));
    await database.listen('bot_news', (payload) => received.push(`second ${payload}`));
    await database.listen('desired_states', (payload) => received.push(`other ${payload}`));
    await database.notify('bot_news', 'é 1');
    await expect.poll(() => received).toEqual(['first é 1', 'second é 1']);
  });

  test('stop when nobody listens any more', async () => {
    const { database } = opened;
    const received: string[] = [];
    const stopFirst = await database.listen('prices', (payload) => received.push(`first ${payload}`));
    const stopSecond = await database.listen('prices', (payload) => received.push(`second ${payload}`));
    await stopFirst();
    await database.notify('prices', '1');
    await expect.poll(() => received).toEqual(['second 1']);
    await stopSecond();
    await database.notify('prices', '2');
    await database.ping();
    expect(received).toEqual(['second 1']);
  });

  test('reach the others when one listener fails', async () => {
    const { database } = opened;
    const received: string[] = [];
    await database.listen('faults', () => {
      throw new Error('mine');
    });
    await database.listen('faults', (payload) => received.push(payload));
    await database.notify('faults', 'x');
    await expect.poll(() => received).toEqual(['x']);
  });

  test('tell of a user’s profile, plan and payments once that is committed, and not of what is rolled back', async () => {
    const { database } = opened;
    const { organization, user } = await buildTenant(database);
    const own = database.forOrganization(organization.id);
    const plan = await own.userPlans.create(planTerms(), new Date());
    const received: string[] = [];
    await database.listen(channels.accountNews, (payload) => received.push(payload));
    const rolledBack = own.transaction(async (within) => {
      await within.users.update(user.id, { firstName: 'Nobody' });
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    await database.notify(channels.accountNews, 'then');
    const news = JSON.stringify({ organizationId: organization.id, userId: user.id });
    const subscription = newSubscription({ userId: user.id, plan });
    const payment = newPayment({ userId: user.id, subscriptionId: null });
    for (const [step, write] of [
      () => own.users.update(user.id, { firstName: 'Anna' }),
      () => own.users.setMailWanted(user.id, 'botStops', false),
      () => own.subscriptions.create(subscription, null),
      () => own.transaction((within) => within.payments.record([payment, { ...payment, userId: null, key: 'nobody’s' }])),
      () => own.stops.ask({ scope: 'user', userId: user.id }, { by: 'automatic', at: new Date() }),
    ].entries()) {
      await write();
      await expect.poll(() => received).toEqual(['then', ...Array.from({ length: step + 1 }, () => news)]);
    }
    await own.payments.record([payment]);
    await database.notify(channels.accountNews, 'nothing new');
    await expect.poll(() => received.slice(6)).toEqual(['nothing new']);
  });

  test('tell workers and pages of the bots that a stop stopped', async () => {
    const { database } = opened;
    const { organization, user, bot } = await buildTenant(database);
    const own = database.forOrganization(organization.id);
    await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
    const received: unknown[] = [];
    for (const channel of [channels.desiredStates, channels.botNews])
      await database.listen(channel, (payload) => received.push([channel, JSON.parse(payload)]));
    await own.stops.ask({ scope: 'organization' }, { by: 'somebody', at: new Date() });
    const whose = { organizationId: organization.id, botId: bot.id };
    await expect
      .poll(() => received)
      .toEqual([
        [channels.desiredStates, { ...whose, exchangeAccountId: bot.exchangeAccountId }],
        [channels.botNews, { ...whose, userId: user.id, changed: ['bot'] }],
      ]);
  });

  test('are refused when they cannot be sent whole, or to a name that is none', async () => {
    const { database } = opened;
    await expect(database.notify('news', 'x'.repeat(8000))).rejects.toThrow('payloadTooLong');
    await expect(database.notify('no-such; drop table users', '')).rejects.toThrow('invalidChannel');
    await expect(database.listen('"', () => undefined)).rejects.toThrow('invalidChannel');
  });
});

test('a lost connection to PostgreSQL is opened again, its listeners told, and statements go on', async () => {
  const { database, options, close } = await openTestDatabase('postgres');
  const received: string[] = [];
  await database.listen(
    'bot_news',
    (payload) => received.push(payload),
    () => received.push('reconnected'),
  );
  const admin = new Client({ connectionString: options.databaseUrl });
  await admin.connect();
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.end();
  await expect.poll(() => received).toEqual(['reconnected']);
  // The end of a connection of the pool may be seen by the first statement on it alone.
  await expect.poll(() => database.notify('bot_news', 'after').then(() => true)).toBe(true);
  await expect.poll(() => received).toEqual(['reconnected', 'after']);
  await close();
});

test('a statement under way when the connection is lost says so, and the next one has a new connection', async () => {
  const place = await placeFor('postgres');
  const engine = await openPostgresEngine(place.options.databaseUrl ?? '', { ...place.options, platformConnections: 1 });
  const refused = expect(engine.platform.query('platform', 'select pg_sleep(600)', [], 'array')).rejects.toThrow(DatabaseUnavailableError);
  const admin = new Client({ connectionString: place.options.databaseUrl });
  await admin.connect();
  const cut =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await admin.query(cut)).rowCount).toBe(1);
  await refused;
  expect(await engine.platform.query('platform', 'select 1', [], 'array')).toEqual([[1]]);
  await admin.end();
  await engine.close();
  await place.close();
});
