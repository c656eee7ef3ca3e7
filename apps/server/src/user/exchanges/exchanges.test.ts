import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
});
afterAll(() => server.close());

const ask = (name: string, body: unknown) => server.call('POST', `/api/exchanges/${server.exchange.id}/${name}`, { key: user.key, body });
const askByAddress = (name: string, query: Record<string, string>) =>
  server.call('GET', `/api/exchanges/${server.exchange.id}/${name}?${new URLSearchParams(query)}`, { key: user.key });

describe('the key of an exchange account', () => {
  test('that trades and moves nothing out is accepted, asked for in either way', async () => {
    const { key, secret } = server.venue.createAccount();
    expect((await ask('check-api-key', { key, secret })).body).toEqual({ success: true });
    expect((await askByAddress('check-api-key', { key, secret })).body).toEqual({ success: true });
    for (const how of [ask, askByAddress]) {
      const rights = await how('check-api-key-privilege', { key, secret });
      expect(rights.body).toEqual({ success: true, rights: { read: true, trade: true, withdraw: false, transfer: false } });
    }
  });

  test('is told apart from its secret', async () => {
    const { key, secret } = server.venue.createAccount();
    const unknownKey = await ask('check-api-key', { key: key.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')), secret });
    expect(unknownKey).toMatchObject({ status: 400, body: { code: 'invalidApiKey', error: { key: expect.any(String) } } });
    const wrongSecret = await ask('check-api-key', { key, secret: `${secret.slice(0, -1)}!` });
    expect(wrongSecret).toMatchObject({ status: 400, body: { code: 'invalidSecret', error: { secret: expect.any(String) } } });
  });

  test('is not blamed on the exchange where its secret is a key file that is cut off', async () => {
    const { key } = server.venue.createAccount();
    const secret = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI\n';
    expect(await ask('check-api-key', { key, secret })).toMatchObject({ status: 400, body: { code: 'invalidSecret' } });
  });

  test.each([
    { rights: { withdraw: true }, code: 'withdrawalRight' },
    { rights: { transfer: true }, code: 'transferRight' },
    { rights: { trade: false }, code: 'tradeRightMissing' },
  ])('is refused with $code', async ({ rights, code }) => {
    const { key, secret } = server.venue.createAccount({ rights });
    expect(await ask('check-api-key-privilege', { key, secret })).toMatchObject({ status: 400, body: { code } });
  });
});

describe('the key of an OKX account', () => {
  let okx: string;
  beforeAll(async () => {
    const { exchanges } = server.database.platform;
    const saved = await exchanges.save({ name: 'OKX', ccxtId: 'okx', baseUrl: server.venue.url, requiresPassphrase: true });
    await exchanges.offer(server.tenbin.id, saved.id);
    okx = saved.id;
  });
  const passphrase = 'three words long';
  const askOkx = (body: unknown, name = 'check-api-key') => server.call('POST', `/api/exchanges/${okx}/${name}`, { key: user.key, body });

  test('is accepted with its passphrase', async () => {
    const { key, secret } = server.venue.createAccount({ passphrase });
    expect((await askOkx({ key, secret, passPhrase: passphrase })).body).toEqual({ success: true });
  });

  test('is asked for its passphrase', async () => {
    const { key, secret } = server.venue.createAccount({ passphrase });
    const broken = await askOkx({ key, secret, passPhrase: 'two\nlines' });
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalidPassphrase' } });
    expect(await askOkx({ key, secret })).toMatchObject({
      status: 400,
      body: { code: 'passphraseRequired', error: { passPhrase: expect.any(String) } },
    });
  });

  test.each([
    { wrong: 'key', code: 'invalidApiKey' },
    { wrong: 'secret', code: 'invalidSecret' },
    { wrong: 'passPhrase', code: 'invalidPassphrase' },
  ])('with a wrong $wrong is refused for it', async ({ wrong, code }) => {
    const { key, secret } = server.venue.createAccount({ passphrase });
    const given = { key, secret, passPhrase: passphrase, [wrong]: 'somethingElse1' };
    for (const name of ['check-api-key', 'get-balances', 'check-api-key-privilege']) {
      expect(await askOkx(given, name)).toMatchObject({ status: 400, body: { code, error: { [wrong]: expect.any(String) } } });
    }
  });

  test('that may withdraw is refused', async () => {
    const { key, secret } = server.venue.createAccount({ passphrase, rights: { withdraw: true } });
    expect(await askOkx({ key, secret, passPhrase: passphrase }, 'check-api-key-privilege')).toMatchObject({
      status: 400,
      body: { code: 'withdrawalRight' },
    });
  });
});

test('an exchange that bots cannot run on is refused with the reason, in the user’s language', async () => {
  const { exchanges } = server.database.platform;
  const bitflyer = await exchanges.save({ name: 'bitFlyer', ccxtId: 'bitflyer', enabled: true });
  await exchanges.offer(server.tenbin.id, bitflyer.id);
  const asked = { key: user.key, body: { key: 'someKey', secret: 'someSecret' }, headers: { 'accept-language': 'ja' } };
  const answer = await server.call('POST', `/api/exchanges/${bitflyer.id}/check-api-key`, asked);
  expect(answer).toMatchObject({ status: 400, body: { code: 'orderStatusUnreliable', message: expect.stringContaining('この取引所') } });
  await exchanges.save({ ...bitflyer, enabled: false });
});

describe('the wallet', () => {
  test('is shown with its worth, the most valuable first', async () => {
    const { key, secret } = server.venue.createAccount({ balances: { BTC: '0.2', ETH: '1', USDT: '5000' } });
    const { body } = await ask('get-balances', { key, secret });
    expect(body.map(({ currency, total }: { currency: string; total: string }) => [currency, total])).toEqual([
      ['BTC', '0.2'],
      ['USDT', '5000'],
      ['ETH', '1'],
    ]);
    expect(body[0].usd).toBeCloseTo(12_000, -1);
    expect((await askByAddress('get-balances', { key, secret })).body).toMatchObject([
      { currency: 'BTC', total: '0.2' },
      { currency: 'USDT', total: '5000' },
      { currency: 'ETH', total: '1' },
    ]);
  });

  test('is suggested to be made even', async () => {
    const { key, secret } = server.venue.createAccount({ balances: { BTC: '0.3' } });
    const pairs = 'BTC/USDT,ETH/USDT,ETH/BTC';
    const { body } = await askByAddress('suggested-balance', { key, secret, pairs });
    const byCurrency = new Map(body.map((row: { currency: string }) => [row.currency, row]));
    expect(byCurrency.get('BTC')).toMatchObject({ walletBalance: '0.3', suggestedBalance: expect.stringMatching(/^0\.(1|0999)/) });
    expect(byCurrency.get('ETH')).toMatchObject({ walletBalance: '0' });
  });

  test('is not asked for pairs that do not cover three currencies', async () => {
    const { key, secret } = server.venue.createAccount();
    expect((await ask('suggested-balance', { key, secret, pairs: ['BTC/USDT'] })).body.code).toBe('notThreeCurrencies');
    expect((await ask('suggested-balance', { key, secret, pairs: ['BTC/USDT', 'XRP/USDT'] })).body.code).toBe('pairNotAvailable');
    expect((await ask('suggested-balance', { pairs: ['BTC/USDT', 'ETH/USDT'] })).body).toMatchObject({
      code: 'invalidInput',
      error: { key: expect.any(String) },
    });
  });
});

test('an exchange that does not answer is said to be out of reach, and nothing of the key is logged', async () => {
  const away = await server.database.platform.exchanges.save({ name: 'Away', ccxtId: 'binance', baseUrl: 'http://127.0.0.1:1' });
  await server.database.platform.exchanges.offer(server.tenbin.id, away.id);
  const body = { key: 'SECRETKEYSECRETKEY', secret: 'SECRETSECRETSECRET' };
  const answer = await server.call('POST', `/api/exchanges/${away.id}/check-api-key`, { key: user.key, body });
  expect(answer).toMatchObject({ status: 502, body: { code: 'exchangeUnreachable' } });
  expect(server.log.join('\n')).not.toMatch(/SECRET/);
  const offered = await server.call('GET', '/api/organizations/self/exchanges', { key: user.key });
  expect(offered.body.map(({ name }: { name: string }) => name)).toEqual(['OKX', 'Tenbin Virtual']);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
