import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.makeUser();
});
afterAll(() => server.close());

interface Key {
  readonly key: string;
  readonly secret: string;
}

const enter = (by: TestUser, { key, secret }: Key, exchangeId = server.exchange.id) => {
  const body = { name: 'One', exchangeId, apiKey: key, secret, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
  return server.call('POST', '/api/bots', { key: by.key, body });
};
const accountsOf = (by: TestUser) => server.database.forOrganization(server.tenbin.id).exchangeAccounts.listOfUser(by.id);

describe('one account of an exchange', () => {
  test('may have several bots of one user, with one key', async () => {
    const key = server.venue.createAccount();
    expect((await enter(user, key)).status).toBe(201);
    expect(await enter(user, key)).not.toMatchObject({ body: { code: 'exchangeAccountInUse' } });
    expect(await accountsOf(user)).toHaveLength(1);
  });

  test('is refused in another organization, and nothing is said of who has it', async () => {
    const key = server.venue.createAccount();
    await enter(user, key);
    const elsewhere = await server.makeUser(server.kohaku);
    const refused = await enter(elsewhere, key);
    expect(refused).toMatchObject({ status: 400, body: { code: 'exchangeAccountInUse' } });
    expect(refused.text).not.toContain(user.id);
    expect(refused.text).not.toContain(server.tenbin.id);
    expect((await server.call('GET', '/api/bots', { key: elsewhere.key })).body).toEqual([]);
  });

  test('is refused with another key, and by another way to the same exchange', async () => {
    const key = server.venue.createAccount();
    await enter(user, key);
    const { ccxtId, baseUrl } = server.exchange;
    const { exchanges } = server.database.platform;
    const other = await exchanges.save({ name: 'The same again', ccxtId, baseUrl, timeScale: 1 });
    await exchanges.offer(server.tenbin.id, other.id);
    // What is stored of a key holds the exchange's id: here it is another key.
    expect((await enter(user, key, other.id)).body).toMatchObject({ code: 'exchangeAccountInUse' });
    expect((await enter(await server.makeUser(), key, other.id)).body).toMatchObject({ code: 'exchangeAccountInUse' });
  });

  test('takes the new key of its user in the place of the old', async () => {
    const key = server.venue.createAccount();
    await enter(user, key);
    const [before] = await accountsOf(user);
    if (!before) throw new Error('nothing was stored');
    const { sealed, keyLastFour, hasPassphrase } = before;
    const older = { sealed, keyLastFour, hasPassphrase, keyFingerprint: `older than ${before.keyFingerprint}` };
    await server.database.forOrganization(server.tenbin.id).exchangeAccounts.replaceSeal(before.id, older);
    await enter(user, key);
    expect(await accountsOf(user)).toMatchObject([
      { id: before.id, keyFingerprint: before.keyFingerprint, exchangeUser: before.exchangeUser },
    ]);
  });

  test('is free again for others once no bot uses it', async () => {
    const key = server.venue.createAccount();
    const { body } = await enter(user, key);
    await server.call('DELETE', `/api/bots/${body.bot._id}`, { key: user.key });
    const elsewhere = await server.makeUser(server.kohaku);
    server.clock.advance(120_000);
    expect((await enter(elsewhere, key)).status).toBe(201);
    expect((await enter(user, key)).body).toMatchObject({ code: 'exchangeAccountInUse' });
  });
});
