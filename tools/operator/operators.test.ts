import { openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOnOperators } from './operators.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('pglite');
});
afterAll(() => opened.close());

const run = (line: string, typed = '') => workOnOperators(line.split(' '), { database: opened.database, readPassword: async () => typed });

test('the first operator is made with a password that is shown once and stored as a hash', async () => {
  const said = await run('create me@platform.example');
  const password = said.match(/shown this once: (\S{16})$/)?.[1] ?? '';
  const stored = await opened.database.platform.operators.findByEmail('Me@Platform.example');
  expect(password).toMatch(/[A-Z]/);
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(stored)).not.toContain(password);
});

test('where there is one, another one has to be asked for', async () => {
  await expect(run('create you@platform.example')).rejects.toThrow('There is an operator already');
  expect(await run('create you@platform.example --another --password-stdin', 'Correct1Horse\n')).toBe(
    'you@platform.example is an operator now.',
  );
  await expect(run('create you@platform.example --another')).rejects.toThrow('is an operator already');
});

test('a new password ends what its owner has open', async () => {
  const { operators, sessions } = opened.database.platform;
  const before = await operators.findByEmail('you@platform.example');
  const at = new Date();
  const expiresAt = new Date(at.getTime() + 3_600_000);
  await sessions.create({ surface: 'operator', organizationId: null, subjectId: before?.id ?? '', keyHash: 'a-hash', at, expiresAt });
  await run('password you@platform.example');
  expect((await operators.findByEmail('you@platform.example'))?.passwordHash).not.toBe(before?.passwordHash);
  expect(await sessions.findByKeyHash('a-hash')).toBeNull();
});

test.each([
  ['create', 'is no e-mail address'],
  ['create nobody', 'is no e-mail address'],
  ['remove you@platform.example', 'npm run operator'],
  ['password who@platform.example', 'is no operator'],
])('%s is refused in words', async (line, words) => {
  await expect(run(line)).rejects.toThrow(words);
});

test('a weak password is refused, and nobody is made', async () => {
  const before = await opened.database.platform.operators.count();
  await expect(run('create weak@platform.example --another --password-stdin', 'short')).rejects.toThrow('8 to 49 characters');
  expect(await opened.database.platform.operators.count()).toBe(before);
});

test('what was done at the machine is written down, without addresses and passwords', async () => {
  const entries = (await opened.database.platform.audit.list({ offset: 0, limit: 50 })).reverse();
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    ['commandLine', 'createOperator'],
    ['commandLine', 'createOperator'],
    ['commandLine', 'setOperatorPassword'],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/@|Correct1Horse/);
});
