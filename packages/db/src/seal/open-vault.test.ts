import { randomBytes } from 'node:crypto';
import { buildTenant, openTestDatabase, type TestDatabase, testEngines, testMasterKey } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeAccountIdentity } from '../exchange-accounts/exchange-accounts.ts';
import { parseMasterKey } from './master-key.ts';
import { openVault } from './open-vault.ts';
import { SealError } from './vault.ts';

const used = parseMasterKey(testMasterKey);
const other = parseMasterKey(randomBytes(32).toString('hex'));

describe.each(testEngines)('the vault of a database on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  test('takes any key while nothing is sealed, and only one that opens everything afterwards', async () => {
    const { database } = opened;
    await openVault(database, [other]);
    const { organization, account } = await buildTenant(database);
    const refused = await openVault(database, [other]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SealError);
    expect(String(refused)).toContain(`another master key (${used.id}) than the one given (${other.id})`);
    const vault = await openVault(database, [used, other]);
    expect(vault.open(account.sealed, exchangeAccountIdentity(organization.id, account.id))).toContain('apiKey');
  });
});
