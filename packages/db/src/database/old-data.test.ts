import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { systemRuntime } from '@tenbin/runtime';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { migratePglite } from './migrate-pglite.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** When `orders_by_level_strategies_by_kind` was made. */
const strategiesByKind = 20;
/** When `request_words` was made. */
const requestWords = 44;

const [organization, id, account] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const at = '2026-01-02T03:04:05Z';

async function applyMigrations(pglite: PGlite, first: number, end: number): Promise<void> {
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(first, end)) {
    for (const statement of sql) await pglite.exec(statement);
    await pglite.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
}

/** A database as a version before strategies had kinds left it, with one bot, one order, one record and one course. */
async function oldDatabase(): Promise<PGlite> {
  left ??= leaveOldData();
  return PGlite.create({ loadDataDir: await left });
}

/** Its data folder, made once for all tests. */
let left: Promise<Blob> | null = null;
async function leaveOldData(): Promise<Blob> {
  const pglite = new PGlite();
  await pglite.exec(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await applyMigrations(pglite, 0, strategiesByKind);
  await pglite.exec(`set session_replication_role = replica;
    insert into users (organization_id, id, email, email_key, password_hash, uid, language, referral_code, action_flags, created_at)
    values ('${organization}', '${id}', 'a@example.com', 'a@example.com', '', '1', 'en', '1', '{}', '${at}');
    insert into exchange_accounts (organization_id, id, user_id, exchange_id, sealed, key_fingerprint, key_last_four, has_passphrase, epoch,
      created_at, updated_at)
    values ('${organization}', '${account}', '${id}', '${id}', '', '', '', false, 0, '${at}', '${at}');
    insert into bots (organization_id, id, user_id, exchange_account_id, bot_number, name, pairs, delta, type, auto_rebalance, auto_activation,
      active, state, phase, during_stop, sequence, cursors, messages, warnings, execution_count, basis_point, volume, open_order_count, created_at, updated_at)
    values ('${organization}', '${id}', '${id}', '${account}', 7, 'old', '{BTC/USDT,ETH/USDT}', 0.0165, 'MANUAL', false, false,
      true, 'running', '{"kind":"running","since":"${at}"}', '{"cancelled":[],"filled":[]}', 1, '{}', '[]', '[]', 1, 0.1, 1, 1, '${at}', '${at}');
    insert into order_intents (organization_id, client_order_id, bot_id, exchange_account_id, sequence, pair, side, price, amount, state,
      reported_filled, traded, trade_count, recorded_trades, sent_at, updated_at)
    values ('${organization}', 'T1', '${id}', '${account}', 1, 'BTC/USDT', 'sell', 60600, 0.1, 'open', 0, 0, 0, 0, '${at}', '${at}');
    insert into contract_records (organization_id, id, bot_id, number, place, created_at, pair, side, price, amount, notional, fee, fee_currency,
      basis_point_changed, delta, balances, trade_ids, basis_point_total, volume_total)
    values ('${organization}', '${id}', '${id}', 1, 1, '${at}', 'BTC/USDT', 'sell', 60600, 0.1, 6060, 6, 'USDT', 0.1, 0.0165, '{}', '{1}', 0.1, 1);
    insert into bot_courses (organization_id, id, type, title, description, pairs, delta, back_test)
    values ('${organization}', '${id}', 'basic', '', '', '{BTC/USDT}', 0.01, '{"basisPoint":1,"pairs":["BTC/USDT"],"delta":0.01}');
    insert into administrators (organization_id, id, email, email_key, password_hash, created_at) values ('${organization}', '${id}', 'a', 'a', '', '${at}');
    insert into timeline_entries (organization_id, id, bot_id, kind, facts, fold_key, at, last_at, count) values
      ('${organization}', '${id}', '${id}', 'foreignOrder', '{"pair":"BTC/USDT","exchangeOrderId":"x1"}', 'foreignOrder x1', '${at}', '${at}', 1),
      ('${organization}', '${account}', '${id}', 'waitingForNeighbour', '{}', 'waitingForNeighbour', '${at}', '${at}', 2);
    insert into operators (id, email, email_key, password_hash, created_at) values ('${id}', 'o', 'o', '', '${at}');
    set session_replication_role = default;`);
  const folder = await pglite.dumpDataDir('none');
  await pglite.close();
  return folder;
}

test('a bot of before balances on, its orders stand at level 0, its records tell the width of then, and staff may do what they could', async () => {
  const pglite = await oldDatabase();
  await migratePglite(pglite, systemRuntime());
  const rowsOf = async (sql: string) => (await pglite.query(sql)).rows;
  expect(await rowsOf('select strategy from bots')).toEqual([
    { strategy: { kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT'], delta: 0.0165 } },
  ]);
  expect(await rowsOf('select client_order_id, level from order_intents')).toEqual([{ client_order_id: 'T1', level: 0 }]);
  expect(await rowsOf('select facts from contract_records')).toEqual([{ facts: { delta: 0.0165 } }]);
  const course = { kind: 'balancing', pairs: ['BTC/USDT'], delta: 0.01 };
  expect(await rowsOf('select strategy, back_test from bot_courses')).toEqual([
    { strategy: course, back_test: { basisPoint: 1, strategy: course } },
  ]);
  expect(await rowsOf('select role from administrators order by email')).toEqual([{ role: 'owner' }, { role: 'operator' }]);
  await pglite.close();
});

test('its timeline says in today’s words what was written in others, and folds on', async () => {
  const pglite = await oldDatabase();
  await migratePglite(pglite, systemRuntime());
  expect((await pglite.query('select kind, fold_key, count from timeline_entries order by number')).rows).toEqual([
    { kind: 'externalOrder', fold_key: 'externalOrder x1', count: 1 },
    { kind: 'waitingForSibling', fold_key: 'waitingForSibling', count: 2 },
  ]);
  await pglite.close();
});

test('what bots of before hold of their wallets is theirs to the last digit, and taken from the rest by a movement', async () => {
  const pglite = await oldDatabase();
  const held = { BTC: '0.100', ETH: '0', USDT: '-6000.0000000000000001' };
  const bots = [
    { state: 'running', phase: { kind: 'running', since: at }, holds: true },
    { state: 'stopped', phase: { kind: 'stopped', receipt: null }, holds: false },
    { state: 'starting', phase: { kind: 'starting', askedAt: at, by: 'user' }, holds: false },
    { state: 'rebalancing', phase: { kind: 'rebalancing', askedAt: at, by: 'user', rebalanceId: id, round: 0, steps: null }, holds: false },
    { state: 'rebalancing', phase: { kind: 'rebalancing', askedAt: at, by: 'user', rebalanceId: id, round: 1, steps: null }, holds: true },
  ].map((bot, index) => ({ ...bot, id: `00000000-0000-4000-8000-0000000001${index}0` }));
  await pglite.exec('set session_replication_role = replica');
  for (const [index, { id: botId, state, phase }] of bots.entries()) {
    await pglite.exec(`create table copy as select * from bots where id = '${id}'`);
    const ledger = JSON.stringify({ balances: held });
    const values = [botId, index + 8, state, JSON.stringify(phase), ledger];
    await pglite.query('update copy set id = $1, bot_number = $2, state = $3, phase = $4, ledger = $5', values);
    await pglite.exec('insert into bots select * from copy; drop table copy');
  }
  await pglite.exec('set session_replication_role = default');
  await migratePglite(pglite, systemRuntime());
  const rowsOf = async (sql: string) => (await pglite.query(sql)).rows;
  const ofBots = `from bots b join sub_accounts s on s.organization_id = b.organization_id and s.id = b.sub_account_id where b.id <> '${id}' order by b.id`;
  expect(await rowsOf(`select s.balances, s.exchange_account_id as account, s.user_id as owner ${ofBots}`)).toEqual(
    bots.map(({ holds }) => ({ balances: holds ? held : {}, account, owner: id })),
  );
  expect(
    await rowsOf(`select m.sub_account_id = (e ->> 'account')::uuid as own, e ->> 'currency' as currency, e ->> 'amount' as amount
      from movements m, jsonb_array_elements(m.entries) e where e ->> 'account' <> 'rest' order by m.sub_account_id, currency`),
  ).toEqual(
    bots.flatMap(({ holds }) =>
      holds
        ? [
            { own: true, currency: 'BTC', amount: held.BTC },
            { own: true, currency: 'USDT', amount: held.USDT },
          ]
        : [],
    ),
  );
  await expect(pglite.exec('update movements set cause = cause')).rejects.toThrow('movements is only added to');
  await pglite.close();
});

test('who asked for a bot’s run is kept, and codes of before are today’s, wherever one stands', async () => {
  const pglite = await oldDatabase();
  await applyMigrations(pglite, strategiesByKind, requestWords);
  const codes = (names: readonly string[]) =>
    JSON.stringify(names.map((code) => ({ code, facts: { about: 'orderFateNotTold as a word' }, at })));
  const phase = (code: string) => JSON.stringify({ kind: 'stopped', receipt: { reason: { code, facts: {} } } });
  await pglite.exec(`set session_replication_role = replica;
    update bots set wished_by = 'automatic', wished_at = '${at}', messages = '${codes(['orderFateNotTold', 'minimumsNotTold', 'noPrices'])}',
      phase = '${phase('orderFateNotTold')}';
    delete from timeline_entries;
    insert into timeline_entries (organization_id, id, bot_id, kind, facts, fold_key, at, last_at, count) values
      ('${organization}', '${id}', '${id}', 'checkDoubted', '{}', 'checkDoubted', '${at}', '${at}', 3),
      ('${organization}', '${account}', '${id}', 'keyDoubted', '{}', 'keyDoubted a keyDoubted', '${at}', '${at}', 1),
      ('${organization}', '00000000-0000-4000-8000-000000000004', '${id}', 'stopped', '{"reason":"minimumsNotTold"}', null, '${at}', '${at}', 1);
    insert into rebalances (organization_id, id, user_id, bot_id, exchange_id, status, starts_bot, orders, fee_percents, reason, facts, asked_at, ended_at)
    values ('${organization}', '${id}', '${id}', '${id}', '${id}', 'failed', false, '[]', '{}', 'stopped', '{"reason":"orderFateNotTold"}', '${at}', '${at}');
    set session_replication_role = default;`);
  await migratePglite(pglite, systemRuntime());
  const rowsOf = async (sql: string) => (await pglite.query(sql)).rows;
  expect(await rowsOf('select requested_by, requested_at, messages, phase from bots')).toEqual([
    {
      requested_by: 'automatic',
      requested_at: new Date(at),
      messages: JSON.parse(codes(['orderStatusUnreliable', 'minimumsUnreported', 'noPrices'])),
      phase: JSON.parse(phase('orderStatusUnreliable')),
    },
  ]);
  expect(await rowsOf('select kind, fold_key, facts, count from timeline_entries order by number')).toEqual([
    { kind: 'checkFailing', fold_key: 'checkFailing', facts: {}, count: 3 },
    { kind: 'keyPaused', fold_key: 'keyPaused a keyDoubted', facts: {}, count: 1 },
    { kind: 'stopped', fold_key: null, facts: { reason: 'minimumsUnreported' }, count: 1 },
  ]);
  expect(await rowsOf('select facts from rebalances')).toEqual([{ facts: { reason: 'orderStatusUnreliable' } }]);
  await pglite.close();
});
