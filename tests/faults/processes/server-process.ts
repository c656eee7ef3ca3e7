/** A server as a process of its own: the jobs that no worker does are its own. */
import { createVault, openDatabase, parseMasterKeys } from '@tenbin/db';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { paypalPlaces } from '@tenbin/paypal';
import { systemRuntime } from '@tenbin/runtime';
import { connectAside, defaultServerConfig, startServer } from '@tenbin/server';
import { testMasterKey } from '@tenbin/testkit';
import { pino } from 'pino';
import { noteEndedJobs } from './note-ended-jobs.ts';

const [databaseUrl = '', name = 'server', endedJobs = ''] = process.argv.slice(2);
const log = pino({ base: { name } }, pino.destination(2));
const runtime = systemRuntime();
const database = await openDatabase({ runtime, databaseUrl, log });
noteEndedJobs(database.jobs, endedJobs);
await startServer(
  { ...defaultServerConfig, port: 0 },
  {
    database,
    vault: createVault(parseMasterKeys(testMasterKey)),
    connectExchange: connectAside(new CcxtExchanges(runtime), null),
    log,
    clock: runtime,
    // Nobody has an account there.
    paypal: { places: paypalPlaces, fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }) },
  },
);
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: name });
