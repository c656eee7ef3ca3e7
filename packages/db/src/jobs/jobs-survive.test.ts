/** Jobs go on by themselves, whatever becomes of the database or of a process. */
import { silentLog } from '@tenbin/telemetry';
import { buildOrganization, openCuttableDatabase, openTestDatabase, restartPostgres } from '@tenbin/testkit';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { queues } from './queues.ts';

const mail = { to: 'a@example.com', subject: 'Hello', text: '', html: '', at: new Date() };

async function mailsOf(database: Database) {
  const begun: string[] = [];
  const stop = await database.jobs.work('mail', async ({ data }) => void begun.push(data.mailId));
  return { begun, stop };
}

async function ask({ databaseUrl }: DatabaseOptions, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

const stateOf = async (options: DatabaseOptions, id: string) =>
  (await ask(options, `select state from pgboss.job where id = '${id}'`))[0]?.state;

const log = () => {
  const warned: string[] = [];
  return { ...silentLog, warned, warn: (_: object, event: string) => void warned.push(event) };
};

test('connections that are cut, and a database that is away for a while, only make jobs later', async () => {
  const logged = log();
  const opened = await openCuttableDatabase({ log: logged });
  const { begun, stop } = await mailsOf(opened.database);
  const own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  const ids: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    opened.cut();
    await expect.poll(() => opened.database.ping().catch(() => 'away')).toBe('away');
    opened.mend();
    await expect
      .poll(() =>
        own.mails.put(mail).then(
          ({ id }) => ids.push(id),
          () => 0,
        ),
      )
      .toBeGreaterThan(round);
  }
  // One that was fetched as its connection was cut is begun again once nothing was heard of it for half a minute, and its pause is over.
  await expect.poll(() => ids.filter((id) => !begun.includes(id))).toEqual([]);
  expect(logged.warned).toContain('database.connection_lost');
  await stop();
  await opened.close();
});

test('a PostgreSQL that is restarted finds them waiting', async () => {
  const opened = await openTestDatabase('postgres', { ownServer: true });
  const own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  const { begun, stop } = await mailsOf(opened.database);
  const before = await own.mails.put(mail);
  // Ended while it was in hand, it would be begun again.
  await expect.poll(() => stateOf(opened.options, before.id)).toBe('completed');
  await restartPostgres();
  let after: string | null = null;
  await expect.poll(async () => (after ??= (await own.mails.put(mail).catch(() => null))?.id ?? null)).not.toBeNull();
  await expect.poll(() => begun).toEqual([before.id, after]);
  await stop();
  await opened.close();
});

test('what a process had begun when it was killed is done by another, once nothing was heard of it for long', async () => {
  const opened = await openTestDatabase('postgres');
  const killed = await openDatabase(opened.options);
  const own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  const begun = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  const stopKilled = await killed.jobs.work('mail', async () => {
    begun.resolve();
    await never.promise;
  });
  const { id } = await own.mails.put(mail);
  await begun.promise;
  const other = await mailsOf(opened.database);
  // As if that process said nothing for a minute: it lives on here, and may have said something just now.
  const silence = `update pgboss.job_common set heartbeat_on = now() - interval '1 minute' where id = '${id}' and state = 'active'`;
  const begunAgain = async () => {
    if (other.begun.length === 0) await ask(opened.options, silence);
    return other.begun;
  };
  await expect.poll(begunAgain, { interval: 1000 }).toEqual([id]);
  never.resolve();
  await stopKilled();
  await other.stop();
  expect(other.begun).toEqual([id]);
  await killed.close();
  await opened.close();
});

test('mails that wait without a job, as an older version left them, are given one', async () => {
  const opened = await openTestDatabase('postgres');
  const own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  const { id } = await own.mails.put(mail);
  await ask(opened.options, `delete from pgboss.job_common where id = '${id}'`);
  const { begun, stop } = await mailsOf(opened.database);
  expect([await opened.database.jobs.adoptMails(), await opened.database.jobs.adoptMails()]).toEqual([1, 0]);
  await expect.poll(() => begun).toEqual([id]);
  await stop();
  await opened.close();
});

test('a mail whose tries were used up by processes that ended is taken up again', async () => {
  const opened = await openTestDatabase('postgres');
  const own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  const { id } = await own.mails.put(mail);
  await ask(opened.options, `update pgboss.job set state = 'failed', completed_on = now() where id = '${id}'`);
  const { begun, stop } = await mailsOf(opened.database);
  expect([await opened.database.jobs.adoptMails(), await opened.database.jobs.adoptMails()]).toEqual([1, 0]);
  await expect.poll(() => begun).toEqual([id]);
  await stop();
  await opened.close();
});

test('an installation that ended before the rights were given gives them at the next start', async () => {
  const opened = await openTestDatabase('postgres');
  const client = new Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
  await client.query('drop policy put_own on pgboss.job_common; drop policy see_put on pgboss.job_common');
  const again = await openDatabase(opened.options);
  const { rows } = await client.query("select policyname from pg_policies where schemaname = 'pgboss' order by 1");
  expect(rows).toEqual([{ policyname: 'put_own' }, { policyname: 'see_put' }]);
  await client.end();
  await again.close();
  await opened.close();
});

test('a queue that an earlier version made has the rules of this one after the next start', async () => {
  const opened = await openTestDatabase('postgres');
  const client = new Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
  const rules = async () => (await client.query("select retry_limit, updated_on from pgboss.queue where name = 'mail'")).rows[0];
  const { retry_limit: usual } = await rules();
  await client.query("update pgboss.queue set retry_limit = 11 where name = 'mail'");
  await (await openDatabase(opened.options)).close();
  const mended = await rules();
  expect([mended.retry_limit, usual]).toEqual([queues.mail.retryLimit, queues.mail.retryLimit]);
  await (await openDatabase(opened.options)).close();
  expect(await rules()).toEqual(mended);
  await client.end();
  await opened.close();
});

test('a job that waits for its time is put into its queue within minutes though its worker was killed meanwhile', async () => {
  const opened = await openTestDatabase('postgres');
  const stop = await opened.database.jobs.repeat('leftovers', '* * * * *', async () => undefined);
  await stop();
  const rules = await ask(opened.options, "select expire_seconds as seconds from pgboss.queue where name = '__pgboss__send-it'");
  expect(rules).toEqual([{ seconds: 60 }]);
  await opened.close();
});

test('a run that gives way to another of its queue, which waits for its next try, is not given up', async () => {
  const opened = await openTestDatabase('postgres');
  const { jobs, soundness } = opened.database;
  let runs = 0;
  const stop = await jobs.work('leftovers', async () => {
    runs += 1;
    throw new Error('not now');
  });
  const states = async () =>
    (await ask(opened.options, "select state from pgboss.job where name = 'leftovers' order by state")).map(({ state }) => state);
  const dead = async () => (await soundness.jobs()).find(({ queue }) => queue === 'leftovers')?.dead;
  await jobs.wake('leftovers');
  await expect.poll(states).toEqual(['retry']);
  await jobs.wake('leftovers');
  await expect.poll(states).toEqual(['retry', 'failed']);
  expect([runs, await dead()]).toEqual([2, 0]);
  await ask(opened.options, "update pgboss.job set retry_count = retry_limit where name = 'leftovers' and state = 'failed'");
  expect(await dead()).toBe(1);
  await stop();
  await opened.close();
});
