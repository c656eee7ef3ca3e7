/**
 * Streams a file of very many trades from a server in a process of its own on native PostgreSQL, and prints how
 * large that process became. Its heap is kept small: whoever held all of them would run out of it.
 *
 * npm run bench:records [-- trades]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { bookedFill, buildBot, buildExchange, buildExchangeAccount, buildUser, orderWrite, placeFor } from '@tenbin/testkit';
import pg from 'pg';

const heapMB = 160;
const count = Number(process.argv[2] ?? 1_000_000);

const place = await placeFor('postgres');
const databaseUrl = place.options.databaseUrl ?? '';
const key = await seed(count);
const server = spawn(
  process.execPath,
  [`--max-old-space-size=${heapMB}`, fileURLToPath(new URL('http/serve-product.ts', import.meta.url))],
  {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const url = await addressOf(server);
  for (const path of ['/api/records/download?excel=1', '/api/tax-records/download']) {
    const before = statusOf('VmRSS');
    const { rows, megabytes, seconds } = await read(`${url}${path}`);
    const figures = [`${rows} trades`, `${megabytes.toFixed(0)} MB`, `${seconds.toFixed(1)} s`];
    const held = [`${before} MB before`, `${statusOf('VmRSS')} MB at its end`, `${statusOf('VmHWM')} MB at most`];
    console.log(`${path}: ${figures.join(', ')}; the server holds ${held.join(', ')}`);
  }
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await place.close();
}

async function read(address: string): Promise<{ readonly rows: number; readonly megabytes: number; readonly seconds: number }> {
  const began = performance.now();
  const response = await fetch(address, { headers: { 'x-user-key': key } });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let [lines, bytes] = [0, 0];
  for await (const part of response.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  }
  return { rows: lines - 1, megabytes: bytes / 1e6, seconds: (performance.now() - began) / 1000 };
}

/** One trade written as a bot writes it, and copies of it a second apart each, all of one order. @returns a session's key */
async function seed(trades: number): Promise<string> {
  const database = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const { id: organizationId } = await database.platform.organizations.create({ slug: 'tenbin', name: 'Tenbin', isFree: true });
  const exchange = await buildExchange(database, organizationId);
  const user = await buildUser(database, organizationId);
  const account = await buildExchangeAccount(database, { organizationId, userId: user.id, exchangeId: exchange.id });
  const bot = await buildBot(database, organizationId, { userId: user.id, exchangeAccountId: account.id });
  const order = orderWrite({ sequence: 1 });
  const first = bookedFill({ tradeId: '0', clientOrderId: order.clientOrderId, at: new Date('2020-01-01T00:00:00Z') });
  await database.forOrganization(organizationId).journal.record({ botId: bot.id, epoch: 0 }, { orders: [order], fills: [first] });
  const session = randomBytes(32).toString('base64url');
  await database.platform.sessions.create({
    surface: 'user',
    organizationId,
    subjectId: user.id,
    keyHash: createHash('sha256').update(session).digest('hex'),
    at: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  await database.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select column_name from information_schema.columns where table_name = 'fills' and is_identity = 'NO'",
  );
  const own: Readonly<Record<string, string>> = { trade_id: 'n::text', at: "at + n * interval '1 second'" };
  const names = rows.map(({ column_name: name }) => String(name));
  await client.query(
    `insert into fills (${names.join()}) select ${names.map((name) => own[name] ?? name).join()} from fills, generate_series(1, $1::int) n`,
    [trades - 1],
  );
  await client.query('analyze fills');
  await client.end();
  return session;
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) if (line.startsWith('listening ')) return line.slice('listening '.length);
  throw new Error('the server ended before it listened');
}

function statusOf(field: string): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}
