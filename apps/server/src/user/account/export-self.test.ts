/** The export of an account: all that is kept of its owner, nothing of others, and no secret. */
import { exportSelf } from '@tenbin/contract';
import { bookedFill, contractRecord, newPayment, newSubscription, orderWrite, planTerms } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../factors/totp.ts';
import { botsOf } from '../../testing/bots-of.ts';
import { goodPassword as password, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const own = () => server.database.forOrganization(server.tenbin.id);
const take = ({ key }: TestUser, body: object = { password }) => server.call('POST', exportSelf.path, { key, body });
const subjectsTo = async (email: string) =>
  (await server.database.platform.mailQueue.listNewest(50)).filter(({ to }) => to === email).map(({ subject }) => subject);

test('it holds what there is of its owner, and is told by mail and in the audit log', async () => {
  const user = await server.makeUser();
  const at = server.clock.now();
  await server.call('PUT', '/api/users/self', { key: user.key, body: { firstName: '花子', phoneNumber: '0312345678' } });
  const { key: apiKey, secret } = server.venue.createAccount();
  const botId = await botsOf(server, user).made({ name: 'Tokyo-1', apiKey, secret });
  const bot = await own().bots.require(user.id, botId);
  const clientOrderIds = [1, 2, 3].map((sequence) => `T${bot.botNumber.toString(36)}x${sequence}`);
  await own().journal.record(
    { botId, epoch: 0 },
    {
      orders: clientOrderIds.map((clientOrderId, index) => orderWrite({ sequence: index + 1, clientOrderId })),
      fills: [bookedFill({ tradeId: '77', clientOrderId: clientOrderIds[0] ?? '' })],
      records: clientOrderIds.map((clientOrderId) => contractRecord({ clientOrderId })),
      phase: bot.phase,
      days: [],
      timeline: [{ kind: 'started', facts: { pairs: ['BTC/USDT'], balances: { BTC: '1' } }, at }],
    },
  );
  const goneId = await botsOf(server, user).made({ name: 'Gone-1', delta: 0.02 });
  await own().bots.delete(user.id, goneId);
  const plan = await own().userPlans.create(planTerms(), at);
  await own().subscriptions.create(newSubscription({ userId: user.id, plan }), null);
  await own().payments.record(Array.from({ length: 120 }, (_, index) => newPayment({ userId: user.id, key: `payment-${index}` })));

  const answer = await take(user);
  expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
    200,
    `attachment; filename="account-${at.toISOString().slice(0, 10)}.json"`,
    'no-store',
  ]);
  const file = answer.body;
  expect(Object.keys(file)).toEqual(Object.keys(exportSelf.reply.shape));
  expect(file).toMatchObject({
    exportedAt: at.toISOString(),
    profile: { _id: user.id, email: user.email, firstName: '花子', phoneNumber: '0312345678' },
    mailTopics: { botStops: true },
    signInMethods: { authenticator: null, recoveryCodesLeft: 0 },
    sessions: [{ address: '127.0.0.1' }],
    exchangeAccounts: [{ exchange: 'Tenbin Virtual', apiKeyEnding: apiKey.slice(-4) }, { exchange: 'Tenbin Virtual' }],
    bots: [
      { _id: botId, name: 'Tokyo-1', deletedAt: null },
      { _id: goneId, name: 'Gone-1', delta: 0.02, deletedAt: expect.any(String) },
    ],
    trades: [{ botId, bot: 'Tokyo-1', exchange: 'Tenbin Virtual', kind: 'order', tradeId: '77' }],
    orders: clientOrderIds.map((clientOrderId) => ({ botId, clientOrderId, price: '60600' })),
    timeline: [{ botId, kind: 'started', facts: { pairs: ['BTC/USDT'] } }],
    subscriptions: [{ plan: { name: plan.name } }],
  });
  expect([file.records.length, file.records[0].bot, file.payments.length]).toEqual([3, 'Tokyo-1', 120]);
  expect(new Set(file.payments.map(({ transactionId }: { transactionId: string }) => transactionId)).size).toBe(120);
  expect(file.actions.map(({ action }: { action: string }) => action)).toEqual(expect.arrayContaining(['updateSelf', 'createBot']));
  for (const hidden of [secret, apiKey, user.key, password, 'argon2', 'sealed']) expect(answer.text).not.toContain(hidden);
  expect(await subjectsTo(user.email)).toContain('Your account data was exported');
  const [entry] = await own().audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({ actor: 'user', actorId: user.id, action: 'exportSelf', refusal: null });
});

test('it takes the password, and a code where there is a second factor', async () => {
  const user = await server.makeUser();
  const post = (path: string, body: object) => server.call('POST', `/api/users/self${path}`, { key: user.key, body });
  const { secret, setUp } = (await post('/authenticator/set-up', { password })).body;
  const step = () => Math.floor(server.clock.now().getTime() / 30_000);
  await post('/authenticator', { setUp, code: totpCode(secret, step()) });
  expect((await take(user, { password: 'Wrong1password' })).body.code).toBe('wrongPassword');
  expect((await take(user)).body.code).toBe('factorCodeWrong');
  expect(await subjectsTo(user.email)).not.toContain('Your account data was exported');
  server.clock.advance(60_000);
  const answer = await take(user, { password, code: totpCode(secret, step()) });
  expect([answer.status, answer.body.signInMethods.recoveryCodesLeft]).toEqual([200, 10]);
  expect(answer.text).not.toContain(secret);
});

test('it holds nothing of another user', async () => {
  const [user, other] = [await server.makeUser(), await server.makeUser()];
  await botsOf(server, other).made({ name: 'Osaka-9' });
  const { text } = await take(user);
  for (const foreign of [other.id, other.email, 'Osaka-9']) expect(text).not.toContain(foreign);
});

describe('three are taken in an hour', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ isClockStill: true, config: { limitFactor: 1 } });
  });
  afterAll(() => strict.close());
  const post = ({ key }: TestUser, path: string, body: object) => strict.call('POST', `/api/users/self${path}`, { key, body });
  const taking = (user: TestUser, code?: string) => strict.call('POST', exportSelf.path, { key: user.key, body: { password, code } });

  test('and no more', async () => {
    const user = await strict.makeUser();
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await taking(user)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    strict.clock.advance(3_600_000);
    expect((await taking(user)).status).toBe(200);
  });

  test('one that is refused for that uses up no code, and one that is refused for its code is not counted', async () => {
    const user = await strict.makeUser();
    const { secret, setUp } = (await post(user, '/authenticator/set-up', { password })).body;
    const code = () => totpCode(secret, Math.floor(strict.clock.now().getTime() / 30_000));
    const { recoveryCodes } = (await post(user, '/authenticator', { setUp, code: code() })).body;
    expect((await taking(user, '000000')).body.code).toBe('factorCodeWrong');
    for (const once of recoveryCodes.slice(0, 3)) expect((await taking(user, once)).status).toBe(200);
    expect((await taking(user, recoveryCodes[3])).status).toBe(429);
    strict.clock.advance(3_600_000);
    expect((await taking(user, recoveryCodes[3])).status).toBe(200);
  });
});
