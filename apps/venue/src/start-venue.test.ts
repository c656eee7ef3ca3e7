import { get } from 'node:http';
import { createVirtualExchange } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startVenue, type Venue } from './start-venue.ts';

let venue: Venue;

beforeAll(async () => {
  venue = await startVenue({ exchange: await createVirtualExchange({ runtime: systemRuntime(), stepped: true }), trial: true });
});

afterAll(() => venue.close());

const json = { 'content-type': 'application/json' };
const makeAccount = (body: string) => fetch(`${venue.url}/trial/venue/accounts`, { method: 'POST', headers: json, body });

describe('a trial', () => {
  test('gives anybody an account with money on it', async () => {
    const response = await makeAccount('{"balances":{"BTC":"0.1","USDT":"6000"},"passphrase":"sesame"}');
    expect(response.status).toBe(200);
    const { key, secret, passphrase } = (await response.json()) as Record<string, string>;
    expect([key?.length, secret?.length, passphrase]).toEqual([64, 64, 'sesame']);
    expect(venue.exchange.accountWallet(key ?? '')).toEqual({ BTC: { free: '0.1', locked: '0' }, USDT: { free: '6000', locked: '0' } });
  });

  test('shows prices, books, feed and accounts, but no secret and no whole key', async () => {
    const { key, secret } = venue.createAccount({ balances: { ETH: '2' } });
    const text = await (await fetch(`${venue.url}/trial/venue`)).text();
    const seen = JSON.parse(text) as {
      feed: string;
      speed: number;
      markets: { pair: string; bestBid: object }[];
      accounts: { key: string; balances: object }[];
    };
    expect(seen).toMatchObject({ feed: 'generated:1', speed: 120 });
    expect(seen.markets.map(({ pair }) => pair)).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'ETH/BTC',
      'XRP/USDT',
      'XRP/BTC',
      'BNB/USDT',
      'COT/USDT',
      'COT/BTC',
    ]);
    expect(seen.markets[0]?.bestBid).toMatchObject({ price: expect.stringMatching(/^\d+\.\d{8}$/) });
    expect(seen.accounts.at(-1)).toMatchObject({ key: `…${key.slice(-4)}`, balances: { ETH: { free: '2', locked: '0' } } });
    expect(text.includes(secret) || text.includes(key)).toBe(false);
  });

  const bad = [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"balances":null}',
    '{"balances":{"BTC":1}}',
    '{"balances":{"BTC":"-1"}}',
    '{"balances":{"BTC":"0"}}',
    '{"balances":{"b c":"1"}}',
    '{"balances":{"BTC":"many"}}',
    '{"balances":{},"passphrase":7}',
    `{"balances":{"BTC":"${'1'.repeat(60_000)}x"}}`,
    `{"balances":{"BTC":"${'0'.repeat(60_000)}"}}`,
    `{"balances":{${Array.from({ length: 101 }, (_, index) => `"C${index}":"1"`).join()}}}`,
    `{"balances":{},"passphrase":"${'x'.repeat(101)}"}`,
  ];
  for (const body of bad) {
    test(`refuses ${body.slice(0, 60) || 'nothing'} and makes no account`, async () => {
      const before = venue.exchange.accounts.size;
      expect((await makeAccount(body)).status).toBe(400);
      expect(venue.exchange.accounts.size).toBe(before);
    });
  }
});

describe('a page of somewhere else that its reader visits', () => {
  const send = (headers: Record<string, string>, path = '/trial/faults', method = 'POST') =>
    fetch(`${venue.url}${path}`, { method, headers, ...(method === 'POST' ? { body: '{"type":"clockSkew","lastsMs":60000}' } : {}) });

  test.each([
    ['a form', { 'content-type': 'text/plain' }, 415],
    ['nothing said of what it is', {}, 415],
    ['JSON of another origin', { ...json, origin: 'https://elsewhere.example' }, 403],
    ['JSON of another site', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
  ])('cannot inject faults or make accounts: %s', async (_, headers, status) => {
    const [armed, accounts] = [venue.faults.armed.length, venue.exchange.accounts.size];
    expect((await send(headers)).status).toBe(status);
    expect((await send(headers, '/trial/venue/accounts')).status).toBe(status);
    expect([venue.faults.armed.length, venue.exchange.accounts.size]).toEqual([armed, accounts]);
  });

  test('finds nothing under a name of its own that was made to lead here', async () => {
    const statusAt = (host: string) =>
      new Promise<number | undefined>((resolve) => {
        get(`${venue.url}/trial/venue`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode));
      });
    expect(await statusAt('evil.example:3001')).toBe(404);
    for (const host of ['localhost:3001', '127.0.0.1', '[::1]:3001']) expect(await statusAt(host)).toBe(200);
  });

  test('cannot clear them either, while a page of its own can do both', async () => {
    expect((await send({ origin: 'https://elsewhere.example' }, '/trial/faults', 'DELETE')).status).toBe(403);
    const own = { ...json, origin: venue.url, 'sec-fetch-site': 'same-origin' };
    expect((await send(own)).status).toBe(201);
    expect((await send({ origin: venue.url }, '/trial/faults', 'DELETE')).status).toBe(200);
  });
});

describe('faults from another process', () => {
  const faults = async (method: string, path = '', body?: string) => {
    const response = await fetch(`${venue.url}/trial/faults${path}`, { method, ...(body === undefined ? {} : { headers: json, body }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test('are injected, shown with what they struck, and cleared one by one or all', async () => {
    const { status, body } = await faults('POST', '', '{"type":"serverError","status":502,"where":{"call":"market"},"times":3}');
    expect([status, body]).toEqual([201, { id: expect.stringMatching(/^f\d+$/), struck: 0 }]);
    await faults('POST', '', '{"type":"clockSkew","lastsMs":60000}');
    expect((await fetch(`${venue.url}/api/v3/exchangeInfo`)).status).toBe(502);
    expect((await faults('GET')).body).toMatchObject({
      armed: [{ id: body.id, fault: { type: 'serverError', status: 502 }, seen: 1, struck: 1 }, { fault: { type: 'clockSkew' } }],
      struck: { serverError: 1 },
    });
    expect((await faults('DELETE', `/${String(body.id)}`)).body).toMatchObject({ armed: [{ fault: { type: 'clockSkew' } }] });
    expect((await faults('DELETE', `/${String(body.id)}`)).status).toBe(404);
    expect((await faults('DELETE')).body).toMatchObject({ armed: [] });
  });

  test('that are done at once say how much they struck', async () => {
    const made = (await (await makeAccount('{"balances":{"USDT":"10"}}')).json()) as Record<string, string>;
    const change = { type: 'changeBalance', account: made.id, currency: 'USDT', amount: '-2.5' };
    expect(await faults('POST', '', JSON.stringify(change))).toEqual({ status: 201, body: { id: null, struck: 1 } });
    expect(venue.exchange.accountWallet(made.key ?? '')).toEqual({ USDT: { free: '7.5', locked: '0' } });
  });

  test.each(['', '[]', '{"type":"dance"}', '{"type":"changeBalance","account":"a999","currency":"BTC","amount":"1"}'])(
    'are refused with the reason: %s',
    async (body) => {
      const refused = await faults('POST', '', body);
      expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String), facts: expect.any(Object) } });
      expect(venue.faults.armed).toEqual([]);
    },
  );
});

test('outside of a trial nobody gets in', async () => {
  const closed = await startVenue({ exchange: await createVirtualExchange({ runtime: systemRuntime(), stepped: true }) });
  expect((await fetch(`${closed.url}/trial/venue`)).status).toBe(404);
  expect((await fetch(`${closed.url}/trial/venue/accounts`, { method: 'POST', body: '{"balances":{"BTC":"1"}}' })).status).toBe(404);
  expect((await fetch(`${closed.url}/trial/faults`, { method: 'POST', body: '{"type":"maintenance"}' })).status).toBe(404);
  expect((await fetch(`${closed.url}/api/v3/ping`)).status).toBe(200);
  await closed.close();
});
