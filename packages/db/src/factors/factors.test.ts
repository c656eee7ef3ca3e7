import { randomBytes } from 'node:crypto';
import { buildTenant, newId, openTestDatabase, type TestDatabase, testEngines, testMasterKey, testVault } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { masterKeyOf, parseMasterKeys } from '../seal/master-key.ts';
import { openVault } from '../seal/open-vault.ts';
import type { MasterKey } from '../seal/vault.ts';
import { authenticatorIdentity, type Factors } from './factors.ts';

describe.each(testEngines)('what somebody signs in with on %s', (engine) => {
  let opened: TestDatabase;
  let factors: Factors;
  let organizationId: string;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    organizationId = (await buildTenant(opened.database)).organization.id;
    factors = opened.database.forOrganization(organizationId).factors;
  });
  afterAll(() => opened.close());

  const sealedFor = (holderId: string) =>
    testVault.seal(JSON.stringify({ secret: 'JBSWY3DPEHPK3PXP' }), authenticatorIdentity(organizationId, holderId));
  const at = new Date('2026-01-31T00:00:00Z');
  const passkeyOf = (holderId: string, change: { readonly counter?: number; readonly credentialId?: string } = {}) => ({
    id: newId(),
    holderId,
    name: 'Phone',
    credentialId: newId(),
    publicKey: new Uint8Array([1, 2]),
    transports: ['internal'],
    relyingParty: 'localhost',
    counter: 0,
    askedAt: at,
    createdAt: at,
    ...change,
  });

  test('a time step is used once, and none before it afterwards', async () => {
    const holderId = newId();
    expect(await factors.addAuthenticator(holderId, { sealed: sealedFor(holderId), lastStep: 5, createdAt: at })).toBe(true);
    expect(await factors.addAuthenticator(holderId, { sealed: sealedFor(holderId), lastStep: 0, createdAt: at })).toBe(false);
    const uses = await Promise.all([5, 7, 7].map((step) => factors.useStep(holderId, step)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(uses[0]).toBe(false);
    expect(await factors.useStep(holderId, 6)).toBe(false);
    expect((await factors.findAuthenticator(holderId))?.lastStep).toBe(7);
  });

  test('a recovery code is used once, and by nobody else; new ones take the place of all', async () => {
    const [holderId, other] = [newId(), newId()];
    await factors.replaceRecoveryCodes(holderId, ['a', 'b', 'c']);
    expect(await factors.useRecoveryCode(other, 'a')).toBe(false);
    const uses = await Promise.all(['a', 'a'].map((code) => factors.useRecoveryCode(holderId, code)));
    expect(uses.sort()).toEqual([false, true]);
    expect(await factors.countRecoveryCodes(holderId)).toBe(2);
    await factors.replaceRecoveryCodes(holderId, ['d']);
    expect(await factors.useRecoveryCode(holderId, 'b')).toBe(false);
    expect(await factors.countRecoveryCodes(holderId)).toBe(1);
  });

  test('a passkey whose counter goes back, stays, or begins to be missing is not used', async () => {
    const passkey = passkeyOf(newId(), { counter: 7 });
    await factors.addPasskey(passkey);
    const use = (counter: number, minute: number) =>
      factors.usePasskey({ id: passkey.id, counter, askedAt: new Date(at.getTime() + minute * 60_000), at, isAlone: true });
    expect([await use(6, 1), await use(7, 1), await use(0, 1), await use(8, 2), await use(8, 3)]).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  test('of one that does not count, the same signature is not used twice', async () => {
    const passkey = passkeyOf(newId());
    await factors.addPasskey(passkey);
    const use = { id: passkey.id, counter: 0, askedAt: new Date(at.getTime() + 1), at, isAlone: true };
    expect((await Promise.all([factors.usePasskey(use), factors.usePasskey(use)])).sort()).toEqual([false, true]);
    expect(await factors.usePasskey({ ...use, askedAt: at })).toBe(false);
  });

  test('after a new password a passkey stands alone only once it was used beside that', async () => {
    const passkey = passkeyOf(newId());
    await factors.addPasskey(passkey);
    await factors.askPasswordAgain(passkey.holderId);
    const use = (minute: number, isAlone: boolean) =>
      factors.usePasskey({ id: passkey.id, counter: 0, askedAt: new Date(at.getTime() + minute * 60_000), at, isAlone });
    expect([await use(1, true), await use(2, false), await use(3, true)]).toEqual([false, true, true]);
  });

  test('a passkey is named and removed by its owner alone, and there once', async () => {
    const [holderId, other] = [newId(), newId()];
    const passkey = passkeyOf(holderId);
    expect(await factors.addPasskey(passkey)).toBe(true);
    expect(await factors.addPasskey(passkeyOf(other, { credentialId: passkey.credentialId }))).toBe(false);
    expect(await factors.renamePasskey(other, passkey.id, 'Mine')).toBe(false);
    expect(await factors.removePasskey(other, passkey.id)).toBeNull();
    expect(await factors.renamePasskey(holderId, passkey.id, 'Laptop')).toBe(true);
    const [found, ...others] = await factors.listPasskeys(holderId);
    expect(others).toEqual([]);
    expect(found && { ...found, publicKey: new Uint8Array(found.publicKey) }).toEqual({
      ...passkey,
      name: 'Laptop',
      standsAlone: true,
      lastUsedAt: null,
    });
    await factors.removeAll(holderId);
    expect(await factors.findPasskey(passkey.credentialId)).toBeNull();
  });

  test('a new master key takes over an authenticator’s secret', async () => {
    const holderId = newId();
    await factors.addAuthenticator(holderId, { sealed: sealedFor(holderId), lastStep: 0, createdAt: at });
    const fresh = masterKeyOf(randomBytes(32));
    await openVault(opened.database, [...(parseMasterKeys(testMasterKey) as [MasterKey]), fresh]);
    const vault = await openVault(opened.database, [fresh]);
    const renewed = await factors.findAuthenticator(holderId);
    expect(renewed && vault.open(renewed.sealed, authenticatorIdentity(organizationId, holderId))).toContain('JBSWY3DPEHPK3PXP');
  });

  test('codes that are tried at once are counted one by one, by what they are for, until a right one', async () => {
    const { codeTries } = opened.database.forOrganization(organizationId);
    const holderId = newId();
    const counted = await Promise.all(Array.from({ length: 12 }, () => codeTries.count(holderId, 'factor', at)));
    const allowed = counted.filter(({ isAllowed }) => isAllowed).map(({ tries }) => tries);
    expect(allowed.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const lockedUntil = new Date(at.getTime() + 15 * 60_000);
    expect(await codeTries.count(holderId, 'factor', at)).toEqual({ tries: 10, since: at, locks: 1, lockedUntil, isAllowed: false });
    expect(await codeTries.count(holderId, 'changeEmail', at)).toMatchObject({ tries: 1, isAllowed: true });
    await codeTries.forget(holderId, 'factor');
    expect(await codeTries.count(holderId, 'factor', at)).toMatchObject({ tries: 1, isAllowed: true });
    expect(await codeTries.count(holderId, 'changeEmail', at)).toMatchObject({ tries: 2 });
    await codeTries.liftLocks(holderId);
    expect(await codeTries.count(holderId, 'changeEmail', at)).toMatchObject({ tries: 1, locks: 0 });
    await codeTries.forgetAll(holderId);
    expect(await codeTries.count(holderId, 'changeEmail', at)).toMatchObject({ tries: 1, locks: 0 });
  });

  test('a lock is lifted three times, and no more until a right code', async () => {
    const { codeTries } = opened.database.forOrganization(organizationId);
    const holderId = newId();
    const guess = async () => {
      for (let count = 0; count < 10; count += 1) await codeTries.count(holderId, 'factor', at);
      await codeTries.liftLocks(holderId);
      return (await codeTries.count(holderId, 'factor', at)).isAllowed;
    };
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([true, true, true, false]);
    await codeTries.forget(holderId, 'factor');
    expect(await guess()).toBe(true);
  });
});
