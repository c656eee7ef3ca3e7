import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newLedger } from '@tenbin/bots';
import { type Database, openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { buildBot, buildExchange, buildExchangeAccount, buildUser, contractRecord, placeFor } from '@tenbin/testkit';
import autocannon from 'autocannon';
import pg from 'pg';

export interface HttpFigures {
  /** Requests a second: median of the rounds. */
  readonly bare: number;
  readonly listOfTwentyBots: number;
  readonly volumeOfBot: number;
  /** Against the bare route: at least 0.4. */
  readonly listRatio: number;
  /** At least 0.6. */
  readonly volumeRatio: number;
  /** Milliseconds, 99th percentile of the last round. */
  readonly listP99: number;
  readonly volumeP99: number;
}

const bots = 20;
const recordsOfBot = 500;
const pageConnections = 32;

/**
 * How fast the API answers, against what Fastify and PostgreSQL can do at all: a bare route over one prepared read of
 * one row. Native PostgreSQL, each server in a process of its own with as many connections; the three are measured in
 * turns, so that a busy machine is busy for all of them.
 */
export async function benchHttp({ rounds = 5, seconds = 4 } = {}): Promise<HttpFigures> {
  const place = await placeFor('postgres');
  const databaseUrl = place.options.databaseUrl ?? '';
  const seeded = await seed(databaseUrl);
  const bare = await serve('serve-bare.ts', databaseUrl);
  const product = await serve('serve-product.ts', databaseUrl);
  const headers = { 'x-user-key': seeded.key };
  const targets = {
    bare: { url: `${bare.url}/row` },
    list: { url: `${product.url}/api/bots`, headers },
    volume: { url: `${product.url}/api/bots/${seeded.botId}/volume`, headers },
  };
  const rates: Record<keyof typeof targets, number[]> = { bare: [], list: [], volume: [] };
  const p99 = { bare: 0, list: 0, volume: 0 };
  try {
    for (const target of Object.values(targets)) await load(target, 2);
    for (let round = 0; round < rounds; round++) {
      for (const name of ['bare', 'list', 'volume'] as const) {
        const result = await load(targets[name], seconds);
        rates[name].push(result.perSecond);
        p99[name] = result.p99;
      }
    }
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
    await place.close();
  }
  const [a, b, c] = [median(rates.bare), median(rates.list), median(rates.volume)];
  return {
    bare: a,
    listOfTwentyBots: b,
    volumeOfBot: c,
    listRatio: Number((b / a).toFixed(2)),
    volumeRatio: Number((c / a).toFixed(2)),
    listP99: p99.list,
    volumeP99: p99.volume,
  };
}

/** A signed-in user with 20 bots, each with a ledger, and 500 records on the one that is asked about. */
async function seed(databaseUrl: string): Promise<{ readonly key: string; readonly botId: string }> {
  const database = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const organization = await database.platform.organizations.create({ slug: 'tenbin', name: 'Tenbin', isFree: true });
  const organizationId = organization.id;
  const exchange = await buildExchange(database, organizationId);
  const user = await buildUser(database, organizationId);
  const account = await buildExchangeAccount(database, { organizationId, userId: user.id, exchangeId: exchange.id });
  const ids: string[] = [];
  for (let made = 0; made < bots; made++) {
    ids.push((await buildBot(database, organizationId, { userId: user.id, exchangeAccountId: account.id })).id);
  }
  const [botId = ''] = ids;
  await writeRecords(database, { organizationId, userId: user.id, botIds: ids, botId });
  const key = randomBytes(32).toString('base64url');
  await database.platform.sessions.create({
    surface: 'user',
    organizationId,
    subjectId: user.id,
    keyHash: createHash('sha256').update(key).digest('hex'),
    at: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  await database.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create table bench_row (id int primary key, name text, value numeric);
    insert into bench_row select n, 'row ' || n, n from generate_series(1, 1000) n;
    analyze`);
  await client.end();
  return { key, botId };
}

async function writeRecords(
  database: Database,
  { organizationId, userId, botIds, botId }: { organizationId: string; userId: string; botIds: readonly string[]; botId: string },
): Promise<void> {
  const { journal, bots: repository } = database.forOrganization(organizationId);
  for (const id of botIds) await repository.setActive(userId, id, { active: true, by: userId, at: new Date() });
  const { workers } = database.platform;
  const [claim] = await workers.claim(await workers.register('bench'), { limit: 10, leaseMs: 60_000 });
  const start = Date.now() - recordsOfBot * 60_000;
  const balances = { BTC: '0.0995', ETH: '2', USDT: '6030.2697' };
  for (const id of botIds) {
    const count = id === botId ? recordsOfBot : 1;
    const records = Array.from({ length: count }, (_, index) =>
      contractRecord({ clientOrderId: `T1x${index + 1}`, createdAt: new Date(start + index * 60_000), tradeIds: [String(index)] }),
    );
    const ledger = { ...newLedger(balances), growth: 0.0001, ranMs: 3_600_000 };
    await journal.record({ botId: id, epoch: claim?.epoch ?? 0 }, { records, ledger, phase: { kind: 'running', since: new Date(start) } });
  }
}

interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

async function serve(file: string, databaseUrl: string): Promise<Served> {
  const path = fileURLToPath(new URL(`http/${file}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('listening ')) continue;
    return {
      url: line.slice('listening '.length),
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`${file} ended before it listened`);
}

async function load(
  { url, headers }: { readonly url: string; readonly headers?: Record<string, string> },
  seconds: number,
): Promise<{ readonly perSecond: number; readonly p99: number }> {
  const result = await autocannon({ url, duration: seconds, connections: pageConnections, ...(headers ? { headers } : {}) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: Math.round(result.requests.total / result.duration), p99: result.latency.p99 };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${JSON.stringify(await benchHttp(), null, 2)}\n`);
}
