/** The product's server as it runs in production: its own process, its log written, every hook in place. */

import { openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { pino } from 'pino';
import { connections, report } from './child.ts';

const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }));
const database = await openDatabase({
  runtime: systemRuntime(),
  databaseUrl: process.env.DATABASE_URL,
  tenantConnections: connections,
  log,
});
const config = { ...defaultServerConfig, port: 0, requestsPerMinute: 1_000_000_000 };
const server = await startServer(config, { database, vault: testVault, connectExchange, clock: systemRuntime(), log });
report(server.url);
process.once('SIGTERM', () => void server.close().then(() => database.close()));
