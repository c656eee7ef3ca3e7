import { tmpdir } from 'node:os';
import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readWorkerConfig } from './config.ts';

const key = '07'.repeat(32);

test('a key is all that a worker on the embedded database needs', () => {
  const folder = tmpdir();
  const config = readWorkerConfig({ MASTER_KEY: key, DATA_DIR: folder });
  expect(config).toMatchObject({ databaseUrl: null, dataDir: folder, masterKey: { text: key }, smtp: null, name: 'worker' });
});

test('every wrong variable is named at once, and no secret is repeated', () => {
  const environment = {
    DATABASE_URL: 'mysql://user:hidden@host/db',
    SMTP_URL: 'http://user:hidden@mail',
    MASTER_KEY: 'hidden',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'ftp://console',
  };
  let error: unknown;
  try {
    readWorkerConfig(environment);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(SettingsError);
  const { problems } = error as SettingsError;
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'DATABASE_URL',
    'MASTER_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'PUBLIC_URL',
    'LOG_LEVEL',
  ]);
  expect(problems.join()).not.toContain('hidden');
});

test('a mail server needs a sender', () => {
  expect(() => readWorkerConfig({ MASTER_KEY: key, SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM');
  const config = readWorkerConfig({ MASTER_KEY: key, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tenbin <no-reply@tenbin.example>' });
  expect(config.smtp).toEqual({ url: 'smtp://mail.example', from: 'Tenbin <no-reply@tenbin.example>', requiresTls: true });
});
