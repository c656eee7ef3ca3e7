import { resolve } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import type { Sealed } from '@tenbin/db';
import { buildOrganization, buildUser, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOnOperators } from './operators.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());

const readReached = async () => ({
  brands: await loadBrands(resolve(import.meta.dirname, '../../brands')),
  defaultBrand: null,
  publicUrl: 'https://tenbin.example',
  isTrial: false,
});
const run = (line: string, typed = '') =>
  workOnOperators(
    line.split(' ').map((word) => word.replaceAll('_', ' ')),
    { database: opened.database, readPassword: async () => typed, readReached },
  );

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
  const after = await operators.findByEmail('you@platform.example');
  expect(after).toMatchObject({ id: before?.id, passwordHash: expect.any(String) });
  expect(after?.passwordHash).not.toBe(before?.passwordHash);
  expect(await sessions.findByKeyHash('a-hash')).toBeNull();
});

test.each([
  ['administrator', 'organization', 'setAdministratorPassword'],
  ['user', 'user', 'setUserPassword'],
] as const)('as it does for the role %s, whoever knew the old one', async (role, surface, action) => {
  const { database } = opened;
  const { id: organizationId, slug } = await buildOrganization(database);
  const { administrators, users } = database.forOrganization(organizationId);
  const email = `${role}@${slug}.example`;
  const find = () => (role === 'user' ? users : administrators).findByEmail(email);
  if (role === 'user') await buildUser(database, organizationId, { email });
  else await administrators.create({ email, passwordHash: 'shown by a trial', role: 'owner' });
  const subjectId = (await find())?.id ?? '';
  const at = new Date();
  const times = { at, expiresAt: new Date(at.getTime() + 3_600_000) };
  await database.platform.sessions.create({ surface, organizationId, subjectId, keyHash: `of ${role}`, ...times });
  expect(await run(`password ${email} --${role}-of ${slug}`)).toMatch(/has a new password\. Password, shown this once: \S{16}$/);
  expect((await find())?.passwordHash).toMatch(/^\$argon2id\$/);
  expect(await database.platform.sessions.findByKeyHash(`of ${role}`)).toBeNull();
  const [entry] = await database.platform.audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({ actor: 'commandLine', action, facts: { [`${role}Id`]: subjectId } });
  await expect(run(`password nobody@${slug}.example --${role}-of ${slug}`)).rejects.toThrow(`is no ${role} of '${slug}'`);
});

test('lost factors of a user are removed with a reason; their sessions end, and they are told by mail', async () => {
  const { database } = opened;
  const { id: organizationId, slug } = await buildOrganization(database);
  const { factors, users, codeTries } = database.forOrganization(organizationId);
  const email = `trader@${slug}.example`;
  const { id } = await buildUser(database, organizationId, { email });
  const command = `remove-factors ${email} --user-of ${slug}`;
  await expect(run(`${command} --reason Lost`)).rejects.toThrow('has no second factor');
  const at = new Date(0);
  await factors.addAuthenticator(id, { sealed: 'sealed' as Sealed, lastStep: 0, createdAt: at });
  await factors.replaceRecoveryCodes(id, ['hash']);
  for (let time = 1; time <= 10; time += 1) await codeTries.count(id, 'factor', new Date());
  const times = { at: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  await database.platform.sessions.create({ surface: 'user', organizationId, subjectId: id, keyHash: 'of the loser', ...times });
  for (const wrong of [command, `${command} --reason _`, `${command} --reason ${'x'.repeat(201)}`])
    await expect(run(wrong)).rejects.toThrow('--reason must say why');
  await expect(run(`remove-factors ${email} --reason Lost`)).rejects.toThrow('npm run operator');
  await expect(run(`remove-factors nobody@${slug}.example --user-of ${slug} --reason Lost`)).rejects.toThrow('is no user of');
  await expect(run(`remove-factors ${email} --user-of nowhere --reason Lost`)).rejects.toThrow("There is no organization 'nowhere'");
  expect(await factors.countRecoveryCodes(id)).toBe(1);

  expect(await run(`${command} --reason Phone_lost,_identity_checked`)).toContain('signs in with the password alone');
  expect([await factors.findAuthenticator(id), await factors.countRecoveryCodes(id)]).toEqual([null, 0]);
  expect(await codeTries.count(id, 'factor', new Date())).toMatchObject({ tries: 1, isAllowed: true });
  expect(await database.platform.sessions.findByKeyHash('of the loser')).toBeNull();
  const [mail] = await database.platform.mailQueue.listNewest(1);
  expect(mail).toMatchObject({ to: email, organizationId });
  expect(mail?.text).toContain('Phone lost, identity checked');
  expect(mail?.text).toMatch(/https:\/\/tenbin\.example\/not-me\?token=/);
  expect((await users.findByEmail(email))?.id).toBe(id);
  const [entry] = await database.platform.audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({
    actor: 'commandLine',
    action: 'removeFactors',
    facts: { userId: id, reason: 'Phone lost, identity checked' },
  });
});

test.each([
  ['create', 'is no e-mail address'],
  ['create nobody', 'is no e-mail address'],
  ['remove you@platform.example', 'npm run operator'],
  ['password who@platform.example', 'is no operator'],
  ['password who@platform.example --user-of nowhere', "There is no organization 'nowhere'"],
  ['password who@platform.example --user-of a --administrator-of b', 'npm run operator'],
  ['create who@platform.example --administrator-of a', 'npm run operator'],
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
    ['commandLine', 'setAdministratorPassword'],
    ['commandLine', 'setUserPassword'],
    ['commandLine', 'removeFactors'],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/@|Correct1Horse/);
});
