/** `npm run audit`: how much room the audit log takes, and what goes. It works on the database itself: whoever may run it may do anything. */

import { join } from 'node:path';
import { openDatabase, sayAudit } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { readAuditSettings, readDatabaseSettings, SettingsReader } from '@tenbin/settings';
import { usage, workOnAudit } from './audit-months.ts';

const reader = new SettingsReader(process.env);
const { databaseUrl, dataDir } = readDatabaseSettings(reader);
const { auditMonths } = readAuditSettings(reader);
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
    const said = await workOnAudit(args, { database, auditMonths, now: new Date() }).finally(() => database.close());
    process.stdout.write(`${said}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
