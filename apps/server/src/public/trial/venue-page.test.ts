import { faultFields } from '@tenbin/exchange-virtual';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { readFaultForm } from './fault-form.ts';
import { venueWords } from './venue-words.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browse = (language = 'en') =>
  fetch(`${server.url}/trial/venue`, { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language } });

const submit = (path: string, form: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  fetch(`${server.url}/trial/venue/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'accept-language': 'en', ...headers },
    redirect: 'manual',
  });

test('a browser gets a page in its language, everybody else data', async () => {
  for (const [language, title] of [
    ['en', 'The virtual exchange of this trial'],
    ['ja', '仮想取引所（お試し用）'],
  ] as const) {
    const page = await browse(language);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain(`<h1>${title}</h1>`);
  }
  const { body } = await server.call('GET', '/trial/venue');
  expect(body).toMatchObject({ markets: expect.any(Array), accounts: expect.any(Array), faults: { armed: [], struck: {} } });
  expect(body.markets[0]).toMatchObject({ pair: 'BTC/USDT', bids: expect.any(Array), asks: expect.any(Array) });
});

test('shows books and accounts, and neither a whole key nor a secret', async () => {
  const { key, secret } = server.venue.createAccount();
  const text = await (await browse()).text();
  expect(text).toContain('60000.00000000');
  expect(text).toContain(`…${key.slice(-4)}`);
  expect(text.includes(key) || text.includes(secret)).toBe(false);
});

test('every fault that there is has words in both languages', () => {
  for (const words of [venueWords.ja, venueWords.en]) expect(Object.keys(words.types).sort()).toEqual(Object.keys(faultFields).sort());
});

describe('the form', () => {
  test('injects a fault that strikes, shows it, and clears it', async () => {
    const form = { type: 'serverError', call: 'market', times: '2', status: '502', ms: '1000', amount: '-1', account: '', pair: '' };
    const done = await submit('faults', form);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/trial/venue']);
    expect((await fetch(`${server.venue.url}/api/v3/exchangeInfo`)).status).toBe(502);
    const text = await (await browse()).text();
    expect(text).toContain('status=502');
    expect(text).toContain('aria-label="Clear: Server error (5xx)"');
    const [armed] = server.venue.faults.armed;
    await submit('faults/clear', { id: armed?.id ?? '' });
    expect(server.venue.faults.armed).toEqual([]);
    await submit('faults', form);
    await submit('faults/clear', {});
    expect(server.venue.faults.armed).toEqual([]);
  });

  test('says what is wrong with a fault, and injects none', async () => {
    const refused = await submit('faults', { type: 'delayBefore', ms: '-5' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/role="alert".*The fault was not injected.*ms/s);
    expect(server.venue.faults.armed).toEqual([]);
  });

  test('repeats nothing as HTML', async () => {
    const refused = await submit('faults', { type: '<script>' });
    expect(await refused.text()).not.toContain('<script>');
  });

  test.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another origin', { origin: 'https://elsewhere.example' }],
    ['of no origin at all', { origin: 'null' }],
  ])('%s is refused', async (_says, headers) => {
    expect((await submit('faults', { type: 'maintenance' }, headers)).status).toBe(403);
    expect(server.venue.faults.armed).toEqual([]);
  });
});

test.each([
  [
    { type: 'changeBalance', account: 'a2', pair: 'BTC/USDT', currency: 'BTC', amount: ' -1 ', times: '3' },
    { type: 'changeBalance', account: 'a2', currency: 'BTC', amount: '-1' },
  ],
  [
    { type: 'loseAnswer', account: 'a2', pair: '', call: 'place', times: '1' },
    { type: 'loseAnswer', times: 1, where: { account: 'a2', call: 'place' } },
  ],
  [{ type: 'constructor', times: '1' }, { type: 'constructor' }],
])('a form is read as the fault that it means: %o', (form, fault) => {
  expect(readFaultForm(new URLSearchParams(form), faultFields)).toEqual(fault);
});
