import { openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { removeLeftFolders } from './lent-folders.ts';
import { migratedTemplate, runOn, type Server, sharedPort, startServer, stopServer, urlOf } from './test-postgres.ts';

let server: Server | null = null;

/** For the test runner: one PostgreSQL for all test processes, so that a test's database is a copy and not a server. */
export async function setup(): Promise<void> {
  await removeLeftFolders();
  server = await startServer();
  await runOn(urlOf(server.port, 'postgres'), `create database ${migratedTemplate}`);
  await (await openDatabase({ runtime: systemRuntime(), databaseUrl: urlOf(server.port, migratedTemplate) })).close();
  process.env[sharedPort] = String(server.port);
}

export async function teardown(): Promise<void> {
  if (server) await stopServer(server);
}
