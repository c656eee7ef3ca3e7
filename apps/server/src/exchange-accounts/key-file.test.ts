import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { wholeKeyFile } from './key-file.ts';

const format = { type: 'pkcs8', format: 'pem' } as const;
const edwards = generateKeyPairSync('ed25519').privateKey;
const files = [edwards, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey].map((key) => key.export(format).toString());

test.each([
  ['as it was given out', (file: string) => file],
  ['with spaces around', (file: string) => `  ${file}\n `],
  ['with the line ends of another system', (file: string) => file.replace(/\n/g, '\r\n')],
  ['with its lines joined by spaces', (file: string) => file.trim().replace(/\n/g, ' ')],
  ['with its lines joined by nothing', (file: string) => file.replace(/\n/g, '')],
  ['with its line ends written out', (file: string) => file.replace(/\n/g, '\\n').replace(/\\n$/, '')],
])('a key file %s is the same one', (_says, paste) => {
  for (const file of files) expect(wholeKeyFile(paste(file))).toBe(file);
});

test.each([
  ['is cut off', (file: string) => file.split('\n').slice(0, -2).join('\n')],
  ['lacks a part', (file: string) => file.replace(/[A-Za-z0-9+/]{20}\n/, '\n')],
  ['is none at all', () => '-----BEGIN PRIVATE KEY-----'],
  ['is locked', () => edwards.export({ ...format, cipher: 'aes-256-cbc', passphrase: 'x' }).toString()],
])('a key file that %s signs nothing', (_says, spoil) => {
  for (const file of files) expect(wholeKeyFile(spoil(file))).toBeNull();
});
