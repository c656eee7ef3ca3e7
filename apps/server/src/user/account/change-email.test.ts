/** Another address: the password asks for it, the new mailbox confirms it, and the old one is told. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const minute = 60_000;
let number = 0;
const fresh = () => `fresh-${++number}@example.jp`;
const ask = ({ key, email, password }: TestUser, newEmail: string, body: object = {}) =>
  server.call('PUT', '/api/users/self/email', { key, body: { email, newEmail, password, ...body } });
const enter = ({ key }: { key: string }, newEmail: string, code: string) =>
  server.call('PUT', '/api/users/self/email/verify', { key, body: { newEmail, code } });
const signIn = (email: string, password: string) => server.call('POST', '/api/users/signin', { body: { email, password } });
const newPassword = 'Fresh2password';
const changePassword = async ({ key, password }: TestUser) =>
  expect((await server.call('PUT', '/api/users/self/password', { key, body: { password, newPassword } })).status).toBe(200);
const mailedTo = async (email: string) => (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === email);
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

test('it needs the password, the present address, and another one that is none of the caller’s', async () => {
  const user = await server.makeUser();
  const newEmail = fresh();
  const refused = [
    await ask(user, newEmail, { password: undefined }),
    await ask(user, newEmail, { password: 'Wrong1password' }),
    await ask(user, newEmail, { email: 'other@example.jp' }),
    await ask(user, 'nowhere@example'),
    await ask(user, user.email),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    ['passwordRequired', 'wrongPassword', 'emailNotCurrent', 'invalidEmail', 'currentlyUsedEmail'].map((code) => [400, code]),
  );
  expect(await mailedTo(newEmail)).toEqual([]);
});

test('the code changes the address, ends every session, and answers with a new key; the old address is told', async () => {
  const user = await server.makeUser();
  const other = (await signIn(user.email, user.password)).body.uniqueKey;
  const newEmail = fresh();
  expect(await ask(user, newEmail)).toMatchObject({ status: 200, body: { success: true, resendAfterSeconds: 60 } });
  expect((await signIn(user.email, user.password)).status).toBe(200);
  expect((await mailedTo(user.email))[0]?.subject).toBe('A change of your e-mail address was requested');
  expect((await mailedTo(user.email))[0]?.text).not.toContain(await server.mailedCode(newEmail));

  const code = await server.mailedCode(newEmail);
  const changed = await enter(user, newEmail.toUpperCase(), code);
  expect(changed).toMatchObject({ status: 200, body: { _id: user.id, email: newEmail, uniqueKey: expect.any(String) } });
  for (const key of [user.key, other]) expect((await server.call('GET', '/api/users/self', { key })).status).toBe(401);
  expect((await server.call('GET', '/api/users/self', { key: changed.body.uniqueKey })).status).toBe(200);
  expect((await signIn(user.email, user.password)).body.code).toBe('emailOrPassword');
  expect((await signIn(newEmail, user.password)).status).toBe(200);
  expect((await mailedTo(user.email))[0]?.subject).toBe('Your e-mail address was changed');
  expect((await enter({ key: changed.body.uniqueKey }, newEmail, code)).body.code).toBe('verificationCodeExpired');
});

test('a code counts for the address that it was sent to, five times, ten minutes, and for whoever asked', async () => {
  const [user, stranger] = [await server.makeUser(), await server.makeUser()];
  const newEmail = fresh();
  await ask(user, newEmail);
  const code = await server.mailedCode(newEmail);
  expect((await enter(user, fresh(), code)).body.code).toBe('emailNotExpected');
  expect((await enter(stranger, newEmail, code)).body.code).toBe('verificationCodeExpired');
  const tries = [];
  for (const _ of Array(5)) tries.push((await enter(user, newEmail, wrongOf(code))).body.code);
  expect(tries).toEqual([...Array(4).fill('verificationCodeWrong'), 'verificationCodeUsedUp']);
  expect((await enter(user, newEmail, code)).body.code).toBe('verificationCodeUsedUp');

  server.clock.advance(2 * minute);
  expect((await ask(user, newEmail)).status).toBe(200);
  const next = await server.mailedCode(newEmail);
  server.clock.advance(10 * minute);
  expect((await enter(user, newEmail, next)).body.code).toBe('verificationCodeExpired');
});

test('an address that is another user’s is answered like a new one; its owner is told, and no code opens it', async () => {
  const [user, owner] = [await server.makeUser(), await server.makeUser()];
  server.clock.advance(2 * minute);
  const [ofTaken, ofNew] = [await ask(user, owner.email), await ask(user, fresh())];
  expect(ofTaken.text).toBe(ofNew.text);
  await ask(user, owner.email);
  const [newest] = await mailedTo(owner.email);
  expect(newest?.subject).toBe('You already have an account');
  expect(newest?.text).not.toMatch(/^\d{6}$/m);
});

test('an address is spared from the next mail so soon', async () => {
  const user = await server.makeUser();
  const newEmail = fresh();
  await ask(user, newEmail);
  expect(await ask(user, newEmail)).toMatchObject({ status: 429, body: { code: 'resendTooSoon', facts: { seconds: 60 } } });
});

test('a change that was asked for before another password does not outlive it', async () => {
  const user = await server.makeUser();
  const newEmail = fresh();
  await ask(user, newEmail);
  const code = await server.mailedCode(newEmail);
  await changePassword(user);
  expect((await enter(user, newEmail, code)).body.code).toBe('verificationCodeExpired');
});

test('no code is mailed to whoever gave the password that was replaced meanwhile', async () => {
  const user = await server.makeUser();
  const newEmail = fresh();
  const { mailRecipients } = server.database.platform;
  const { take } = mailRecipients;
  const overtaken = vi.spyOn(mailRecipients, 'take').mockImplementationOnce(async (...turn) => {
    await changePassword(user);
    return take(...turn);
  });
  expect((await ask(user, newEmail)).body.code).toBe('wrongPassword');
  overtaken.mockRestore();
  expect(await mailedTo(newEmail)).toEqual([]);
  expect((await ask({ ...user, password: newPassword }, fresh())).status).toBe(200);
});

test('wrong codes are counted over all codes that are sent: after ten none is looked at, and the present address is told', async () => {
  const user = await server.makeUser();
  const codes: string[] = [];
  for (const newEmail of [fresh(), fresh()]) {
    await ask(user, newEmail);
    const wrong = wrongOf(await server.mailedCode(newEmail));
    for (let time = 1; time <= 5; time += 1) codes.push((await enter(user, newEmail, wrong)).body.code);
  }
  expect(new Set(codes)).toEqual(new Set(['verificationCodeWrong', 'verificationCodeUsedUp']));
  const newEmail = fresh();
  await ask(user, newEmail);
  const code = await server.mailedCode(newEmail);
  expect(await enter(user, newEmail, code)).toMatchObject({ status: 429, body: { code: 'codesLocked' } });
  expect((await mailedTo(user.email)).filter(({ subject }) => subject === 'Wrong codes were entered repeatedly')).toHaveLength(1);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
