import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const key = '4f1d8e07c2b35a96e0718f24bd6c93a5117ee82c40d95b3a6f0288c7d1e4b936';

test('without more than a master key it is a trial on the embedded database, for this machine only', () => {
  const config = readConfig({ MASTER_KEY: key });
  expect(config).toMatchObject({ databaseUrl: null, isTrial: true, masterKey: { text: key } });
  expect(config.server).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: null, brand: null });
});

test('PostgreSQL ends the trial, unless it is asked for', () => {
  const DATABASE_URL = 'postgres://user:secret@db/tenbin?sslmode=verify-full';
  expect(readConfig({ MASTER_KEY: key, DATABASE_URL }).isTrial).toBe(false);
  expect(readConfig({ MASTER_KEY: key, DATABASE_URL, TRIAL: '1' }).isTrial).toBe(true);
});

test('a public address loses its slash', () => {
  expect(readConfig({ MASTER_KEY: key, TRIAL: '0', PUBLIC_URL: 'https://tenbin.example/' }).server.publicUrl).toBe(
    'https://tenbin.example',
  );
});

test('a public address is https however it is written', () => {
  const at = (PUBLIC_URL: string) => readConfig({ MASTER_KEY: key, TRIAL: '0', PUBLIC_URL }).server.publicUrl;
  expect([at('HTTPS://Tenbin.example'), at('https:tenbin.example')]).toEqual(['https://tenbin.example', 'https://tenbin.example']);
});

test('bots can run on the exchanges that are named; the others are refused with the reason', () => {
  expect(readConfig({ MASTER_KEY: key }).server.exchanges.map(({ ccxtId }) => ccxtId)).toEqual(['binance']);
  expect(readConfig({ MASTER_KEY: key, EXCHANGES: 'okx, kraken' }).server.exchanges).toEqual([
    { name: 'OKX', ccxtId: 'okx', requiresPassphrase: true },
    { name: 'Kraken', ccxtId: 'kraken', requiresPassphrase: false },
  ]);
  expect(() => readConfig({ MASTER_KEY: key, EXCHANGES: 'bitflyer,mtgox' })).toThrow(
    /EXCHANGES must name .*, not 'bitflyer' \(orderStatusUnreliable, minimumsUnreported\)\n.*EXCHANGES must name .*, not 'mtgox'$/,
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
    TRUSTED_PROXIES: '1',
    SECRETS_IN_ADDRESSES: 'no',
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

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig({ MASTER_KEY: key, ...environment });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};
const names = (environment: Record<string, string>) => problemsOf(environment).map((problem) => problem.split(' ')[0]);

test('a trial stays on this machine unless that is asked for in words', () => {
  const TRIAL_IN_PUBLIC = 'anybody-may-read-all-mail';
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://tenbin.example' };
  expect(names(open)).toEqual(['HOST', 'PUBLIC_URL']);
  expect(names({ ...open, TRIAL_IN_PUBLIC })).toEqual([]);
  expect(names({ ...open, TRIAL_IN_PUBLIC: '1' })).toContain('TRIAL_IN_PUBLIC');
  expect(names({ ...open, TRIAL: '0' })).toEqual([]);
  for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) expect(names({ HOST })).toEqual([]);
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'tenbin.example', '127.example']) expect(names({ HOST })).toEqual(['HOST']);
});

test('outside of a trial it is reached over https, by an address that mails can name', () => {
  const real = { TRIAL: '0', HOST: '0.0.0.0' };
  expect(names(real)).toEqual(['PUBLIC_URL']);
  expect(names({ ...real, PUBLIC_URL: 'http://tenbin.example' })).toEqual(['PUBLIC_URL']);
  expect(names({ ...real, PUBLIC_URL: 'http://localhost:3000' })).toEqual(['PUBLIC_URL']);
  expect(names({ ...real, PUBLIC_URL: 'http://tenbin.example', WITHOUT_TLS: 'public-url' })).toEqual([]);
  expect(names({ TRIAL: '0', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([]);
});

test('a database elsewhere is spoken to over TLS with a certificate that is checked', () => {
  const at = (rest: string) => names({ DATABASE_URL: `postgres://user:hunter2@${rest}` });
  for (const good of [
    'db/t?sslmode=verify-full',
    'db/t?sslmode=require',
    'db/t?ssl=true',
    '127.0.0.1/t',
    '[::1]/t',
    '%2Frun%2Fpg/t',
    'db/t?host=/run/pg',
  ])
    expect({ good, problems: at(good) }).toEqual({ good, problems: [] });
  for (const bad of [
    'db/t',
    'db/t?sslmode=disable',
    'db/t?sslmode=no-verify',
    'db/t?sslmode=require&uselibpqcompat=true',
    '127.0.0.1/t?host=db',
    'db/t?host=',
    'db/t?sslmode=verify-full&sslmode=disable',
    '127.0.0.1/t?host=localhost&host=db',
    '/t',
  ])
    expect({ bad, problems: at(bad) }).toEqual({ bad, problems: ['DATABASE_URL'] });
  expect(names({ DATABASE_URL: 'postgres://db/t', WITHOUT_TLS: 'smtp, database' })).toEqual([]);
  expect(problemsOf({ DATABASE_URL: 'postgres://user:hunter2@db/t', WITHOUT_TLS: 'all' }).join()).toMatch(/WITHOUT_TLS must be of/);
  expect(problemsOf({ DATABASE_URL: 'postgres://user:hunter2@db/t' }).join()).not.toContain('hunter2');
});

test('proxies are named by their addresses: whoever else speaks for others is not believed', () => {
  const proxies = (TRUSTED_PROXIES: string) => readConfig({ MASTER_KEY: key, TRUSTED_PROXIES }).server.trustedProxies;
  expect(proxies('10.0.0.0/8, 192.0.2.7,2001:db8::/32')).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
  for (const wrong of ['1', 'proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'true'])
    expect(names({ TRUSTED_PROXIES: wrong })).toEqual(['TRUSTED_PROXIES']);
});
