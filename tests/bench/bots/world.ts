import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@tenbin/db';
import { buildBot, buildExchange, buildExchangeAccount, buildOrganization, buildUser, placeFor, testMasterKey } from '@tenbin/testkit';
import pg from 'pg';
import type { VenueAnswer, VenueOrder } from './venue.ts';

/** Width 2 %. */
const delta = 0.01;
const clockTicksPerSecond = 100;

export interface VenueProcess {
  readonly url: string;
  ask<Type extends VenueAnswer['type']>(order: VenueOrder, type: Type): Promise<Extract<VenueAnswer, { type: Type }>>;
  stop(): Promise<void>;
}

/** What a process has used so far, by Linux's own account of it. */
export interface Usage {
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** Resident, in MB. */
  readonly memory: number;
}

export interface WorkerProcess {
  readonly usage: () => Promise<Usage>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A database with many bots that are wished to run, each with a key of its own, and the exchange they trade on. */
export interface ManyBots {
  readonly database: Database;
  readonly venue: VenueProcess;
  startWorker(name: string): Promise<WorkerProcess>;
  /** How many bots run with all their orders open. */
  countRunning(): Promise<number>;
  /** Looks into the database. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** Native PostgreSQL and the virtual exchange, in processes of their own. */
export async function openManyBots(count: number): Promise<ManyBots> {
  const place = await placeFor('postgres');
  const { databaseUrl = '' } = place.options;
  const database = await openDatabase({ databaseUrl });
  const venue = await openVenue();
  await seed(database, venue, count);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const workers = new Set<WorkerProcess>();
  return {
    database,
    venue,
    async startWorker(name) {
      const worker = startWorker(name, databaseUrl);
      workers.add(worker);
      return worker;
    },
    async countRunning() {
      const { rows } = await client.query(`select count(*)::int as count from bots where state = 'running' and open_order_count = 6`);
      return rows[0].count;
    },
    query: async (text) => (await client.query(text)).rows,
    async close() {
      await Promise.all([...workers].map((worker) => worker.kill('SIGKILL')));
      await venue.stop();
      await client.end();
      await database.close();
      await place.close();
    },
  };
}

async function seed(database: Database, venue: VenueProcess, count: number): Promise<void> {
  const { id: organizationId } = await buildOrganization(database);
  const exchange = await buildExchange(database, organizationId, { baseUrl: venue.url });
  const { id: userId } = await buildUser(database, organizationId);
  const { keys } = await venue.ask({ type: 'accounts', count }, 'accounts');
  const { bots } = database.forOrganization(organizationId);
  for (const { key, secret } of keys) {
    const account = await buildExchangeAccount(database, { organizationId, userId, exchangeId: exchange.id }, { apiKey: key, secret });
    const bot = await buildBot(database, organizationId, { userId, exchangeAccountId: account.id, delta });
    await bots.setActive(userId, bot.id, { active: true, by: userId, at: new Date() });
  }
}

export async function openVenue(): Promise<VenueProcess> {
  const child = fork(fileURLToPath(new URL('venue.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const next = <Type extends VenueAnswer['type']>(type: Type) =>
    new Promise<Extract<VenueAnswer, { type: Type }>>((resolve, reject) => {
      const hear = (answer: VenueAnswer) => {
        if (answer.type !== type) return;
        child.off('message', hear);
        child.off('exit', fail);
        resolve(answer as Extract<VenueAnswer, { type: Type }>);
      };
      const fail = (code: number | null) => reject(new Error(`the virtual exchange ended with ${code}`));
      child.on('message', hear);
      child.once('exit', fail);
    });
  const { url } = await next('ready');
  return {
    url,
    ask(order, type) {
      const answer = next(type);
      child.send(order);
      return answer;
    },
    stop: () => end(child, () => child.disconnect()),
  };
}

function startWorker(name: string, databaseUrl: string): WorkerProcess {
  const path = fileURLToPath(new URL('../../../apps/worker/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY: testMasterKey, WORKER_NAME: name, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    usage: () => usageOf(child.pid ?? 0),
    kill: (signal) => end(child, () => child.kill(signal)),
  };
}

function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    ask();
  });
}

async function usageOf(pid: number): Promise<Usage> {
  const [stat, status] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile(`/proc/${pid}/status`, 'utf8')]);
  // The name, in brackets, may hold anything; user and system time are the 12th and 13th field behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond, memory: kilobytes / 1024 };
}
