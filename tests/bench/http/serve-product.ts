/** The product's server as it runs in production: its own process, its log written, every hook in place. */
import { openDatabase } from '@tenbin/db';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { startServer, usualServerConfig } from '@tenbin/server';
import { testVault } from '@tenbin/testkit';
import { pino } from 'pino';
import { connections, report } from './child.ts';

const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }));
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, tenantConnections: connections, log });
const config = { ...usualServerConfig, port: 0, requestsPerMinute: 1_000_000_000 };
const server = await startServer(config, { database, vault: testVault, connectExchange, log });
report(server.url);
process.once('SIGTERM', () => void server.close().then(() => database.close()));
