/** What happens to a broadcast when a worker is killed between the mail server's yes and its own note of it. */
import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import { createSmtpSender } from '@tenbin/mail';
import { systemRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, buildUser, newBroadcast, openTestDatabase, testVault } from '@tenbin/testkit';
import { openMailServer } from '@tenbin/testkit/mail-server';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { spawnWorker } from '../testing/worker-process.ts';
import { sendBroadcasts } from './send-broadcasts.ts';
import { defaultLeaseMs, lanes } from './send-some.ts';

const readers = 30;
const from = 'Tenbin <no-reply@tenbin.example>';

test('whom it had in hand gets the same mail again under the same id, once its lease is over; nobody else does, and nobody is left out', async () => {
  const { database, options, close } = await openTestDatabase('postgres');
  const own = database.forOrganization((await buildOrganization(database)).id);
  for (const _ of Array(readers).keys()) await buildUser(database, own.organizationId);
  const locking = new Client({ connectionString: options.databaseUrl });
  await locking.connect();
  let asked = 0;
  // From the tenth mail on nothing can be noted any more: whoever has the server's yes waits with it.
  const server = await openMailServer({
    onRcptTo: (_address, _session, done) => {
      asked += 1;
      if (asked !== 10) return done();
      const lock = 'begin; select from broadcast_recipients for update';
      void locking.query(lock).then(() => done(), done);
    },
  });
  const { id } = await own.broadcasts.create(newBroadcast({ at: new Date(), kind: 'service' }));
  const settings = { SMTP_URL: server.url, MAIL_FROM: from, BROADCAST_RATE: '1000' };
  const worker = spawnWorker({ DATABASE_URL: options.databaseUrl ?? '' }, 'killed', { settings });
  const waiting = async (what: string) =>
    (await locking.query(`select ${what} from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount;
  await expect.poll(() => waiting('pid')).toBeGreaterThan(0);
  await expect.poll(() => server.letters.length).toBeGreaterThanOrEqual(10);
  await worker.kill();
  await expect.poll(() => server.connections).toBe(0);
  const taken = server.letters.length;
  // Its notes go with it, as where its whole machine is lost: the database might store them else.
  await expect
    .poll(async () => {
      await waiting('pg_terminate_backend(pid)');
      return waiting('pid');
    })
    .toBe(0);
  await locking.end();

  const brands = await loadBrands(resolve(import.meta.dirname, '../../../../brands'));
  const sender = createSmtpSender(server.url, { from, requiresTls: false });
  const run = (laterMs: number) =>
    sendBroadcasts(
      {
        db: database,
        deliver: (mail) => sender.send(mail),
        settings: {
          brands,
          defaultBrand: null,
          publicUrl: 'http://127.0.0.1:3000',
          isTrial: false,
          seal: testVault.seal,
        },
        perSecond: 1_000,
        clock: { now: () => new Date(Date.now() + laterMs), after: systemRuntime().after },
        log: silentLog,
        metrics: noMetrics,
      },
      new AbortController().signal,
    );
  await run(0);
  expect(server.letters.length).toBe(taken);
  await run(defaultLeaseMs + 1_000);
  expect(await own.broadcasts.find(id)).toMatchObject({
    state: 'sent',
    recipients: readers,
    results: { sent: readers, waiting: 0, failed: [] },
  });

  const byReader = Map.groupBy(server.letters, ({ to }) => to[0]);
  expect(byReader.size).toBe(readers);
  const again = [...byReader.values()].filter((letters) => letters.length > 1);
  expect(again.length).toBeGreaterThanOrEqual(1);
  expect(again.length).toBeLessThanOrEqual(lanes);
  for (const letters of again) expect(letters).toEqual([letters[0], letters[0]]);
  sender.close();
  await server.close();
  await close();
});
