import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadMasterKeys, loadOrCreateMasterKeys, parseMasterKeys } from './master-key.ts';
import type { Sealed } from './sealed.ts';
import { createVault, SealError } from './vault.ts';

const oldKey = { id: 'old', key: randomBytes(32) };
const newKey = { id: 'new', key: randomBytes(32) };
const vault = createVault([oldKey]);

describe('a vault', () => {
  test('opens what it sealed, whatever it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, identity) => {
        expect(vault.open(vault.seal(text, identity), identity)).toBe(text);
      }),
    ));

  test('seals the same text differently each time', () => {
    expect(vault.seal('x', 'a')).not.toBe(vault.seal('x', 'a'));
  });

  test('does not open the seal of another record', () => {
    expect(() => vault.open(vault.seal('x', 'account/1'), 'account/2')).toThrow('does not open');
  });

  test('does not open what was changed, wherever it was changed', () => {
    const sealed = vault.seal('the secret words', 'a');
    const unnoticed: number[] = [];
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`;
      let opened: string | null = null;
      try {
        opened = vault.open(changed as Sealed, 'a');
      } catch (error) {
        expect(String(error)).not.toContain('secret words');
      }
      if (opened === null) continue;
      expect(opened).toBe('the secret words');
      unnoticed.push(index);
    }
    // The last character of base64 may carry bits that mean nothing.
    const ends = [...sealed.matchAll(/.(?=\.|$)/g)].map(({ index }) => index);
    expect(unnoticed.filter((index) => !ends.includes(index))).toEqual([]);
    for (const cut of ['', 'v1', 'v1.old', 'v1.old..', sealed.slice(0, 40), `${sealed}.x`, sealed.replace('v1', 'v2')]) {
      expect(() => vault.open(cut as Sealed, 'a')).toThrow(SealError);
    }
  });

  test('names the master key that is missing, not its content', () => {
    expect(() => createVault([newKey]).open(vault.seal('x', 'a'), 'a')).toThrow('No master key with the id old is loaded');
  });

  test('passes to a new master key: both open, the new one seals, and the old one can go', () => {
    const sealed = vault.seal('x', 'a');
    const both = createVault([oldKey, newKey]);
    expect(both.open(sealed, 'a')).toBe('x');
    expect(createVault([newKey]).open(both.seal('x', 'a'), 'a')).toBe('x');
  });

  test('gives the same text the same fingerprint, while the current key stays', () => {
    expect(vault.fingerprint('key')).toMatch(/^[0-9a-f]{64}$/);
    expect(createVault([newKey, oldKey]).fingerprint('key')).toBe(vault.fingerprint('key'));
    expect(createVault([oldKey, newKey]).fingerprint('key')).not.toBe(vault.fingerprint('key'));
  });

  test('is not made without a whole key', () => {
    expect(() => createVault([])).toThrow('needs a master key');
    expect(() => createVault([{ id: 'short', key: randomBytes(16) }])).toThrow('32 bytes');
    expect(() => createVault([oldKey, { ...newKey, id: 'old' }])).toThrow('one id');
  });
});

describe('a master key', () => {
  test('is made once, readable by its owner only, and the same ever after', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'tenbin-key-')), 'deeper', 'master.key');
    const [first, second] = await Promise.all([loadOrCreateMasterKeys(file), loadOrCreateMasterKeys(file)]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(second).toEqual(first);
    expect(await loadOrCreateMasterKeys(file)).toEqual(first);
    expect(parseMasterKeys(await readFile(file, 'utf8'))).toEqual(first);
  });

  test('that others may read is refused, as is one that is none; the text is not repeated', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'tenbin-key-')), 'master.key');
    await writeFile(file, 'far-too-short', { mode: 0o600 });
    await expect(loadOrCreateMasterKeys(file)).rejects.toThrow(
      /^The master key cannot be used: a master key is 32 random bytes: 64 hexadecimal digits, or 44 characters of base64$/,
    );
    await chmod(file, 0o644);
    for (const makesFile of [true, false]) {
      await expect(loadMasterKeys({ file }, { makesFile })).rejects.toThrow('Others may read');
      await expect(loadMasterKeys({ file: path.dirname(file) }, { makesFile })).rejects.toThrow(/is no file$/);
    }
  });

  test('may have older ones before it, however they are divided', () => {
    const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64')];
    for (const between of ['\n', ' ', ', ', '\r\n'])
      expect(parseMasterKeys(`${keys.join(between)}\n`)).toEqual(keys.flatMap(parseMasterKeys));
    expect(() => parseMasterKeys(`${keys[0]} short`)).toThrow(SealError);
    expect(() => parseMasterKeys(' ')).toThrow(SealError);
  });

  test('is read from hexadecimal and from base64', () => {
    const key = randomBytes(32);
    expect(parseMasterKeys(` ${key.toString('hex')}\n`)).toEqual(parseMasterKeys(key.toString('base64')));
  });
});
