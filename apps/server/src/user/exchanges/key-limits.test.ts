import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1 } });
  user = await server.makeUser();
});
afterAll(() => server.close());

const ask = (call: string, body: Readonly<Record<string, unknown>>) =>
  server.call('POST', `/api/exchanges/${server.exchange.id}/${call}`, { key: user.key, body });

test('ten keys a minute may be tried out; one that the exchange takes counts only where it is checked', async () => {
  const own = await server.venue.trial?.createAccount({ balances: { BTC: '1' } });
  if (!own) throw new Error('no account');
  for (let call = 0; call < 12; call += 1) expect((await ask('get-balances', own)).status).toBe(200);
  const wrong = { key: 'k'.repeat(64), secret: 's'.repeat(64) };
  const codes = [];
  for (let call = 0; call < 5; call += 1) codes.push((await ask('get-balances', wrong)).status, (await ask('check-api-key', own)).status);
  expect(codes).toEqual([400, 200, 400, 200, 400, 200, 400, 200, 400, 200]);
  const refused = await ask('check-api-key', own);
  expect(refused).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('get-balances', own)).status).toBe(429);
});
