import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BotRow, type Database, type OrganizationDatabase, openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { buildBot, buildExchange, buildExchangeAccount, buildOrganization, buildUser, placeFor, testMasterKey } from '@tenbin/testkit';
import pg from 'pg';
import type { VenueAnswer, VenueLimits, VenueOrder } from './venue.ts';

/** Width 2 %. */
const delta = 0.01;
const clockTicksPerSecond = 100;

interface Message {
  readonly type: string;
}

/** A script that is a virtual exchange: what it is told, and what it answers. It says `ready` first. */
export interface VenueProcess<Order extends Message = VenueOrder, Answer extends Message = VenueAnswer> {
  readonly url: string;
  ask<Type extends Answer['type']>(order: Order, type: Type): Promise<Extract<Answer, { type: Type }>>;
  /** What is not answered. */
  tell(order: Order): void;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** A bot, and the key of the account that it shall trade on. */
export interface PlannedBot {
  readonly key: string;
  readonly secret: string;
  readonly delta: number;
}

export interface World<Venue extends Pick<VenueProcess, 'url' | 'stop'>> {
  readonly venue: Venue;
  /** How much faster than real time its market moves. */
  readonly timeScale?: number;
  /** Asked once, when the venue is there. */
  readonly plan: (venue: Venue) => Promise<readonly PlannedBot[]>;
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

/** A database with many bots that are requested to run, each with a key of its own, and the exchange they trade on. */
export interface ManyBots<Venue = VenueProcess> {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly venue: Venue;
  /** As they were made, in the order of their plan. */
  readonly bots: readonly BotRow[];
  readonly organization: OrganizationDatabase;
  startWorker(name: string): Promise<WorkerProcess>;
  /** How many bots run with all their orders open. */
  countRunning(): Promise<number>;
  /** Looks into the database. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

/** So many bots on the venue beside this file, all of one width. */
export async function openManyBots(count: number, limits: VenueLimits = {}): Promise<ManyBots> {
  const plan = async (venue: VenueProcess) => {
    const { keys } = await venue.ask({ type: 'accounts', count }, 'accounts');
    return keys.map((key) => ({ ...key, delta }));
  };
  return openWorld({ venue: await openVenue(limits), plan });
}

/** Native PostgreSQL and the virtual exchange, in processes of their own. */
export async function openWorld<Venue extends Pick<VenueProcess, 'url' | 'stop'>>(world: World<Venue>): Promise<ManyBots<Venue>> {
  const place = await placeFor('postgres');
  const { databaseUrl = '' } = place.options;
  const database = await openDatabase({ runtime: systemRuntime(), databaseUrl });
  const { venue } = world;
  const { bots, organization } = await seed(database, world);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const workers = new Set<WorkerProcess>();
  return {
    database,
    databaseUrl,
    venue,
    bots,
    organization,
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

async function seed<Venue extends Pick<VenueProcess, 'url' | 'stop'>>(
  database: Database,
  { venue, timeScale = 1, plan }: World<Venue>,
): Promise<Pick<ManyBots, 'bots' | 'organization'>> {
  const { id: organizationId } = await buildOrganization(database);
  const exchange = await buildExchange(database, organizationId, { baseUrl: venue.url, timeScale });
  const { id: userId } = await buildUser(database, organizationId);
  const organization = database.forOrganization(organizationId);
  const bots: BotRow[] = [];
  for (const { key: apiKey, secret, delta } of await plan(venue)) {
    const account = await buildExchangeAccount(database, { organizationId, userId, exchangeId: exchange.id }, { apiKey, secret });
    const bot = await buildBot(database, organizationId, { userId, exchangeAccountId: account.id, delta });
    await organization.bots.setActive(userId, bot.id, { active: true, by: userId, at: new Date() });
    bots.push(bot);
  }
  return { bots, organization };
}

/** The venue beside this file, at rest until it is told to fill. */
export const openVenue = (limits: VenueLimits = {}): Promise<VenueProcess> =>
  forkVenue(new URL('venue.ts', import.meta.url), [JSON.stringify(limits)]);

/** @param script - a venue's; it gets the arguments as text */
export async function forkVenue<Order extends Message, Answer extends Message>(
  script: URL,
  args: readonly string[] = [],
): Promise<VenueProcess<Order, Answer>> {
  const child = fork(fileURLToPath(script), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const next = <Type extends string>(type: Type) =>
    new Promise<Extract<Answer, { type: Type }>>((resolve, reject) => {
      const onMessage = (answer: Answer) => {
        if (answer.type !== type) return;
        child.off('message', onMessage);
        child.off('exit', fail);
        resolve(answer as Extract<Answer, { type: Type }>);
      };
      const fail = (code: number | null) => reject(new Error(`the virtual exchange ended with ${code}`));
      child.on('message', onMessage);
      child.once('exit', fail);
    });
  const { url } = (await next('ready')) as unknown as { readonly url: string };
  return {
    url,
    ask(order, type) {
      const answer = next(type);
      child.send(order);
      return answer;
    },
    tell: (order) => void child.send(order),
    usage: () => usageOf(child.pid ?? 0),
    stop: () => end(child, () => child.disconnect()),
  };
}

function startWorker(name: string, databaseUrl: string): WorkerProcess {
  const path = fileURLToPath(new URL('../../../apps/worker/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: testMasterKey,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      WORKER_NAME: name,
      LOG_LEVEL: 'error',
    },
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
