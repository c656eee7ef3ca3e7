/** A forgotten password: whoever reads the address's mail chooses another one, and nobody else learns whose address it is. */
import { openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { botsOf } from '../../testing/bots-of.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const minute = 60_000;
const password = 'Fresh2password';
const reset = async (body: unknown, { call, settled } = server) => {
  const answer = await call('PUT', '/api/users/self/password/reset', { body });
  await settled();
  return answer;
};
const signIn = (email: string, given: string) => server.call('POST', '/api/users/signin', { body: { email, password: given } });

const mailedTo = async (email: string, { platform } = server.database) =>
  (await platform.mailQueue.listNewest(100)).filter(({ to }) => to === email);
/** The token of the newest link that was mailed to an address. */
async function mailedToken(email: string, { database } = server): Promise<string> {
  for (const { text } of await mailedTo(email, database)) {
    const token = /\/reset-password\S*#(\S+)/.exec(text)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`no link was mailed to ${email}`);
}
async function askedFor() {
  const user = await server.makeUser();
  expect((await reset({ email: user.email })).status).toBe(200);
  return { user, token: await mailedToken(user.email) };
}

test('what is no address is refused as the form would', async () => {
  const answers = [await reset({}), await reset({ email: ' ' }), await reset({ email: 'trader@example' })];
  expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
    [400, 'emailRequired', 'Please enter your Email Address'],
    [400, 'emailRequired', 'Please enter your Email Address'],
    [400, 'invalidEmail', 'Invalid Email Address'],
  ]);
});

test('every address is answered alike, also when it is asked for too often; only a user is mailed', async () => {
  const user = await server.makeUser();
  const banned = await server.makeUser();
  await server.database.forOrganization(server.tenbin.id).users.update(banned.id, { bannedAt: new Date() });
  const before = (await mailedTo(banned.email)).length;
  for (const email of [user.email, 'nobody@example.jp', banned.email])
    for (const _ of Array(3)) expect([(await reset({ email })).text, email]).toEqual(['{"success":true}', email]);
  expect((await mailedTo(user.email)).filter(({ text }) => text.includes('/reset-password'))).toHaveLength(1);
  expect(await mailedTo('nobody@example.jp')).toEqual([]);
  expect(await mailedTo(banned.email)).toHaveLength(before);
});

test('the answer does not wait for what differs from one address to another', async () => {
  const user = await server.makeUser();
  let free = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const taken = vi.spyOn(server.database.platform.mailRecipients, 'take').mockImplementation(async () => {
    await held;
    return { isTaken: true, nextInMs: 0 };
  });
  const answers = [user.email, 'nobody@example.jp'].map((email) =>
    server.call('PUT', '/api/users/self/password/reset', { body: { email } }),
  );
  expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(Array(2).fill('{"success":true}'));
  free();
  await server.settled();
  expect(taken).toHaveBeenCalledTimes(2);
  taken.mockRestore();
  expect(await mailedToken(user.email)).toEqual(expect.any(String));
});

test('the same job is asked for whoever has the address, and it names nobody', async () => {
  const { email } = await server.makeUser();
  const put = vi.spyOn(server.database.jobs, 'put');
  for (const given of [email, 'nobody@example.jp']) await reset({ email: given });
  const asked = put.mock.calls.map(([queue, { sealedEmail, ...data }]) => ({ queue, ...data, sealed: sealedEmail.startsWith('v1.') }));
  put.mockRestore();
  expect(asked).toEqual(Array(2).fill({ queue: 'resetLinks', organizationId: server.tenbin.id, surface: 'user', sealed: true }));
});

test('what breaks off is gone on with, and what was done is not done again: one turn, one mail, one link', async () => {
  const opened = await openTestDatabase('postgres');
  const own = await startTestServer({ opened, isClockStill: true });
  const jobs = new Client({ connectionString: opened.options.databaseUrl });
  await jobs.connect();
  const beginAgain = async (state: string) =>
    (
      await jobs.query(
        "update pgboss.job_common set state = 'retry', start_after = now(), completed_on = null where name = 'resetLinks' and state::text = $1",
        [state],
      )
    ).rowCount;
  const { email } = await own.makeUser();
  const { mailRecipients } = own.database.platform;
  const { take } = mailRecipients;
  const broken = vi.spyOn(mailRecipients, 'take').mockImplementationOnce(async (...turn) => {
    await take(...turn);
    throw new Error('The process ends here');
  });
  expect((await own.call('PUT', '/api/users/self/password/reset', { body: { email } })).status).toBe(200);
  // Whoever asks meanwhile has the queue looked at now.
  const askToo = () => reset({ email: 'nobody@example.jp' }, own);
  await expect.poll(() => beginAgain('retry')).toBe(1);
  await askToo();
  const token = await mailedToken(email, own);
  const states = async () => (await jobs.query("select state from pgboss.job_common where name = 'resetLinks'")).rows;
  const allDone = (count: number) => expect.poll(states).toEqual(Array(count).fill({ state: 'completed' }));
  await allDone(2);
  expect(await beginAgain('completed')).toBe(2);
  await askToo();
  await allDone(3);
  expect(broken).toHaveBeenCalledTimes(2 + 1 + 2 + 1);
  expect((await mailedTo(email, own.database)).filter(({ text }) => text.includes('/reset-password'))).toHaveLength(1);
  expect((await reset({ token, password }, own)).status).toBe(200);
  await jobs.end();
  await own.close();
});

test('the link sets a new password once, stops the bots, removes the keys and ends every session', async () => {
  const { user, token } = await askedFor();
  const bots = botsOf(server, user);
  const botId = await bots.made();
  expect((await bots.put(`/${botId}/start`)).status).toBe(200);
  expect(await reset({ token, password })).toMatchObject({ status: 200, body: { success: true } });
  expect((await server.call('GET', '/api/users/self', { key: user.key })).status).toBe(401);
  expect((await signIn(user.email, user.password)).body.code).toBe('emailOrPassword');
  const { uniqueKey } = (await signIn(user.email, password)).body;
  expect((await botsOf(server, { key: uniqueKey }).get('')).body).toMatchObject([{ active: false, hasSecret: false }]);
  expect(await reset({ token, password: 'Other3password' })).toMatchObject({ status: 400, body: { code: 'resetLinkInvalid' } });
});

test('of two who use a link at once one is refused', async () => {
  const { token } = await askedFor();
  const answers = await Promise.all(['Fresh2password', 'Other3password'].map((given) => reset({ token, password: given })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a password that is refused does not use the link up', async () => {
  const { token } = await askedFor();
  expect((await reset({ token })).body.code).toBe('passwordRequired');
  expect((await reset({ token, password: 'weak' })).body).toMatchObject({ code: 'weakPassword', error: { password: expect.any(String) } });
  expect((await reset({ token, password })).status).toBe(200);
});

test('a link is good for half an hour, until the next one, at its own organization, and not for somebody who was suspended', async () => {
  const { user, token: first } = await askedFor();
  server.clock.advance(2 * minute);
  await reset({ email: user.email.toUpperCase() });
  const second = await mailedToken(user.email);
  const isRefused = async (body: object) => expect((await reset({ password, ...body })).body.code).toBe('resetLinkInvalid');
  await isRefused({ token: first });
  await isRefused({ token: second, organization: server.kohaku.id });
  await isRefused({ token: 'made-up' });
  const { users } = server.database.forOrganization(server.tenbin.id);
  await users.update(user.id, { bannedAt: new Date() });
  await isRefused({ token: second });
  await users.update(user.id, { bannedAt: null });
  server.clock.advance(30 * minute);
  await isRefused({ token: second });
});

test('no answer and no log line holds a token', async () => {
  const { token } = await askedFor();
  await reset({ token, password: 'weak' });
  expect(server.log.filter((line) => line.includes(token))).toEqual([]);
});

test('nobody who asks in a user’s name, at any organization, keeps them from a link for longer than a day', async () => {
  const user = await server.makeUser();
  const links = async () => (await mailedTo(user.email)).filter(({ text }) => text.includes('/reset-password')).length;
  await server.call('POST', '/api/users', { body: { email: user.email, password, organization: server.kohaku.id } });
  for (let day = 0; day < 4; day += 1) {
    for (let count = 0; count < 12; count += 1) {
      await reset({ email: user.email });
      await reset({ email: user.email, organization: server.kohaku.id });
      server.clock.advance(60 * minute);
    }
    server.clock.advance(12 * 60 * minute);
  }
  const before = await links();
  await reset({ email: user.email });
  expect(await links()).toBe(before + 1);
});

test('a link that is used while the password is changed waits for that, and is refused', async () => {
  const opened = await openTestDatabase('postgres');
  const own = await startTestServer({ opened });
  const { email, id: userId } = await own.makeUser();
  const useLink = (body: object) => reset(body, own);
  await useLink({ email });
  const token = await mailedToken(email, own);
  const admin = new Client({ connectionString: opened.options.databaseUrl });
  await admin.connect();
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let used: ReturnType<typeof useLink> | null = null;
  await opened.database.forOrganization(own.tenbin.id).transaction(async ({ users, verificationCodes }) => {
    await users.replacePassword(await users.require(userId), 'another');
    used = useLink({ token, password });
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    await verificationCodes.remove(userId, 'resetPassword');
  });
  expect(await used).toMatchObject({ status: 400, body: { code: 'resetLinkInvalid' } });
  await admin.end();
  await own.close();
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
