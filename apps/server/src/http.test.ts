import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultServerConfig } from './config.ts';
import { sendToken } from './pages/register-docs.ts';
import { goodPassword, startTestServer, type TestServer } from './testing/start-test-server.ts';

let server: TestServer;
let consoleDir: string;
beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(consoleDir, 'assets'));
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(join(consoleDir, 'push-worker.js'), 'told');
  await writeFile(join(consoleDir, 'assets/app-1a2b.js'), 'plain');
  await writeFile(join(consoleDir, 'assets/app-1a2b.js.br'), 'pressed');
  server = await startTestServer({ config: { pages: { ...defaultServerConfig.pages, user: consoleDir } } });
});
afterAll(async () => {
  await server.close();
  await rm(consoleDir, { recursive: true });
});

describe('anti-forgery', () => {
  const signIn = (headers: Record<string, string>) =>
    server.call('POST', '/api/users/signin', { body: { email: 'a@b.example', password: 'x' }, headers });

  test('a plain client needs no token', async () => {
    expect((await signIn({})).status).toBe(401);
  });

  test.each([
    { cookie: 'a=b' },
    { origin: 'http://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])('a browser, known by %o, needs one', async (headers: Record<string, string>) => {
    expect(await signIn(headers)).toMatchObject({ status: 403, body: { code: 'antiForgery' } });
  });

  test('the value of the cookie in the header is one', async () => {
    const page = await server.call('GET', '/');
    const token = /XSRF-TOKEN=([\w-]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    const cookie = `XSRF-TOKEN=${token}`;
    expect((await signIn({ cookie, 'x-xsrf-token': token })).status).toBe(401);
    expect((await signIn({ cookie, 'x-xsrf-token': `${token}x` })).status).toBe(403);
    expect((await signIn({ cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' })).status).toBe(403);
    expect((await signIn({ origin: server.url, 'x-xsrf-token': token })).status).toBe(403);
  });
});

test('a trial of this machine is not there for a page whose own name was made to lead to it', async () => {
  const statusAt = (host: string, path: string) =>
    new Promise<number | undefined>((resolve) => {
      get(server.url + path, { headers: { host } }, (answer) => resolve(answer.resume().statusCode));
    });
  for (const path of ['/trial/inbox.json', '/trial/inbox', '/api/organizations', '/'])
    expect(await statusAt('evil.example:3000', path), path).toBe(404);
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) expect(await statusAt(host, '/trial/inbox.json'), host).toBe(200);
});

describe('reached over https', () => {
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startTestServer({ config: { publicUrl: 'https://tenbin.example', secretsInAddresses: false } });
  });
  afterAll(() => secure.close());

  test('the anti-forgery cookie is one that no other host can set, and no other counts', async () => {
    const given = (await secure.call('GET', '/api/installation')).headers.get('set-cookie') ?? '';
    expect(given).toMatch(/^__Host-XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Lax; Secure$/);
    const token = given.slice(given.indexOf('=') + 1, given.indexOf(';'));
    const signIn = async (cookie: string) =>
      (
        await secure.call('POST', '/api/users/signin', {
          body: { email: 'a@b.example', password: 'x' },
          headers: { cookie, 'x-xsrf-token': token },
        })
      ).status;
    expect(await signIn(`XSRF-TOKEN=${token}`)).toBe(403);
    expect(await signIn(`XSRF-TOKEN=${'x'.repeat(24)}; __Host-XSRF-TOKEN=${token}`)).toBe(401);
  });

  test('so is everything below this host, for a year; and no page changes where its addresses lead', async () => {
    const strict = 'max-age=31536000; includeSubDomains';
    for (const path of ['/', '/api/installation', '/docs/']) {
      const { headers } = await secure.call('GET', path);
      expect(headers.get('strict-transport-security'), path).toBe(strict);
      if (!path.startsWith('/api')) expect(headers.get('content-security-policy')).toContain("base-uri 'none'");
    }
  });

  test('where secrets are not taken in addresses, the specified calls refuse them by name and never by value', async () => {
    const { key } = await secure.makeUser();
    const path = `/api/exchanges/${secure.exchange.id}`;
    const calls = ['check-api-key', 'check-api-key-privilege', 'get-balances', 'suggested-balance'].map(
      (name) => `${path}/${name}?key=hunter2&secret=hunter3`,
    );
    for (const address of [...calls, '/api/bots?password=hunter2']) {
      const { status, body, text } = await secure.call('GET', address, { key });
      expect({ address, status, code: body.code }).toEqual({ address, status: 400, code: 'secretInAddress' });
      expect(text).not.toMatch(/hunter/);
    }
    expect((await secure.call('GET', '/api/bots', { key })).status).toBe(200);
    expect((await secure.call('POST', '/api/bots/keys', { key, body: { password: goodPassword } })).body).toEqual([]);
    expect((await secure.call('POST', '/api/bots/keys', { key, body: { password: 'Wrong1password' } })).body.code).toBe('wrongPassword');
  });
});

test('the document marks calls and fields with a secret in the address as deprecated', async () => {
  const { body } = await server.call('GET', '/openapi.json');
  const deprecated = Object.entries<Record<string, { deprecated?: boolean }>>(body.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { deprecated: is }]) => (is ? [`${method} ${path.split('/').at(-1)}`] : [])),
  );
  expect(deprecated.sort()).toEqual(['get check-api-key', 'get check-api-key-privilege', 'get get-balances', 'get suggested-balance']);
  expect(body.paths['/api/bots'].get.parameters).toMatchObject([{ name: 'password', deprecated: true }]);
});

describe('limits', () => {
  test('ten wrong passwords pause an account for the caller, the right one too', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1 } });
    const { email } = await strict.makeUser();
    const attempt = (password: string) => strict.call('POST', '/api/users/signin', { body: { email, password } });
    for (const _ of Array(10).keys()) expect((await attempt('Wrong1password')).status).toBe(401);
    const paused = await attempt(goodPassword);
    expect(paused).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(800);
    await strict.close();
  });

  test('a network of IPv6 counts as one caller, however many addresses it has', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1, trustedProxies: ['127.0.0.1'] } });
    const body = { email: 'nobody@example.jp', password: 'Wrong1password' };
    const attempt = (from: string) => strict.call('POST', '/api/users/signin', { body, headers: { 'x-forwarded-for': from } });
    const codes: string[] = [];
    for (const host of Array(11).keys()) codes.push((await attempt(`2001:db8:1:2::${host + 1}`)).body.code);
    expect(codes).toEqual([...Array(10).fill('emailOrPassword'), 'tooManyRequests']);
    expect((await attempt('2001:db8:1:3::1')).body.code).toBe('emailOrPassword');
    await strict.close();
  });

  test('wrong passwords that come at once are counted like those that come one after the other', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1 } });
    const { email, key } = await strict.makeUser();
    const guesses = async (send: () => Promise<{ readonly body: { readonly code: string } }>) => {
      const answers = await Promise.all(Array.from({ length: 16 }, send));
      return answers.map(({ body }) => body.code).sort();
    };
    const ten = (code: string) => [...Array(10).fill(code), ...Array(6).fill('tooManyRequests')];
    const body = { email, password: 'Wrong1password' };
    expect(await guesses(() => strict.call('POST', '/api/users/signin', { body }))).toEqual(ten('emailOrPassword'));
    const again = await guesses(() => strict.call('GET', '/api/bots?password=Wrong1password', { key }));
    expect(again).toEqual(ten('wrongPassword').sort());
    await strict.close();
  });

  test('whatever goes on to an exchange is counted for its user', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1 / 60 } });
    const { key } = await strict.makeUser();
    const exchangeId = strict.exchange.id;
    const [pairs, balance] = [['BTC/USDT', 'ETH/USDT'], { BTC: '0.1', ETH: '2', USDT: '6000' }];
    const query = new URLSearchParams({ pairs: pairs.join(), balance: JSON.stringify(balance) });
    const width = () => strict.call('GET', `/api/bots/${exchangeId}/minimum-order-width?${query}`, { key });
    const body = { config: { exchangeId, pairs, balance } };
    const plan = () => strict.call('POST', '/api/bots/validate-auto-rebalance-config', { key, body });
    expect([await width(), await plan(), await width(), await plan()].map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    await strict.close();
  });

  test('an address that asks too often has to wait', async () => {
    const strict = await startTestServer({ config: { requestsPerMinute: 5 } });
    const statuses: number[] = [];
    for (const _ of Array(7).keys()) statuses.push((await strict.call('GET', '/api/organizations')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const answer = await strict.call('GET', '/api/organizations');
    expect(answer.body).toMatchObject({ code: 'tooManyRequests' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });
});

test('what is not there counts as well', async () => {
  const strict = await startTestServer({ config: { requestsPerMinute: 4 } });
  const statuses: number[] = [];
  for (const path of ['/api/nothing', '/nothing', '/trial/x', '/admin', '/more', '/docs/x'])
    statuses.push((await strict.call('GET', path)).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect((await strict.call('POST', '/nothing', { body: {} })).body.code).toBe('tooManyRequests');
  await strict.close();
});

test('the networks of one IPv6 site have eight networks’ requests together', async () => {
  const strict = await startTestServer({ config: { requestsPerMinute: 2, trustedProxies: ['127.0.0.1'] } });
  const ask = async (network: number, path: string) =>
    (await strict.call('GET', path, { headers: { 'x-forwarded-for': `2001:db8:1:${network.toString(16)}::1` } })).status;
  const statuses: number[] = [];
  for (const network of Array(20).keys()) statuses.push(await ask(network, '/api/organizations'), await ask(network, '/nothing'));
  expect(statuses.map((status) => status === 429)).toEqual([...Array(16).fill(false), ...Array(24).fill(true)]);
  expect((await strict.call('GET', '/api/organizations', { headers: { 'x-forwarded-for': '2001:db8:2:1::1' } })).status).toBe(200);
  await strict.close();
});

describe('headers', () => {
  test('answers of the API are kept nowhere, and nothing is indexed', async () => {
    for (const path of ['/api/installation', '/api/bots', '/api/nothing']) {
      const { headers } = await server.call('GET', path);
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
  });

  test('no answer is guessed at, wherever it comes from, and a refusal has its code', async () => {
    for (const path of ['/healthz', '/readyz', '/api/nothing', '/nothing.js', '/api/bots/%zz', '/%', '/openapi.json', '/docs/'])
      expect((await server.call('GET', path)).headers.get('x-content-type-options'), path).toBe('nosniff');
    for (const path of ['/api/nothing', '/api/bots/%zz', '/%'])
      expect((await server.call('GET', path)).body, path).toMatchObject({ statusCode: 404, code: 'notFound' });
  });

  test.each([
    ['malformedRequest', 400, 'no request at all\r\n\r\n'],
    ['malformedRequest', 400, 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n'],
    ['headersTooLarge', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('what is no HTTP is answered with %s', async (code, status, text) => {
    const { head, body } = await answerToRaw(text);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code });
  });

  test('a question for the headers alone gets no body, nor where it is too long', async () => {
    const { head, body } = await answerToRaw(`HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect([head.split(' ')[1], body]).toEqual(['431', '']);
  });

  async function answerToRaw(text: string): Promise<{ readonly head: string; readonly body: string }> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    return { head, body };
  }

  test('pages run our own scripts only and cannot be framed', async () => {
    const { headers } = await server.call('GET', '/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('pages', () => {
  test.each(['/', '/history/', '/bots/01979f3e-7c1a-7000-8000-000000000001?tab=orders', '/verify?code=123456'])(
    '%s is the start page, never kept without asking',
    async (path) => {
      const { status, text, headers } = await server.call('GET', path);
      expect([status, text]).toEqual([200, '<!doctype html><title>Tenbin</title>']);
      expect(headers.get('cache-control')).toBe('no-cache');
      const head = await fetch(server.url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, headers.get('content-type')]);
    },
  );

  test.each([
    '/api/nothing',
    '/api',
    '/assets/gone.js',
    '/brands/tenbin/brand.json',
    '/brands/tenbin/..%2f..%2fpackage.json',
    '/brands/tenbin/..%5cx.svg',
    '/admin/x',
    '/trial/x',
  ])('%s is not there, and says so in JSON', async (path) => {
    const answer = await server.call('GET', path);
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound', statusCode: 404 } });
  });

  test('a start page that is not there asks for a build; one that cannot be read is a fault of ours', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'console-'));
    const unbuilt = await startTestServer({ config: { pages: { ...defaultServerConfig.pages, user: empty } } });
    expect(await unbuilt.call('GET', '/login')).toMatchObject({ status: 503, text: expect.stringContaining('not built yet') });
    await mkdir(join(empty, 'index.html'));
    expect(await unbuilt.call('GET', '/login')).toMatchObject({ status: 500, body: { code: 'internal' } });
    await unbuilt.close();
    await rm(empty, { recursive: true });
  });

  test('the script that tells what is pushed is at the top, as JavaScript, and never kept without asking', async () => {
    const { status, text, headers } = await server.call('GET', '/push-worker.js');
    expect([status, text, headers.get('content-type')]).toEqual([200, 'told', 'text/javascript; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('built files are kept for ever and sent compressed', async () => {
    const { text, headers } = await server.call('GET', '/assets/app-1a2b.js', { headers: { 'accept-encoding': 'identity' } });
    expect(text).toBe('plain');
    expect(headers.get('cache-control')).toContain('immutable');
    const compressed = await fetch(`${server.url}/assets/app-1a2b.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers.get('content-encoding')).toBe('br');
  });

  test('a brand’s pictures are served, and shown by whoever reads a mail elsewhere', async () => {
    const { status, headers } = await server.call('GET', '/brands/tenbin/logo.svg');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('svg')]);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await server.call('GET', '/assets/app-1a2b.js')).headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('the brand follows the address, in a trial also the choice', async () => {
    const brandOf = async (path: string) => (await server.call('GET', path)).body.brand.wlKey;
    expect(await brandOf('/api/installation')).toBe('tenbin');
    expect(await brandOf('/api/installation?brand=kohaku')).toBe('kohaku');
    expect(await brandOf('/api/installation?brand=unknown')).toBe('tenbin');
  });
});

describe('for people who read about the API', () => {
  test('the document lists every call, and the page needs nothing from elsewhere', async () => {
    const { body } = await server.call('GET', '/openapi.json');
    expect(Object.keys(body.paths)).toContain('/api/bots/{id}/start');
    const { text, headers } = await server.call('GET', '/docs/');
    const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(text).toContain(`nonce="${nonce}"`);
    expect((await server.call('GET', '/docs/')).headers.get('content-security-policy')).not.toContain(nonce);
    expect(text).not.toMatch(/(?:src|href)="https?:/);
    expect((await server.call('GET', '/docs/js/scalar.js')).status).toBe(200);
  });
});

test('what is tried out on the page about the API is known as coming from there', async () => {
  const { text, headers } = await server.call('GET', '/docs/');
  const flat = (code: string): string => code.replace(/\s+/g, ' ');
  expect(flat(text)).toContain(flat(`"onRequestBuilt": ${sendToken}`));
  const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  vi.stubGlobal('document', { cookie: `a=b; ${cookie}` });
  const request = new Request(server.url);
  sendToken({ request });
  vi.unstubAllGlobals();
  const given = { cookie, 'sec-fetch-site': 'same-origin', 'x-xsrf-token': request.headers.get('x-xsrf-token') ?? '' };
  const answer = await server.call('POST', '/api/users/signin', { body: { email: 'a@b.example', password: 'x' }, headers: given });
  expect(answer.body.code).toBe('emailOrPassword');
});

test('health says whether it lives and whether the database answers', async () => {
  expect((await server.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
  expect((await server.call('GET', '/readyz')).body).toEqual({ status: 'ok' });
});

test('no secret stands in any line of the log', async () => {
  const user = await server.makeUser();
  const { key, secret } = server.venue.createAccount();
  const query = new URLSearchParams({ key, secret, passPhrase: 'PassPhrase77' });
  for (const name of ['check-api-key', 'check-api-key-privilege', 'get-balances'])
    await server.call('GET', `/api/exchanges/${server.exchange.id}/${name}?${query}`, { key: user.key });
  await server.call('GET', `/api/exchanges/x/check-api-key?${query}`, { key: user.key });
  await server.call('GET', `/api/bots?password=${user.password}`, { key: user.key });
  await server.call('POST', '/api/users/signin', { body: { email: user.email, password: user.password } });
  const lines = server.log.join('\n');
  expect(lines).toContain('/api/exchanges/:id/check-api-key');
  for (const secretText of [key, secret, 'PassPhrase77', user.password, user.key]) expect(lines).not.toContain(secretText);
  expect(lines).toContain(user.id);
});
