import { channels } from '@tenbin/bots';
import { silentLog } from '@tenbin/telemetry';
import { openMetrics } from '@tenbin/telemetry/process';
import { buildOrganization, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Job } from './jobs.ts';
import { queues } from './queues.ts';

const mail = { to: 'a@example.com', subject: 'Hello', text: '', html: '', at: new Date() };

describe.each(testEngines)('jobs on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  const newOrganization = async () => opened.database.forOrganization((await buildOrganization(opened.database)).id);
  /** Does the mails of one organization. */
  async function mailsOf(organizationId: string, work: (job: Job<'mail'>) => Promise<void> = async () => undefined) {
    const begun: string[] = [];
    const stop = await opened.database.jobs.work('mail', async (job) => {
      if (job.data.organizationId !== organizationId) return;
      begun.push(job.data.mailId);
      await work(job);
    });
    return { begun, stop };
  }

  test('a mail has its job once it is committed, and none where it was taken back', async () => {
    const own = await newOrganization();
    const { begun, stop } = await mailsOf(own.organizationId);
    await expect(
      own.transaction(async ({ mails }) => {
        await mails.put(mail);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const put = await own.transaction(({ mails }) => mails.put(mail));
    await expect.poll(() => begun).toEqual([put.id]);
    await stop();
  });

  test('who sends mails is told of them after they are stored, and no transaction has to tell anybody', async () => {
    const own = await newOrganization();
    const told: unknown[] = [];
    const stop = await opened.database.listen(channels.jobs, (payload) => void told.push(JSON.parse(payload)));
    await expect(
      own.transaction(async ({ mails }) => {
        await mails.put(mail);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await own.transaction(async ({ mails }) => {
      for (let count = 0; count < 20; count += 1) await mails.put(mail);
    });
    await expect.poll(() => told).toContainEqual({ queue: 'mail' });
    await opened.database.notify(channels.jobs, JSON.stringify('the last'));
    await expect.poll(() => told).toContain('the last');
    // One for the first, and one for all that were put while that was told.
    expect(told.length).toBeLessThanOrEqual(3);
    expect([queues.mail.notify, queues.push.notify]).toEqual([false, false]);
    await stop();
  });

  test('who does the jobs of a queue looks at once when it is told of one there, and at no other’s', async () => {
    const own = await newOrganization();
    const woken = vi.spyOn(PgBoss.prototype, 'notifyWorker');
    const { stop: stopMails } = await mailsOf(own.organizationId);
    await own.mails.put(mail);
    await expect.poll(() => woken.mock.calls.length).toBe(1);
    const stopPushes = await opened.database.jobs.work('push', async () => undefined);
    await opened.database.notify(channels.jobs, JSON.stringify({ queue: 'push' }));
    await expect.poll(() => woken.mock.calls.length).toBe(2);
    const [ofMail, ofPush] = woken.mock.calls.map(([worker]) => worker);
    expect(ofPush).not.toBe(ofMail);
    await Promise.all([stopMails(), stopPushes()]);
    await opened.database.notify(channels.jobs, JSON.stringify({ queue: 'mail' }));
    await opened.database.ping();
    expect(woken).toHaveBeenCalledTimes(2);
    woken.mockRestore();
  });

  test('of several who work each job is done by one, and a hundred are not waited for one by one', async () => {
    const own = await newOrganization();
    const all = await Promise.all([1, 2, 3].map(() => mailsOf(own.organizationId)));
    const put = await own.transaction(async ({ mails }) => {
      const ids: string[] = [];
      for (let count = 0; count < 100; count += 1) ids.push((await mails.put(mail)).id);
      return ids;
    });
    await expect.poll(() => all.flatMap(({ begun }) => begun).length).toBe(100);
    expect(all.flatMap(({ begun }) => begun).sort()).toEqual([...put].sort());
    await Promise.all(all.map(({ stop }) => stop()));
  });

  test('what is to be done again and again is done by one of those who start at once', async () => {
    let runs = 0;
    const halfAYearFromNow = ((new Date().getUTCMonth() + 6) % 12) + 1;
    const start = () =>
      opened.database.jobs.repeat('leftovers', `0 0 1 ${halfAYearFromNow} *`, async () => {
        runs += 1;
      });
    const stops = await Promise.all([start(), start(), start()]);
    await expect.poll(() => runs).toBe(1);
    await Promise.all(stops.map((stop) => stop()));
    expect(runs).toBe(1);
  });

  test('stopping waits for what is in hand', async () => {
    const own = await newOrganization();
    const { promise: holding, resolve: go } = Promise.withResolvers<void>();
    const ended: string[] = [];
    const { begun, stop } = await mailsOf(own.organizationId, async ({ data }) => {
      await holding;
      ended.push(data.mailId);
    });
    const { id } = await own.mails.put(mail);
    await expect.poll(() => begun).toEqual([id]);
    const stopping = stop();
    go();
    await stopping;
    expect(ended).toEqual([id]);
  });
});

test('jobs that were given up are shown by their queue, and how long the database takes to answer', async () => {
  const { metrics } = await openMetrics(null, silentLog);
  const { database, options, close } = await openTestDatabase('postgres', { metrics });
  const { mails } = database.forOrganization((await buildOrganization(database)).id);
  await mails.put(mail);
  const { id } = await mails.put(mail);
  const dead = async () =>
    (await metrics.read('jobs_dead')).filter(({ value }) => value > 0).map(({ labels, value }) => ({ ...labels, value }));
  expect(await dead()).toEqual([]);
  const client = new Client({ connectionString: options.databaseUrl });
  await client.connect();
  await client.query("update pgboss.job set state = 'failed', retry_count = retry_limit where id = $1", [id]);
  await client.end();
  expect(await dead()).toEqual([{ queue: 'mail', value: 1 }]);
  expect(await metrics.read('database_answer_seconds')).toMatchObject([{ value: expect.any(Number) }]);
  await close();
});

test('failures of a queue are counted from 0, from when its jobs are done on', async () => {
  const { metrics } = await openMetrics(null, silentLog);
  const { database, close } = await openTestDatabase('postgres', { metrics });
  const stop = await database.jobs.work('leftovers', async () => undefined);
  for (const name of ['jobs_failed_total', 'job_parts_failed_total'] as const)
    expect(await metrics.read(name)).toEqual([{ labels: { queue: 'leftovers' }, value: 0 }]);
  await stop();
  await close();
});
