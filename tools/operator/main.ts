/** `npm run operator`: makes those who manage the platform. It works on the database itself: whoever may run it may do anything. */

import { join } from 'node:path';
import { openDatabase, sayAudit } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
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
    const said = await workOnOperators(args, { database, readPassword: readAll }).finally(() => database.close());
    process.stdout.write(`${said}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
