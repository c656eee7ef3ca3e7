/** `npm run after-restore`: makes a restored database ready for its workers. Nothing else may use it meanwhile. */

import { join } from 'node:path';
import { openDatabase, sayAudit } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { readDatabaseSettings, SettingsReader } from '@tenbin/settings';
import { prepareRestored, usage } from './prepare-restored.ts';

const reader = new SettingsReader(process.env);
const { databaseUrl, dataDir } = readDatabaseSettings(reader);
const args = process.argv.slice(2);

try {
  reader.finish();
  if (args.includes('--help')) {
    process.stdout.write(usage);
  } else {
    const database = await openDatabase({
      runtime: systemRuntime(),
      ...(databaseUrl === null ? { dataDir: join(dataDir, 'database') } : { databaseUrl }),
      onAudit: sayAudit,
    });
    const said = await prepareRestored(args, { database, now: new Date() }).finally(() => database.close());
    process.stdout.write(`${said}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
