/** What comes in costs no more than its length, whatever it is, and brings nothing down. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { okxCall } from '../testing/okx-call.ts';
import { openTestVenue } from '../testing/test-venue.ts';

type Venue = Awaited<ReturnType<typeof openTestVenue>>;
let venue: Venue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

test.each(['/ws', '/stream', '/ws-api/v3', '/ws/v5/public', '/ws/v5/private', '/ws/v5/business'])(
  'what is nested very deeply is refused on %s, which goes on',
  async (path) => {
    const socket = new WebSocket(`${venue.socketUrl}${path}`);
    await once(socket, 'open');
    for (const message of [
      `{"id":${deep}}`,
      `{"id":1,"method":"ping","params":{"a":${deep}}}`,
      `{"id":"1","op":"subscribe","args":[{"channel":${deep}}]}`,
    ]) {
      const answer = once(socket, 'message');
      socket.send(message);
      expect(JSON.parse(String((await answer)[0])), message.slice(0, 60)).not.toHaveProperty('result');
    }
    socket.terminate();
  },
);

test.each([
  ['more parameters than any call has', Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&')],
  ['a parameter of 5,000 characters', `symbol=${'A'.repeat(5_000)}`],
  ['more symbols than are listed at once', `symbols=${encodeURIComponent(JSON.stringify(Array(101).fill('BTCUSDT')))}`],
])('%s are refused in the words of Binance', async (_says, query) => {
  const answer = await fetch(`${venue.url}/api/v3/ticker/price?${query}`);
  expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([400, expect.any(Number)]);
});

test('an order of OKX with something nested very deeply in it is refused', async () => {
  const account = venue.exchange.createAccount({ balances: { USDT: '100' }, passphrase: 'sesame' });
  const { body } = await okxCall(venue, account, { method: 'POST', path: '/api/v5/trade/order', body: `{"instId":${deep}}` });
  expect(body.code).toBe('50002');
});
