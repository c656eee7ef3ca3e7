import { openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened, config: { runsJobs: true } });
  client = new Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
  // A sequence counts what is taken back as well.
  await client.query(`
    create table kept_sessions (subject_id uuid);
    create sequence kept_tries;
    create function keep_session() returns trigger language plpgsql as $$ begin
      if exists (select from kept_sessions k where k.subject_id = old.subject_id) then
        perform nextval('kept_tries');
        raise 'the session stays';
      end if;
      return old;
    end $$;
    create trigger keep_session before delete on sessions for each row execute function keep_session();
  `);
});
afterEach(() => client.query('delete from kept_sessions'));
afterAll(async () => {
  await client.end();
  await server.close();
});

const own = () => server.database.forOrganization(server.tenbin.id);
const keepSessionsOf = ({ id }: TestUser) => client.query('insert into kept_sessions values ($1)', [id]);
const mailTo = async (email: string, subject: string): Promise<string> => {
  const mails = await server.database.platform.mailQueue.listNewest(200);
  return mails.find((mail) => mail.to === email && mail.subject === subject)?.text ?? '';
};
const password = 'Other3password';
const changePassword = ({ key }: TestUser) =>
  server.call('PUT', '/api/users/self/password', { key, body: { password: goodPassword, newPassword: password } });

/** What ends all sessions of a user, beside what else it does: prepared, to be asked for. */
const acts: Readonly<Record<string, (user: TestUser) => Promise<() => Promise<{ readonly status: number }>>>> = {
  'a new password': async (user) => () => changePassword(user),
  'a new password by a link': async ({ email }) => {
    await server.call('PUT', '/api/users/self/password/reset', { body: { email } });
    await server.settled();
    const token = (await mailTo(email, 'Reset your password')).match(/#(\S+)$/m)?.[1];
    return () => server.call('PUT', '/api/users/self/password/reset', { body: { token, password } });
  },
  'taking the account back': async ({ email }) => {
    for (const agent of ['a usual browser', 'Mozilla/5.0 (X11; Linux) Firefox/140.0'])
      await server.call('POST', '/api/users/signin', { body: { email, password: goodPassword }, headers: { 'user-agent': agent } });
    const link = (await mailTo(email, 'New sign-in to your account')).match(/^https?:\/\/[^/]+(\/not-me\?\S+)$/m)?.[1];
    return () => fetch(`${server.url}${link}`, { method: 'POST' });
  },
  'another address': async ({ key, email }) => {
    const newEmail = `new-${email}`;
    await server.call('PUT', '/api/users/self/email', { key, body: { email, newEmail, password: goodPassword } });
    const code = await server.mailedCode(newEmail);
    return () => server.call('PUT', '/api/users/self/email/verify', { key, body: { newEmail, code } });
  },
  'the end of the account':
    async ({ key }) =>
    () =>
      server.call('POST', '/api/users/self/delete', { key, body: { password: goodPassword } }),
};

test.each(Object.entries(acts))('%s comes with the end of the sessions, or not at all', async (_, prepare) => {
  const user = await server.makeUser();
  await server.call('POST', '/api/users/signin', { body: { email: user.email, password: goodPassword } });
  const act = await prepare(user);
  const before = await own().users.find(user.id);
  await keepSessionsOf(user);
  expect((await act()).status).toBe(500);
  expect(await own().users.find(user.id)).toEqual(before);
  await client.query('delete from kept_sessions');
  expect((await act()).status).toBe(200);
  expect(await own().users.find(user.id)).not.toEqual(before);
});

test('nobody is suspended among many whose sessions stay', async () => {
  const user = await server.makeUser();
  await keepSessionsOf(user);
  const tries = async () => (await client.query("select last_value || ' ' || is_called as tries from kept_tries")).rows[0].tries;
  const before = await tries();
  const key = await server.makeAdministrator();
  const body = { act: 'ban', ids: [user.id], reason: 'One ring' };
  expect((await server.call('POST', '/admin/user-acts', { key, surface: 'organization', body })).status).toBe(201);
  await expect.poll(tries).not.toBe(before);
  expect((await own().users.require(user.id)).bannedAt).toBeNull();
});
