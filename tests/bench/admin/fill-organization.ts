import { createHash, randomBytes } from 'node:crypto';
import { openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import {
  buildBot,
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildUser,
  contractRecord,
  newPayment,
  newSignUp,
  newSubscription,
  planTerms,
} from '@tenbin/testkit';
import pg from 'pg';

/** How much of everything an organization has. */
export interface Size {
  readonly users: number;
  readonly bots: number;
  readonly records: number;
}

/** What the questions of the bench name. */
export interface Filled {
  readonly organizationId: string;
  readonly key: string;
  readonly administratorId: string;
  readonly planId: string;
  readonly userId: string;
  readonly botId: string;
  readonly exchangeId: string;
  readonly referralCode: string;
}

/** Ids that follow the order of making, as the product's own do. */
const idOf = (number: string): string => `('0190000000007000' || lpad(to_hex(${number}), 16, '8000000000000000'))::uuid`;
const yearMs = 365 * 86_400_000;

/** One of everything as the product writes it, and of each as many copies as it takes, a little different from each other. */
export async function fillOrganization(databaseUrl: string, { users, bots, records }: Size): Promise<Filled> {
  const database = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const { id: organizationId } = await buildOrganization(database, { isFree: false });
  const own = database.forOrganization(organizationId);
  const exchange = await buildExchange(database, organizationId);
  const user = await buildUser(database, organizationId);
  const account = await buildExchangeAccount(database, { organizationId, userId: user.id, exchangeId: exchange.id });
  const bot = await buildBot(database, organizationId, { userId: user.id, exchangeAccountId: account.id });
  await own.bots.setActive(user.id, bot.id, { active: true, by: user.id, at: new Date() });
  await own.journal.record({ botId: bot.id, epoch: 0 }, { records: [contractRecord({ createdAt: new Date() })] });
  const plan = await own.userPlans.create(planTerms(), new Date());
  const subscription = newSubscription({ userId: user.id, plan });
  await own.subscriptions.create(subscription, null);
  await own.payments.record([newPayment({ userId: user.id, subscriptionId: subscription.id })]);
  await own.signUps.replace(newSignUp({ expiresAt: new Date(Date.now() + yearMs) }));
  await own.userDirectory.note(user.id, { note: '', isFlagged: true, by: user.id, at: new Date() });
  const { id: administratorId } = await own.administrators.create({ email: 'owner@example.com', passwordHash: 'none', role: 'owner' });
  await own.audit.append({
    at: new Date(),
    actor: 'administrator',
    actorId: administratorId,
    action: 'banUser',
    refusal: null,
    network: '192.0.2.1',
    agent: 'bench',
    facts: { id: user.id },
  });
  const key = randomBytes(32).toString('base64url');
  await database.platform.sessions.create({
    surface: 'organization',
    organizationId,
    subjectId: administratorId,
    keyHash: createHash('sha256').update(key).digest('hex'),
    at: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  await database.close();

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const run = (text: string) => client.query(text);
  /** Copies of the organization's one row of a table; `n` counts them, from 2 on. */
  async function copy(table: string, count: number, changes: Readonly<Record<string, string>>, where = 'true'): Promise<void> {
    const { rows } = await client.query(
      "select column_name from information_schema.columns where table_name = $1 and table_schema = 'public' and is_identity = 'NO' and is_generated = 'NEVER'",
      [table],
    );
    const names = rows.map(({ column_name: name }) => `"${name}"`);
    const values = rows.map(({ column_name: name }) => changes[String(name)] ?? `t."${name}"`);
    await client.query(
      `insert into ${table} (${names.join()}) select ${values.join()} from (select * from ${table} where organization_id = '${organizationId}' limit 1) t,
       generate_series(2::bigint, ${count}::bigint) n where ${where}`,
    );
  }
  /** Indexes are made at once of what is there then, which takes a part of the time; those that are constraints stay. */
  async function withoutIndexes(table: string, work: () => Promise<void>): Promise<void> {
    const { rows } = await client.query(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
       where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of rows) await run(`drop index ${name}`);
    await work();
    for (const { made } of rows) await run(made);
  }
  // What triggers would note of each is written below at once; rows refer to others that are made here.
  await run("set session_replication_role = 'replica'; set synchronous_commit = off; set maintenance_work_mem = '512MB'");
  const since = "now() - interval '2 years' + n * interval '2 years' / ";
  await copy('users', users, {
    id: idOf('n'),
    email: "'user' || n || '@example.com'",
    email_key: "'user' || n || '@example.com'",
    uid: "'U' || n",
    referral_code: "'R' || n",
    referred_by: `case when n % 10 = 0 then t.id end`,
    verified_at: 'case when n % 20 > 0 then now() end',
    banned_at: 'case when n % 100 = 0 then now() end',
    action_flags: "case when n % 3 > 0 then '{BotSetupCompleted}'::text[] else '{}' end",
    created_at: `${since}${users}`,
  });
  await run(
    `insert into user_notes select organization_id, id, '', true, id, now() from users where organization_id = '${organizationId}' and uid ~ '^U[0-9]+77$'`,
  );
  const ofUser = idOf(`2 + n % ${users - 1}`);
  await copy('exchange_accounts', bots, { id: idOf('n'), user_id: ofUser, key_fingerprint: "'f' || n", exchange_user: 'null' });
  await copy('sub_accounts', bots, { id: idOf('n'), exchange_account_id: idOf('n'), user_id: ofUser });
  await copy('bots', bots, {
    id: idOf('n'),
    user_id: ofUser,
    exchange_account_id: idOf('n'),
    sub_account_id: idOf('n'),
    bot_number: '(select max(bot_number) from bots) + n',
    name: "'bot-' || n",
    active: 'n % 3 > 0',
    state: "case when n % 3 > 0 then 'running' else 'stopped' end",
    phase: `case when n % 3 > 0 then t.phase else '{"kind": "stopped"}'::jsonb end`,
    stop_cause: "case when n % 3 = 0 then (array['user', 'plan', 'staff', 'permission'])[1 + n % 4] end",
    stopped_at: "case when n % 3 = 0 then now() - n % 90 * interval '1 day' end",
    volume: `${Math.floor(records / bots)} * 30.3 + n`,
    last_fill_at: "case when n % 7 > 0 then now() - n % 30 * interval '1 day' end",
    last_record_at: "now() - n % 30 * interval '1 hour'",
    created_at: `${since}${bots}`,
  });
  const each = Math.floor(records / bots);
  const ofBot = idOf(`2 + n % ${bots - 1}`);
  // A year of each bot, oldest first, as they would have come.
  await withoutIndexes('contract_records', () =>
    copy('contract_records', each * (bots - 1), {
      id: idOf('n'),
      bot_id: ofBot,
      number: `1 + n / ${bots - 1}`,
      place: `1 + n / ${bots - 1}`,
      created_at: `now() - interval '1 year' + n * interval '1 year' / ${each * (bots - 1)}`,
      volume_total: `(1 + n / ${bots - 1}) * 30.3`,
      client_order_id: "'c' || n",
    }),
  );
  await run(`update bots b set volume_month = date_trunc('month', b.last_record_at at time zone 'UTC')::date,
      volume_before = volume_until(b.organization_id, b.id, date_trunc('month', b.last_record_at at time zone 'UTC')::date),
      volume_before_last = volume_until(b.organization_id, b.id, (date_trunc('month', b.last_record_at at time zone 'UTC') - interval '1 month')::date)
    where b.organization_id = '${organizationId}'`);
  await run(`insert into user_activity
    select distinct b.organization_id, s.scale, date_trunc(s.scale, d)::date, b.user_id
    from bots b, generate_series(now() - interval '1 year', now(), interval '1 day') d, (values ('day'), ('month'), ('year')) s(scale)
    where b.organization_id = '${organizationId}' on conflict do nothing`);
  await run(`delete from user_days where organization_id = '${organizationId}'`);
  await run(`insert into user_days (organization_id, day, came, verified)
    select organization_id, (at at time zone 'UTC')::date, sum(came), sum(verified) from (
      select organization_id, created_at as at, 1 as came, 0 as verified from users
      union all select organization_id, verified_at, 0, 1 from users where verified_at is not null) u
    where organization_id = '${organizationId}' group by 1, 2`);
  await run(`delete from activity_counts where organization_id = '${organizationId}'`);
  await run(`insert into activity_counts (organization_id, scale, at, users)
    select organization_id, scale, at, count(*) from user_activity where organization_id = '${organizationId}' group by 1, 2, 3`);
  await copy(
    'subscriptions',
    users,
    {
      id: idOf('n'),
      user_id: idOf('n'),
      paypal_subscription_id: "'I-' || n",
      state: "(array['active', 'active', 'active', 'cancelled', 'paymentFailed', 'suspended'])[least(6, 1 + n % 40)]",
      status: `case least(6, 1 + n % 40) when 4 then '{"kind": "cancelled", "at": "2026-01-01T00:00:00.000Z"}'::jsonb
        when 5 then jsonb_build_object('kind', 'paymentFailed', 'cause', 'declined', 'failedAt', now(), 'graceUntil', now() + interval '5 days', 'isGraceOver', false)
        when 6 then '{"kind": "suspended", "since": "2026-01-01T00:00:00.000Z"}'::jsonb else t.status end`,
      period_start: "now() + n % 30 * interval '1 day' - interval '1 month'",
      period_end: "now() + n % 30 * interval '1 day'",
      paid_at: "now() - n % 30 * interval '1 day'",
      started_at: `${since}${users}`,
      revision: '1',
    },
    'n % 5 > 1',
  );
  await run(
    `update subscriptions set state = 'active', status = '{"kind": "active"}' where organization_id = '${organizationId}' and state = 'suspended' and right(id::text, 1) <> '0'`,
  );
  await run(`update bots b set volume_period = s.period_start, volume_before_period = volume_before(b.organization_id, b.id, s.period_start)
    from subscriptions s
    where b.organization_id = '${organizationId}' and s.organization_id = b.organization_id and s.user_id = b.user_id
      and s.state not in ('cancelled', 'expired') and b.last_record_at >= s.period_start`);
  await copy('payment_records', users * 5, {
    key: "'sale-' || n",
    fact_key: "'fact-' || n",
    user_id: idOf(`2 + n % ${users - 1}`),
    subscription_id: idOf(`2 + n % ${users - 1}`),
    at: `${since}${users * 5}`,
    result: "case when n % 50 = 0 then 'FAILED' else t.result end",
  });
  await run(`insert into payment_standings (organization_id, key, fact_key, at, user_id, subscription_id, plan_name, payment, type, result, is_unexpected, email_key)
    select r.organization_id, r.key, r.fact_key, r.at, r.user_id, r.subscription_id, r.plan_name, r.payment, r.type, r.result, r.is_unexpected, u.email_key
    from payment_records r join users u on u.organization_id = r.organization_id and u.id = r.user_id
    where r.organization_id = '${organizationId}' on conflict do nothing`);
  await run(`delete from payment_days where organization_id = '${organizationId}'`);
  await run(`insert into payment_days (organization_id, day, plan_name, type, result, is_unexpected, count, payment)
    select organization_id, (at at time zone 'UTC')::date, plan_name, type, result, is_unexpected, count(*), sum(payment)
    from payment_standings where organization_id = '${organizationId}' group by 1, 2, 3, 4, 5, 6`);
  await copy('sign_ups', Math.ceil(users / 10), {
    id: idOf('n'),
    email: "'new' || n || '@example.com'",
    email_key: "'new' || n || '@example.com'",
    ticket_hash: "'t' || n",
  });
  await run("select make_audit_month((date_trunc('month', now()) - n * interval '1 month')::date) from generate_series(0, 24) n");
  await copy('audit_entries', users * 5, {
    id: idOf('n'),
    at: `${since}${users * 5}`,
    actor: "case when n % 10 = 0 then 'administrator' else 'user' end",
    actor_id: `case when n % 10 = 0 then t.actor_id else ${idOf(`2 + n % ${users - 1}`)} end`,
    action: "case when n % 10 = 0 then 'banUser' when n % 10 < 6 then 'signIn' else 'startBot' end",
    refusal: "case when n % 25 = 0 then 'userNotFound' end",
    facts: `jsonb_build_object('id', ${idOf(`2 + n % ${users - 1}`)})`,
  });
  // As the triggers would have it.
  await run(`delete from user_standings where organization_id = '${organizationId}'`);
  await run(`insert into user_standings (organization_id, user_id, email_key, verified_at, banned_at, is_set_up, referred_by, last_seen_at, bot_count, running_count, payment_count, subscription_id, series_id, paid_until, period_end)
    select u.organization_id, u.id, u.email_key, u.verified_at, u.banned_at, 'BotSetupCompleted' = any(u.action_flags), u.referred_by,
      case when length(u.uid) % 2 = 0 then u.created_at + interval '1 hour' end, coalesce(b.there, 0), coalesce(b.running, 0), coalesce(r.count, 0),
      s.id, p.series_id, case when s.state <> 'suspended' then least((s.status ->> 'graceUntil')::timestamptz, '9999-12-31T00:00:00Z') end, s.period_end
    from users u
    left join (select user_id, count(*) as there, count(*) filter (where active) as running from bots where organization_id = '${organizationId}' group by 1) b on b.user_id = u.id
    left join (select user_id, count(*) from payment_standings where organization_id = '${organizationId}' group by 1) r on r.user_id = u.id
    left join subscriptions s on s.organization_id = u.organization_id and s.user_id = u.id and s.state not in ('cancelled', 'expired')
    left join user_plans p on p.organization_id = s.organization_id and p.id = s.plan_id
    where u.organization_id = '${organizationId}'`);
  const { rows } = await client.query(`select ${idOf('2')} as first`);
  await client.end();
  const filled = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  await filled.platform.auditDays.seal(organizationId, { before: new Date(), at: new Date() });
  await filled.close();
  return {
    organizationId,
    key,
    administratorId,
    planId: plan.id,
    userId: rows[0].first,
    botId: rows[0].first,
    exchangeId: exchange.id,
    referralCode: user.referralCode,
  };
}
