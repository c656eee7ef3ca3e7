/** `npm run operator`: makes those who manage the platform. It works on the database itself: whoever may run it may do anything. */

import { join } from 'node:path';
import type { Reached } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { openDatabase, sayAudit } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { readServerSettings, readTrial } from '@tenbin/server';
import { readDatabaseSettings, SettingsReader } from '@tenbin/settings';
import { usage, workOnOperators } from './operators.ts';

const reader = new SettingsReader(process.env);
const { databaseUrl, dataDir } = readDatabaseSettings(reader);
const args = process.argv.slice(2);

async function readAll(): Promise<string> {
  let text = '';
  for await (const part of process.stdin) text += String(part);
  return text;
}

/** As the server reads it. @throws {SettingsError} */
async function readReached(): Promise<Reached> {
  const asServer = new SettingsReader(process.env);
  const server = readServerSettings(asServer);
  const isTrial = readTrial(asServer, readDatabaseSettings(asServer), server);
  asServer.finish();
  const publicUrl = server.publicUrl ?? `http://localhost:${server.port}`;
  return { brands: await loadBrands(server.brandsDir), defaultBrand: server.brand, publicUrl, isTrial };
}

try {
  reader.finish();
  if (args.length === 0 || args.includes('--help')) {
    process.stdout.write(usage);
  } else {
    const database = await openDatabase({
      runtime: systemRuntime(),
      ...(databaseUrl === null ? { dataDir: join(dataDir, 'database') } : { databaseUrl }),
      onAudit: sayAudit,
    });
    const given = { database, readPassword: readAll, readReached };
    const said = await workOnOperators(args, given).finally(() => database.close());
    process.stdout.write(`${said}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
