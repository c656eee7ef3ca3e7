/**
 * Sends a broadcast to very many users of a native PostgreSQL, over a mail server that takes whatever comes, and prints
 * how fast that is and what the process holds at each tenth: whoever held all recipients would grow.
 *
 * npm run bench:broadcast [-- recipients]
 */
import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import { systemRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, newBroadcast, openTestDatabase, testVault } from '@tenbin/testkit';
import pg from 'pg';
import { sendBroadcasts } from '../../apps/worker/src/broadcasts/send-broadcasts.ts';

const count = Number(process.argv[2] ?? 100_000);
const parts = 10;

const { database, options, close } = await openTestDatabase('postgres');
const { id: organizationId } = await buildOrganization(database);
const filling = new pg.Client({ connectionString: options.databaseUrl });
await filling.connect();
await filling.query(
  `insert into users (organization_id, id, email, email_key, password_hash, uid, language, referral_code, action_flags, verified_at, created_at)
   select $1, gen_random_uuid(), 'user' || n || '@example.com', 'user' || n || '@example.com', '', 'u' || n, 'ja', 'r' || n, '{}', now(), now()
   from generate_series(1, $2::int) n`,
  [organizationId, count],
);
await filling.query('analyze');
await filling.end();

const body = 'お知らせです。'.repeat(200);
const own = database.forOrganization(organizationId);
const { id } = await own.broadcasts.create(newBroadcast({ at: new Date(), body: { ja: body, en: body } }));
const heldMB = (): string => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return `heap ${Math.round(heapUsed / 1e6)} MB, all ${Math.round(rss / 1e6)} MB`;
};

let sent = 0;
let bytes = 0;
const beganAt = performance.now();
const seconds = (): number => (performance.now() - beganAt) / 1000;
console.log(`before: ${heldMB()}`);
await sendBroadcasts(
  {
    db: database,
    deliver: async ({ html }) => {
      sent += 1;
      bytes += html.length;
      if (sent % Math.ceil(count / parts) === 0)
        console.log(`${sent} of ${count} after ${seconds().toFixed(0)} s (${Math.round(sent / seconds())} a second): ${heldMB()}`);
    },
    settings: {
      brands: await loadBrands(resolve(import.meta.dirname, '../../brands')),
      defaultBrand: null,
      publicUrl: 'https://tenbin.example',
      isTrial: false,
      seal: testVault.seal,
    },
    perSecond: 1_000_000,
    clock: systemRuntime(),
    log: silentLog,
    metrics: noMetrics,
  },
  new AbortController().signal,
);
const { state, results } = (await own.broadcasts.find(id)) ?? {};
console.log(`${state}: ${results?.sent} sent, ${Math.round(bytes / 1e6)} million characters of HTML, ${heldMB()}`);
await close();
