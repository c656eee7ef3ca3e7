import type { Exchange } from '@tenbin/db';
import { type AccountKey, type DialectName, dialectNames } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  user = await server.makeUser();
});
afterAll(() => server.close());

const enter = (by: TestUser, { key, secret, passphrase }: AccountKey, exchangeId = server.exchange.id, password?: string) => {
  const body = {
    name: 'One',
    exchangeId,
    apiKey: key,
    secret,
    passPhrase: passphrase,
    pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
    delta: 0.01,
    password,
  };
  return server.call('POST', '/api/bots', { key: by.key, body });
};
const accountsOf = (by: TestUser) => server.database.forOrganization(server.tenbin.id).exchangeAccounts.listOfUser(by.id);

async function offerEverywhere(ccxtId: DialectName): Promise<Exchange> {
  const { exchanges } = server.database.platform;
  const { baseUrl } = server.exchange;
  const exchange = await exchanges.save({
    name: `In words of ${ccxtId}`,
    ccxtId,
    baseUrl,
    timeScale: 1,
    requiresPassphrase: ccxtId === 'okx',
  });
  for (const { id } of [server.tenbin, server.kohaku]) await exchanges.offer(id, exchange.id);
  return exchange;
}

describe('one account of an exchange', () => {
  test('may have several bots of one user, with one key', async () => {
    const key = server.venue.createAccount();
    expect((await enter(user, key)).status).toBe(201);
    expect(await enter(user, key)).not.toMatchObject({ body: { code: 'exchangeAccountInUse' } });
    expect(await accountsOf(user)).toHaveLength(1);
  });

  test('is entered once where two bots are set up with one new key at once, and the one that is refused leaves no key', async () => {
    const key = server.venue.createAccount();
    const codes = (await Promise.all([enter(user, key), enter(user, key)])).map(({ status, body }) => body.code ?? status);
    expect(codes).toContain(201);
    const bots = (await server.call('GET', '/api/bots', { key: user.key })).body;
    expect(await accountsOf(user)).toHaveLength(1);
    expect(bots).toHaveLength(codes.filter((code) => code === 201).length);
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

  test.each(dialectNames)('is known by its user id at %s: another of its keys is refused, in any organization', async (ccxtId) => {
    const exchange = await offerEverywhere(ccxtId);
    const first = server.venue.createAccount({ passphrase: 'a phrase' });
    expect(await enter(user, first, exchange.id)).toMatchObject({ status: 201 });
    for (const organization of [server.tenbin, server.kohaku]) {
      const somebody = await server.makeUser(organization);
      const refused = await enter(somebody, server.venue.addKey(first), exchange.id);
      expect(refused).toMatchObject({ status: 400, body: { code: 'exchangeAccountInUse' } });
      expect(refused.text).not.toContain(user.id);
      expect((await server.call('GET', '/api/bots', { key: somebody.key })).body).toEqual([]);
    }
  });

  test('takes a new key of its user in the place of the old, after the password', async () => {
    const first = server.venue.createAccount();
    await enter(user, first);
    const [before] = await accountsOf(user);
    const second = server.venue.addKey(first);
    expect(await enter(user, second)).toMatchObject({ status: 400, body: { code: 'passwordRequired' } });
    expect(await accountsOf(user)).toEqual([before]);
    await enter(user, second, server.exchange.id, user.password);
    const after = await accountsOf(user);
    const { id, exchangeUser } = before ?? {};
    expect(after).toMatchObject([{ id, exchangeUser, keyLastFour: second.key.slice(-4), keyFingerprint: expect.any(String) }]);
    expect(after[0]?.keyFingerprint).not.toBe(before?.keyFingerprint);
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
