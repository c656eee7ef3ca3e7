import { tmpdir } from 'node:os';
import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readWorkerConfig } from './config.ts';

const key = '4f1d8e07c2b35a96e0718f24bd6c93a5117ee82c40d95b3a6f0288c7d1e4b936';

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

test('outside of a trial a worker knows where people reach the console, so that no mail links to its own machine', () => {
  const real = { MASTER_KEY: key, DATABASE_URL: 'postgres://127.0.0.1/tenbin' };
  for (const environment of [real, { MASTER_KEY: key, TRIAL: '0' }])
    expect(() => readWorkerConfig(environment)).toThrow('PUBLIC_URL must be set');
  expect(readWorkerConfig({ ...real, PUBLIC_URL: 'https://tenbin.example/' })).toMatchObject({
    publicUrl: 'https://tenbin.example',
    isTrial: false,
  });
  expect(readWorkerConfig({ ...real, TRIAL: '1' })).toMatchObject({ publicUrl: 'http://127.0.0.1:3000', isTrial: true });
});

test('so many mails of broadcasts a second leave as it is told, and no other number than one that can be', () => {
  const smtp = { MASTER_KEY: key, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tenbin <no-reply@tenbin.example>' };
  expect(readWorkerConfig({ ...smtp, BROADCAST_RATE: '50' }).smtp?.broadcastRate).toBe(50);
  for (const BROADCAST_RATE of ['0', '-1', '1.5', '1001', 'fast'])
    expect(() => readWorkerConfig({ ...smtp, BROADCAST_RATE }), BROADCAST_RATE).toThrow('BROADCAST_RATE');
});

test('a mail server needs a sender', () => {
  expect(() => readWorkerConfig({ MASTER_KEY: key, SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM');
  const config = readWorkerConfig({ MASTER_KEY: key, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tenbin <no-reply@tenbin.example>' });
  expect(config.smtp).toEqual({
    url: 'smtp://mail.example',
    from: 'Tenbin <no-reply@tenbin.example>',
    requiresTls: true,
    broadcastRate: 10,
  });
});
