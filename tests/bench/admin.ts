/**
 * Fills an organization on a native PostgreSQL with very much, and a second one with a quarter of it, and prints how long
 * every list and count of its administrators takes at the server, over HTTP, pages from any depth: at the median and at the
 * 95th percentile, beside the bare reading of the same rows by their ids (or of one row, for what has none) on the same
 * machine at the same time. Exit code 1 where one of them takes longer than what is promised.
 *
 * npm run bench:admin [-- share of the full size [times that each is asked [only paths that contain]]]
 */

import { openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { silentLog } from '@tenbin/telemetry';
import { placeFor, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import pg from 'pg';
import { type Filled, fillOrganization } from './admin/fill-organization.ts';
import { type Question, questionsOf } from './admin/questions.ts';

const share = Number(process.argv[2] ?? 1);
const times = Number(process.argv[3] ?? 40);
const only = process.argv[4] ?? '';
const full = { users: 100_000, bots: 10_000, records: 10_000_000 };
const size = (part: number) => ({ users: full.users * part, bots: full.bots * part, records: full.records * part });
const promisedMs = 100;
const pageSize = 20;

const place = await placeFor('postgres', { ownServer: true, sharedBuffers: '2GB' });
const databaseUrl = place.options.databaseUrl ?? '';
let began = performance.now();
const said = (what: string) => {
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  began = performance.now();
};
const filled = await fillOrganization(databaseUrl, size(share));
await fillOrganization(databaseUrl, size(share / 4));
said('filled');
const bare = new pg.Client({ connectionString: databaseUrl });
await bare.connect();
await bare.query('vacuum (analyze)');
// What is still to be written is not written while is measured.
await bare.query('checkpoint');
said('vacuumed, analyzed and written');

const database = await openDatabase({ runtime: systemRuntime(), databaseUrl, log: silentLog });
const config = { ...defaultServerConfig, port: 0, requestsPerMinute: 1_000_000_000, limitFactor: 1_000_000 };
const server = await startServer(config, { database, vault: testVault, connectExchange, clock: systemRuntime(), log: silentLog });
let slow = 0;
try {
  console.log('  p50 ms   p95 ms   bare p95    ratio   rows');
  for (const question of questionsOf(filled).filter(({ path }) => path.includes(only))) await measure(question, filled);
} finally {
  await server.close();
  await database.close();
  await bare.end();
  await place.close();
}
console.log(slow === 0 ? `All within ${promisedMs} ms.` : `${slow} took longer than ${promisedMs} ms.`);
process.exitCode = slow === 0 ? 0 : 1;

async function measure({ path, pages, rows }: Question, { key, organizationId }: Filled): Promise<void> {
  const depths = pages === null ? [null] : [0, 100, 50_000 * share, 99_900 * share];
  for (const depth of depths) {
    const page = depth === null ? '' : `${path.includes('?') ? '&' : '?'}${pages}=${Math.floor(depth)}&limit=${pageSize}`;
    const [own, plain]: [number[], number[]] = [[], []];
    let found: unknown;
    // The first answers warm what the rest of them find warm.
    for (let asked = -3; asked < times; asked += 1) {
      const answer = await ask(`${path}${page}`, key);
      found = answer.found;
      const bareMs = await readBare(rows, organizationId, idsOf(found));
      if (asked >= 0) own.push(answer.ms) && plain.push(bareMs);
    }
    // Beyond the end of what there is.
    if (depth !== null && depth > 0 && Array.isArray(found) && found.length === 0) continue;
    tell(`${path}${page}`, { own, plain, many: Array.isArray(found) ? String(found.length) : '' });
  }
}

async function ask(path: string, key: string): Promise<{ readonly ms: number; readonly found: unknown }> {
  const askedAt = performance.now();
  const response = await fetch(`${server.url}${path}`, { headers: { 'x-organization-key': key } });
  const found: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(found)}`);
  return { ms: performance.now() - askedAt, found };
}

function tell(
  path: string,
  { own, plain, many }: { readonly own: readonly number[]; readonly plain: readonly number[]; readonly many: string },
): void {
  const [p50, p95, bareP95] = [at(own, 0.5), at(own, 0.95), at(plain, 0.95)];
  const isSlow = p95 >= promisedMs;
  if (isSlow) slow += 1;
  const figures = [p50.toFixed(1), p95.toFixed(1), bareP95.toFixed(1), (p95 / bareP95).toFixed(1)];
  console.log(`${figures.map((figure) => figure.padStart(8)).join(' ')} ${many.padStart(6)}  ${isSlow ? 'SLOW ' : ''}${path}`);
}

function idsOf(found: unknown): string[] {
  const ids = Array.isArray(found) ? found.map((row: { readonly _id?: string }) => row._id ?? '') : [];
  return ids.filter((id) => /^[0-9a-f-]{36}$/.test(id));
}

async function readBare(table: string | null, organizationId: string, ids: readonly string[]): Promise<number> {
  const readAt = performance.now();
  await (table === null || ids.length === 0
    ? bare.query({ name: 'one', text: 'select * from organizations where id = $1', values: [organizationId] })
    : bare.query({
        name: table,
        text: `select * from ${table} where organization_id = $1 and id = any($2::uuid[])`,
        values: [organizationId, ids],
      }));
  return performance.now() - readAt;
}

function at(values: readonly number[], portion: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * portion))] ?? 0;
}
