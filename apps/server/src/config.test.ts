import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const key = 'ab'.repeat(32);

test('without more than a master key it is a trial on the embedded database, for this machine only', () => {
  const config = readConfig({ MASTER_KEY: key });
  expect(config).toMatchObject({ databaseUrl: null, isTrial: true, masterKey: { text: key } });
  expect(config.server).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: null, brand: null });
});

test('PostgreSQL ends the trial, unless it is asked for', () => {
  const DATABASE_URL = 'postgres://user:secret@db/tenbin';
  expect(readConfig({ MASTER_KEY: key, DATABASE_URL }).isTrial).toBe(false);
  expect(readConfig({ MASTER_KEY: key, DATABASE_URL, TRIAL: '1' }).isTrial).toBe(true);
});

test('a public address loses its slash', () => {
  expect(readConfig({ MASTER_KEY: key, PUBLIC_URL: 'https://tenbin.example/' }).server.publicUrl).toBe('https://tenbin.example');
});

test('bots can run on the exchanges that are named; the others are refused with the reason', () => {
  expect(readConfig({ MASTER_KEY: key }).server.exchanges.map(({ ccxtId }) => ccxtId)).toEqual(['binance']);
  expect(readConfig({ MASTER_KEY: key, EXCHANGES: 'okx, kraken' }).server.exchanges).toEqual([
    { name: 'OKX', ccxtId: 'okx', requiresPassphrase: true },
    { name: 'Kraken', ccxtId: 'kraken', requiresPassphrase: false },
  ]);
  expect(() => readConfig({ MASTER_KEY: key, EXCHANGES: 'bitflyer,mtgox' })).toThrow(
    /EXCHANGES must name .*, not 'bitflyer' \(orderFateNotTold, minimumsNotTold\)\n.*EXCHANGES must name .*, not 'mtgox'$/,
  );
});

test('every wrong variable is told at once, and no secret with them', () => {
  const wrong = {
    PORT: '70000',
    DATABASE_URL: 'mysql://user:hunter2@db',
    PUBLIC_URL: 'tenbin',
    TRIAL: 'yes',
    MASTER_KEY: 'short',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '-1',
  };
  const error = (() => {
    try {
      readConfig(wrong);
    } catch (caught) {
      return caught;
    }
    return null;
  })();
  expect(error).toBeInstanceOf(SettingsError);
  const { message, problems } = error as SettingsError;
  expect(problems).toHaveLength(Object.keys(wrong).length);
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  expect(message).not.toMatch(/hunter2|short/);
});
