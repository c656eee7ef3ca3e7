/** `npm run master-key`: the last way out when the master key is lost. It works on the database itself, which nothing else may use meanwhile. */

import { join } from 'node:path';
import { forgetLostSecrets, loadMasterKeys, openDatabase, sayAudit } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { readDatabaseSettings, readMasterKeySettings, SettingsReader } from '@tenbin/settings';
import { noteAct } from '../command-line/note-act.ts';

const usage = `npm run master-key -- forget-lost-secrets

Gives up the API secrets that no given master key opens, so that everything else can start again.
Their bots stop, and their users have to make new API keys. It cannot be undone.
DATABASE_URL or DATA_DIR say which database, MASTER_KEY or MASTER_KEY_FILE which keys, as for npm start.
`;

const reader = new SettingsReader(process.env);
const { databaseUrl, dataDir } = readDatabaseSettings(reader);
const masterKey = readMasterKeySettings(reader, join(dataDir, 'master.key'));
const args = process.argv.slice(2);

try {
  reader.finish();
  if (args.length !== 1 || args[0] !== 'forget-lost-secrets') {
    process.stdout.write(usage);
    process.exitCode = args.length === 0 || args.includes('--help') ? 0 : 1;
  } else {
    const keys = await loadMasterKeys(masterKey);
    const database = await openDatabase({
      runtime: systemRuntime(),
      ...(databaseUrl === null ? { dataDir: join(dataDir, 'database') } : { databaseUrl }),
      onAudit: sayAudit,
    });
    const forget = async () => {
      const count = await forgetLostSecrets(database, keys);
      await noteAct(database, 'forgetLostSecrets', { exchangeAccounts: count });
      return count;
    };
    const lost = await forget().finally(() => database.close());
    process.stdout.write(`Exchange accounts that lost their secrets: ${lost}. All others are sealed with the key ${keys.at(-1)?.id}.\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
