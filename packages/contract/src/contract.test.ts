import { isAction, statuses } from '@tenbin/messages';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ApiError, createClient, OfflineError, RequiredParameterError, UnauthorizedError } from './client.ts';
import { follow } from './follow.ts';
import { getInstallation, getPerformance, getVolume, listRecords, signIn, stopBot, watchEvents } from './index.ts';
import { allRoutes, openApiOf } from './reference.ts';
import { AmountsText, listOf, Moment, PairText } from './shapes.ts';

const id = '01979f3e-7c1a-7000-8000-000000000001';

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const seen: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: 'http://here',
    key: () => 'a-key',
    antiForgeryToken: () => 'token',
    fetch: async (url, init) => {
      seen.push({ url: String(url), init: init ?? {} });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
    },
  });
  return { client, seen };
}

describe('the client', () => {
  test('puts the parts of a call where the route says and the key into its header', async () => {
    const { client, seen } = answering(200, { success: true });
    await client.call(stopBot, { params: { id } });
    expect(seen[0]?.url).toBe(`http://here/api/bots/${id}/stop`);
    expect(seen[0]?.init.headers).toMatchObject({ 'x-user-key': 'a-key', 'x-xsrf-token': 'token' });
  });

  test('carries no key on calls that need none', async () => {
    const { client, seen } = answering(200, {});
    await client.call(signIn, { body: { email: 'a@b.example', password: 'Secret12' } });
    expect(seen[0]?.init.headers).not.toHaveProperty('x-user-key');
  });

  test('maps _id to id at every depth', async () => {
    const { client } = answering(200, [{ _id: '1', part: { _id: '2' } }]);
    expect(await client.call(getInstallation, { query: {} })).toEqual([{ id: '1', part: { id: '2' } }]);
  });

  test('refuses to send without a stored key, and without a required field, and names the field', async () => {
    const client = createClient({ baseUrl: '', key: () => null, fetch: () => Promise.reject(new Error('sent')) });
    await expect(client.call(stopBot, { params: { id } })).rejects.toBeInstanceOf(UnauthorizedError);
    await expect(client.call(getPerformance, { params: { id }, query: { targetTimestamp: null as never } })).rejects.toMatchObject({
      field: 'targetTimestamp',
    });
    await expect(client.call(stopBot, { params: { id: null as never } })).rejects.toBeInstanceOf(RequiredParameterError);
  });

  test('leaves out what has a default', async () => {
    const { client, seen } = answering(200, []);
    await client.call(listRecords, { params: { id }, query: { limit: 5 } });
    expect(seen[0]?.url).toBe(`http://here/api/bots/${id}/records?limit=5`);
  });

  test('tells a refusal, an unreadable answer and an unreachable server apart', async () => {
    const refusing = answering(400, { statusCode: 400, code: 'valueTooSmall', message: 'no', advice: 'wider', error: { delta: 'small' } });
    await expect(refusing.client.call(getVolume, { params: { id }, query: {} })).rejects.toMatchObject({
      code: 'valueTooSmall',
      advice: 'wider',
      fields: { delta: 'small' },
    });
    const nested = answering(400, {
      statusCode: 400,
      code: 'x',
      message: JSON.stringify({ code: 'orderWidthTooSmall', error: { delta: 'small' } }),
    });
    await expect(nested.client.call(getVolume, { params: { id }, query: {} })).rejects.toMatchObject({
      code: 'orderWidthTooSmall',
      fields: { delta: 'small' },
    });
    const broken = answering(502, '<html>Bad gateway</html>', { 'retry-after': '7' });
    await expect(broken.client.call(getVolume, { params: { id }, query: {} })).rejects.toMatchObject({
      status: 502,
      code: 'unreadable',
      retryAfter: 7,
    });
    const gone = createClient({ baseUrl: '', key: () => 'k', fetch: () => Promise.reject(new TypeError('refused')) });
    await expect(gone.call(stopBot, { params: { id } })).rejects.toBeInstanceOf(OfflineError);
  });

  test('reports a 401 of a keyed call once', async () => {
    const ended: ApiError[] = [];
    const client = createClient({
      baseUrl: '',
      key: () => 'k',
      onSignedOut: (error) => ended.push(error),
      fetch: async () =>
        Response.json({ statusCode: 401, code: 'sessionTimeout', message: 'Please log in', sessionTimeout: true }, { status: 401 }),
    });
    await expect(client.call(stopBot, { params: { id } })).rejects.toMatchObject({ sessionTimeout: true });
    expect(ended).toHaveLength(1);
  });
});

describe('input from outside', () => {
  test('a time is epoch milliseconds or ISO', () => {
    expect(z.parse(Moment, '1700000000000')).toEqual(new Date(1_700_000_000_000));
    expect(z.parse(Moment, '2026-01-02T03:04:05Z')).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect(z.parse(Moment, '2028-02-29T23:30:00-09:00')).toEqual(new Date('2028-03-01T08:30:00Z'));
    expect(z.parse(Moment, '2026-01-02')).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(z.parse(Moment, '2026-01-02T03:04')).toEqual(new Date('2026-01-02T03:04:00Z'));
    for (const wrong of [
      'yesterday',
      '',
      '2026-01-01 (x)',
      '2026-13-01',
      '2026-01-01T25:00Z',
      '99999999999999999',
      'Infinity',
      '2026-02-31',
      '2026-04-31T10:00:00+09:00',
    ])
      expect(z.safeParse(Moment, wrong).success, wrong).toBe(false);
  });

  test('a list is text with commas or JSON', () => {
    const pairs = listOf(PairText);
    expect(z.parse(pairs, 'BTC/USDT,ETH/USDT')).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(z.parse(pairs, '["BTC/USDT"]')).toEqual(['BTC/USDT']);
    for (const wrong of ['', 'BTCUSDT', '[1', '["BTC/USDT"']) expect(z.safeParse(pairs, wrong).success, wrong).toBe(false);
  });

  test('amounts are text or JSON', () => {
    expect(z.parse(AmountsText, 'BTC:0.1,USDT:6000')).toEqual({ BTC: '0.1', USDT: '6000' });
    expect(z.parse(AmountsText, '{"BTC":0.1}')).toEqual({ BTC: '0.1' });
    for (const wrong of ['', 'BTC', 'BTC:x', '{"BTC":', '{"BTC":null}']) expect(z.safeParse(AmountsText, wrong).success, wrong).toBe(false);
  });
});

/** Fields of an answer that the specification names, and no input has. */
const specified = ['emailOrPassword', 'emailVerified', 'messageOfMinValue', 'messageOfOutOfConfigurePrice'];

describe('the routes', () => {
  test('no two share a method and a path', () => {
    const addresses = Object.values(allRoutes).map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('every call is in the OpenAPI document with its errors', () => {
    const document = openApiOf(allRoutes) as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    for (const route of Object.values(allRoutes)) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      for (const code of route.errors) expect(operation?.responses[String(statuses[code])]?.description).toContain(code);
    }
  });

  test('the field that a code is about is one of the call’s own, or one that the specification names', () => {
    for (const { path, errors, fieldOf, body, query, params } of Object.values(allRoutes)) {
      for (const code of Object.keys(fieldOf)) expect(errors, path).toContain(code);
      const inputs = [params, query, body].flatMap((part) => Object.keys(part?.shape ?? {}));
      const known = new Set([...inputs, ...(inputs.includes('config') ? ['exchangeId', 'pairs', 'delta'] : []), ...specified]);
      expect(
        Object.values(fieldOf).filter((field) => !known.has(field)),
        path,
      ).toEqual([]);
    }
  });
});

test('a sign of life without an event is heard, and is no event', async () => {
  const stream = new Blob([': \n\n', 'data: {"type":"hello"}\n\n']);
  const client = createClient({ baseUrl: '', key: () => 'k', fetch: () => Promise.resolve(new Response(stream)) });
  const events: unknown[] = [];
  let received = 0;
  await follow(client, watchEvents, {}, (event) => events.push(event), { onActivity: () => received++ });
  expect(received).toBeGreaterThan(0);
  expect(events).toEqual([{ type: 'hello' }]);
});

test('every act that is written down has a name for people', () => {
  const written = Object.entries(allRoutes).filter(([, { audited }]) => audited);
  expect(written.length).toBeGreaterThan(100);
  expect(written.map(([name]) => name).filter((name) => !isAction(name))).toEqual([]);
});
