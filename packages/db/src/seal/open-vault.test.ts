import { randomBytes } from 'node:crypto';
import { buildTenant, openTestDatabase, type TestDatabase, testEngines, testMasterKey, testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeAccountIdentity, keyFingerprint } from '../exchange-accounts/exchange-accounts.ts';
import type { SealedCredentials } from '../exchange-accounts/sealed-credentials.ts';
import { forgetLostSecrets } from './forget-lost-secrets.ts';
import { masterKeyOf, parseMasterKeys } from './master-key.ts';
import { openVault } from './open-vault.ts';
import { type MasterKey, SealError } from './vault.ts';

const [used] = parseMasterKeys(testMasterKey) as [MasterKey];
const other = masterKeyOf(randomBytes(32));

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
    const vault = await openVault(database, [used]);
    expect(vault.open(account.sealed, exchangeAccountIdentity(organization.id, account.id))).toContain('apiKey');
  });

  test('takes over what an older key sealed, so that the older one can go', async () => {
    const { database } = opened;
    const { organization, account, exchange } = await buildTenant(database);
    const identity = exchangeAccountIdentity(organization.id, account.id);
    const secrets = testVault.open(account.sealed, identity);
    // A server and a worker that start at once.
    await Promise.all([openVault(database, [used, other]), openVault(database, [used, other])]);
    const renewed = await database.forOrganization(organization.id).exchangeAccounts.require(account.id);
    const vault = await openVault(database, [other]);
    expect(vault.open(renewed.sealed, identity)).toBe(secrets);
    const { apiKey } = JSON.parse(secrets) as SealedCredentials;
    expect(renewed).toMatchObject({ ...account, sealed: renewed.sealed, keyFingerprint: keyFingerprint(vault, exchange.id, apiKey) });
    await expect(openVault(database, [used])).rejects.toThrow(`another master key (${other.id})`);
  });

  test('goes on without the secrets whose key is lost, once somebody gave them up', async () => {
    const { database } = opened;
    const [lostOne, lostTwo] = [await buildTenant(database), await buildTenant(database)];
    const found = masterKeyOf(randomBytes(32));
    // Of the accounts before these, the key is still there.
    expect(await forgetLostSecrets(database, [other, found])).toBe(2);
    const vault = await openVault(database, [found]);
    for (const { organization, account } of [lostOne, lostTwo]) {
      const { sealed } = await database.forOrganization(organization.id).exchangeAccounts.require(account.id);
      const text = vault.open(sealed, exchangeAccountIdentity(organization.id, account.id));
      expect(JSON.parse(text)).toMatchObject({ apiKey: `lost-${account.id}` });
    }
    expect(await forgetLostSecrets(database, [found])).toBe(0);
  });
});
