import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readStandaloneConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readStandaloneConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test('nothing has to be set: a trial on the embedded database, its key in the data folder', () => {
  const folder = tmpdir();
  const config = readStandaloneConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    isTrial: true,
    databaseUrl: null,
    masterKey: { file: join(folder, 'master.key') },
    smtp: null,
    metrics: null,
    logLevel: 'warn',
  });
});

test('a database makes it no trial, unless it is asked for', () => {
  const DATABASE_URL = 'postgres://127.0.0.1/tenbin';
  expect(readStandaloneConfig({ DATABASE_URL }).isTrial).toBe(false);
  expect(readStandaloneConfig({ DATABASE_URL, TRIAL: '1' }).isTrial).toBe(true);
});

test('every wrong variable of every part is named at once', () => {
  const problems = problemsOf({
    PORT: 'x',
    VENUE_PORT: '70000',
    VENUE_FEED: 'guess',
    DATABASE_URL: 'mysql://h/d',
    SMTP_URL: 'ftp://h',
    MASTER_KEY: 'short',
  });
  for (const name of ['PORT', 'VENUE_PORT', 'VENUE_FEED', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'MASTER_KEY']) {
    expect(
      problems.filter((problem) => problem.startsWith(name)),
      name,
    ).toHaveLength(1);
  }
});

test('what is named and is not there is a wrong variable like any other', () => {
  const problems = problemsOf({
    DATA_DIR: join(import.meta.filename, 'data'),
    BRANDS_DIR: '/no/such/folder',
    VENUE_FEED: 'replay:/no/such/folder',
    HOST: 'not a host',
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['DATA_DIR', 'BRANDS_DIR', 'HOST', 'VENUE_FEED']);
  expect(problemsOf({ BRAND: 'nosuch' })).toEqual([
    expect.stringMatching(/^BRAND must be one of akane, asagiri, kohaku, matsukaze, suzuran, tenbin/),
  ]);
});

test('nothing listens on a port that something else listens on', () => {
  expect(problemsOf({ PORT: '3001' })).toEqual(['VENUE_PORT must be another than PORT: both are 3001']);
  expect(problemsOf({ PORT: '0', VENUE_PORT: '0' })).toEqual([]);
  expect(problemsOf({ PORT: '3001', TRIAL: '0' })).toEqual([]);
  expect(problemsOf({ ADMIN_PORT: '3001', OPERATOR_PORT: '3000', METRICS_PORT: '3001' })).toEqual([
    'OPERATOR_PORT must be another than PORT: both are 3000',
    'VENUE_PORT must be another than ADMIN_PORT: both are 3001',
    'METRICS_PORT must be another than ADMIN_PORT: both are 3001',
  ]);
});

test('a trial sends no mail unless that is asked for in words; a server elsewhere gets it over TLS only', () => {
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' };
  expect(problemsOf(mail)).toEqual([expect.stringMatching(/^SMTP_URL would open a trial/)]);
  const TRIAL = '0';
  expect(readStandaloneConfig({ ...mail, TRIAL }).smtp?.requiresTls).toBe(true);
  expect(readStandaloneConfig({ ...mail, TRIAL, WITHOUT_TLS: 'smtp' }).smtp?.requiresTls).toBe(false);
  expect(readStandaloneConfig({ ...mail, TRIAL, SMTP_URL: 'smtp://localhost:25' }).smtp?.requiresTls).toBe(false);
});

test('a wrong address is not repeated: it may hold a password', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://me:hush@h/d', SMTP_URL: 'ftp://me:hush@h', MAIL_FROM: 'a@b.example' }).join()).not.toContain(
    'hush',
  );
});

test('the table in docs/reference/configuration.md names exactly the variables that are read', () => {
  const read = new Set<string>();
  const recording = new Proxy({} as Record<string, string>, {
    get: (_, name) => {
      if (typeof name === 'string') read.add(name);
      const set: Readonly<Record<string, string>> = {
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'a@b.example',
        DATABASE_URL: 'postgres://db/tenbin',
        WITHOUT_TLS: 'database',
        TRIAL: '1',
        TRIAL_IN_PUBLIC: 'anybody-may-read-all-mail',
      };
      return typeof name === 'string' ? set[name] : undefined;
    },
  });
  readStandaloneConfig(recording);
  const table = readFileSync(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8');
  const documented = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]);
  expect([...read].sort()).toEqual(documented.sort());
});
