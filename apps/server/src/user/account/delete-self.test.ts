/** A deleted account: nothing personal is left, what books need stays, and the address is free. */
import { newPayment, newSubscription, planTerms } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashRecoveryCode } from '../../factors/recovery-codes.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { goodPassword as password, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const own = () => server.database.forOrganization(server.tenbin.id);
const remove = ({ key }: TestUser, body: object = { password }) => server.call('POST', '/api/users/self/delete', { key, body });
const self = ({ key }: TestUser) => server.call('GET', '/api/users/self', { key });
const signIn = (email: string) => server.call('POST', '/api/users/signin', { body: { email, password } });

test('it takes the password; then there is no session, no sign-in and no name left, and the address may sign up again', async () => {
  const user = await server.makeUser();
  await server.call('PUT', '/api/users/self', { key: user.key, body: { firstName: 'Hanako', phoneNumber: '0312345678' } });
  expect((await remove(user, { password: 'Wrong1password' })).body.code).toBe('wrongPassword');
  expect((await remove(user)).body).toEqual({ success: true });
  expect([(await self(user)).status, (await signIn(user.email)).body.code]).toEqual([401, 'emailOrPassword']);
  const left = await own().users.require(user.id);
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`Hanako|0312345678|${user.email}`));
  expect(left).toMatchObject({ email: `${user.id}@deleted.invalid`, knownDevices: [], passwordHash: '' });
  expect((await signIn(left.email)).body.code).toBe('emailOrPassword');
  expect((await own().users.list({ limit: 100 })).map(({ id }) => id)).not.toContain(user.id);
  const [mail] = (await server.database.platform.mailQueue.listNewest(10)).filter(({ to }) => to === user.email);
  expect(mail?.subject).toBe('Your account was deleted');
  const again = await server.call('POST', '/api/users', { body: { email: user.email, password } });
  expect(again).toMatchObject({ status: 201, body: { mailed: true } });
  const code = await server.mailedCode(user.email);
  const { body } = await server.call('POST', '/api/users/verify', { body: { email: user.email, code, ticket: again.body.ticket } });
  expect(body.code).toBeUndefined();
  expect(body).toMatchObject({ email: user.email, firstName: '', uniqueKey: expect.any(String) });
  expect(body._id).not.toBe(user.id);
});

test('a bot that has not come to rest keeps the account; at rest it goes, with its key', async () => {
  const user = await server.makeUser();
  const bots = botsOf(server, user);
  const account = server.venue.createAccount();
  const given = { name: 'Hanako-1', apiKey: account.key, secret: account.secret };
  const botId = await bots.made(given);
  await bots.put(`/${botId}/start`);
  expect(await remove(user)).toMatchObject({ status: 409, body: { code: 'botRunning' } });
  expect((await self(user)).status).toBe(200);
  await bots.put(`/${botId}/stop`);
  expect((await remove(user)).status).toBe(200);
  const [kept] = await own().exchangeAccounts.listOfUser(user.id);
  expect(kept).toMatchObject({ sealed: '', keyLastFour: '', exchangeUser: null });
  const other = await server.makeUser();
  await botsOf(server, other).made(given);
});

test('a plan that PayPal charges for is cancelled first; payments stay in the books', async () => {
  const user = await server.makeUser();
  const plan = await own().userPlans.create(planTerms(), new Date());
  const running = await own().subscriptions.create(newSubscription({ userId: user.id, plan, source: 'paypal' }), null);
  await own().payments.record([newPayment({ userId: user.id })]);
  expect(await remove(user)).toMatchObject({ status: 409, body: { code: 'subscriptionRunning' } });
  await own().subscriptions.save(running, { ...running, status: { kind: 'cancelled', at: new Date() } });
  expect((await remove(user)).status).toBe(200);
  expect(await own().payments.countOfUser(user.id)).toBe(1);
});

test('a plan that nobody charges for ends with the account', async () => {
  const user = await server.makeUser();
  const plan = await own().userPlans.create(planTerms(), new Date());
  await own().subscriptions.create(newSubscription({ userId: user.id, plan, source: 'gift' }), null);
  expect((await remove(user)).status).toBe(200);
  expect((await own().subscriptions.findLatestOfUser(user.id))?.status.kind).toBe('cancelled');
});

test('where a second factor is set up it is asked for, not used up by a refusal, and deleted as well', async () => {
  const user = await server.makeUser();
  const { factors } = own();
  await factors.addPasskey({
    id: user.id,
    holderId: user.id,
    name: 'Phone',
    credentialId: user.id,
    publicKey: new Uint8Array([1]),
    transports: [],
    relyingParty: 'localhost',
    counter: 0,
    askedAt: new Date(),
    createdAt: new Date(),
  });
  await factors.replaceRecoveryCodes(user.id, [hashRecoveryCode('AAAA-BBBB')]);
  expect((await remove(user)).body.code).toBe('factorCodeWrong');
  const withCode = { password, code: 'aaaabbbb' };
  const plan = await own().userPlans.create(planTerms(), new Date());
  const running = await own().subscriptions.create(newSubscription({ userId: user.id, plan, source: 'paypal' }), null);
  expect((await remove(user, withCode)).body.code).toBe('subscriptionRunning');
  await own().subscriptions.save(running, { ...running, status: { kind: 'cancelled', at: new Date() } });
  expect((await remove(user, withCode)).status).toBe(200);
  expect(await factors.listPasskeys(user.id)).toEqual([]);
});
