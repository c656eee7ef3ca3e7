import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AccountKey } from '../exchange/account-desk.ts';
import { accountNamed } from '../testing/account-on.ts';
import { openTestVenue, until } from '../testing/test-venue.ts';
import { marketChannels } from './channel.ts';
import { loginPayload, sign } from './signature.ts';

type Message = Record<string, unknown> & { arg?: Record<string, string>; data?: Record<string, unknown>[] };

let venue: Awaited<ReturnType<typeof openTestVenue>>;
let account: AccountKey;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  venue = await openTestVenue();
  account = venue.exchange.createAccount({ balances: { BTC: '1', USDT: '60000' }, passphrase: 'open sesame' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await venue.close();
  expect(venue.faultsOfOurs).toEqual([]);
});

async function connect(access: string) {
  const socket = new WebSocket(`${venue.socketUrl}/ws/v5/${access}`);
  sockets.push(socket);
  const received: Message[] = [];
  const texts: string[] = [];
  socket.on('message', (data) => {
    texts.push(String(data));
    if (String(data) !== 'pong') received.push(JSON.parse(String(data)) as Message);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const next = async (what: string, fits: (message: Message) => boolean) => {
    await until(what, () => received.some(fits));
    return received.find(fits);
  };
  const pushes = (channel: string) => received.filter((message) => message.event === undefined && message.arg?.channel === channel);
  return {
    received,
    texts,
    next,
    pushes,
    say: (text: string) => socket.send(text),
    ask: (op: string, ...args: unknown[]) => socket.send(JSON.stringify({ op, args })),
    login: (changes: object = {}) => {
      const timestamp = String(Math.floor(venue.now() / 1_000));
      const proof = { apiKey: account.key, passphrase: account.passphrase, timestamp, sign: sign(account.secret, loginPayload(timestamp)) };
      socket.send(JSON.stringify({ op: 'login', args: [{ ...proof, ...changes }] }));
    },
    event: (event: string) => next(event, (message) => message.event === event),
  };
}

const place = (price: string, side: 'buy' | 'sell' = 'buy') =>
  venue.exchange.place(accountNamed(venue.exchange, account), {
    pair: 'BTC/USDT',
    side,
    type: 'limit',
    timeInForce: 'GTC',
    price,
    amount: '0.001',
  });

test('ping is answered with pong', async () => {
  const client = await connect('public');
  client.say('ping');
  await until('pong', () => client.texts.includes('pong'));
});

test.each([...marketChannels.keys()])('%s begins with how things stand, and follows the market', async (channel) => {
  const client = await connect('public');
  client.ask('subscribe', { channel, instId: 'BTC-USDT' });
  venue.moveTo('BTC/USDT', 60_050);
  expect(await client.event('subscribe')).toMatchObject({ arg: { channel, instId: 'BTC-USDT' }, connId: expect.any(String) });
  await until('the first push', () => client.pushes(channel).length > 0);
  const first = client.pushes(channel).length;
  venue.moveTo('BTC/USDT', 61_000);
  await until('a push after the move', () => client.pushes(channel).length > first);
  venue.moveTo('BTC/USDT', 60_000);
});

test('updates of a book lead from one to the next without a gap, to the book as it is', async () => {
  const client = await connect('public');
  client.ask('subscribe', { channel: 'books', instId: 'BTC-USDT' });
  await until('the snapshot', () => client.pushes('books').length > 0);
  for (const price of [60_050, 60_200, 59_900]) venue.moveTo('BTC/USDT', price);
  const { version } = venue.exchange.live('BTC/USDT');
  await until('the last update', () => client.pushes('books').at(-1)?.data?.[0]?.seqId === version);
  const [snapshot, ...updates] = client.pushes('books');
  expect([snapshot?.action, ...new Set(updates.map(({ action }) => action))]).toEqual(['snapshot', 'update']);
  const bids = new Map<string, string>();
  let seqId = snapshot?.data?.[0]?.seqId;
  for (const { data, action } of [snapshot, ...updates] as Message[]) {
    const item = data?.[0] as { bids: string[][]; seqId: number; prevSeqId: number };
    if (action === 'update') expect(item.prevSeqId).toBe(seqId);
    seqId = item.seqId;
    for (const [price = '', amount = ''] of item.bids) amount === '0' ? bids.delete(price) : bids.set(price, amount);
  }
  const best = Math.max(...[...bids.keys()].map(Number));
  expect(best).toBe(venue.exchange.live('BTC/USDT').book.bestBid / 100);
});

test('candles come over the business socket', async () => {
  const client = await connect('business');
  client.ask('subscribe', { channel: 'candle1m', instId: 'BTC-USDT' });
  await until('a candle', () => client.pushes('candle1m').length > 0);
  expect(client.pushes('candle1m')[0]?.data?.[0]).toHaveLength(9);
});

test('orders and money are told after a login, once however often they were subscribed to', async () => {
  const client = await connect('private');
  client.login();
  expect(await client.event('login')).toMatchObject({ code: '0' });
  client.ask('subscribe', { channel: 'orders', instType: 'ANY' }, { channel: 'account' });
  client.ask('subscribe', { channel: 'orders', instType: 'ANY' });
  await until('all is in force', () => client.received.filter(({ event }) => event === 'subscribe').length === 3);
  const order = place('60200');
  await until('the fill', () => client.pushes('orders').some(({ data }) => data?.[0]?.state === 'filled'));
  const pushed = client.pushes('orders').map(({ data }) => data?.[0]);
  expect(pushed[0]).toMatchObject({ ordId: String(order.id), state: 'live', tradeId: '', fillSz: '0' });
  const fills = pushed.filter((push) => push?.tradeId !== '');
  expect(fills.map((push) => push?.tradeId)).toEqual([...new Set(fills.map((push) => push?.tradeId))]);
  expect(fills.at(-1)).toMatchObject({ state: 'filled', accFillSz: '0.001', execType: 'T', fillFeeCcy: 'BTC', feeCcy: 'BTC' });
  expect(Number(fills.at(-1)?.fillFee)).toBeLessThan(0);
  await until('the money', () => client.pushes('account').length > 1);
  const [all, changed] = client.pushes('account').map(({ data }) => data?.[0]?.details as { ccy: string }[]);
  expect(all?.map(({ ccy }) => ccy)).toEqual(['BTC', 'USDT']);
  expect(changed?.map(({ ccy }) => ccy).toSorted()).toEqual(['BTC', 'USDT']);

  client.ask('unsubscribe', { channel: 'orders', instType: 'ANY' });
  await client.event('unsubscribe');
  const before = client.pushes('orders').length;
  place('50000');
  client.say('ping');
  await until('pong', () => client.texts.includes('pong'));
  expect(client.pushes('orders')).toHaveLength(before);
});

describe('a login is refused when', () => {
  test.each([
    ['the key is unknown', { apiKey: 'nobody' }, '60005'],
    ['the passphrase is wrong', { passphrase: 'open barley' }, '60024'],
    ['the signature is wrong', { sign: 'bm90IG1pbmU=' }, '60007'],
    ['its time is none', { timestamp: 'noon' }, '60004'],
    ['it is old', { timestamp: '1597026383' }, '60006'],
    ['something is missing', { sign: '' }, '50014'],
  ])('%s', async (_says, changes, code) => {
    const client = await connect('private');
    client.login(changes);
    expect(await client.event('error')).toMatchObject({ code });
  });
});

test.each([
  ['what is no JSON', 'public', 'hello', '60012'],
  ['what has no arguments', 'public', '{"op":"subscribe"}', '60012'],
  ['an unknown op', 'public', '{"op":"dance","args":[{}]}', '60019'],
  ['an unknown channel', 'public', '{"op":"subscribe","args":[{"channel":"gossip","instId":"BTC-USDT"}]}', '60018'],
  ['an unknown instrument', 'public', '{"op":"subscribe","args":[{"channel":"trades","instId":"BTC-EUR"}]}', '60018'],
  ['candles on the public socket', 'public', '{"op":"subscribe","args":[{"channel":"candle1m","instId":"BTC-USDT"}]}', '60018'],
  ['orders without a login', 'private', '{"op":"subscribe","args":[{"channel":"orders","instType":"SPOT"}]}', '60011'],
  ['a login on the public socket', 'public', '{"op":"login","args":[{}]}', '60008'],
])('%s is refused', async (_says, access, text, code) => {
  const client = await connect(access);
  client.say(text);
  expect(await client.event('error')).toMatchObject({ code });
});

test('whatever is said, there is an answer, and never a fault', async () => {
  const access = fc.constantFrom('public', 'private', 'business');
  const op = fc.oneof(fc.constantFrom('login', 'subscribe', 'unsubscribe'), fc.jsonValue());
  const field = fc.oneof(fc.constantFrom('orders', 'account', 'books', 'candle1m', 'BTC-USDT', 'SPOT', '__proto__'), fc.jsonValue());
  const names = fc.constantFrom('channel', 'instId', 'instType', 'apiKey', 'passphrase', 'timestamp', 'sign', 'toString');
  const args = fc.oneof(fc.array(fc.dictionary(names, field, { noNullPrototype: true }), { maxLength: 3 }), fc.jsonValue());
  const said = fc.oneof(
    fc.record({ op, args }, { requiredKeys: [] }).map((message) => JSON.stringify(message)),
    fc.json(),
    fc.string(),
  );
  const clients = new Map<string, Awaited<ReturnType<typeof connect>>>();
  for (const name of ['public', 'private', 'business']) clients.set(name, await connect(name));
  await fc.assert(
    fc.asyncProperty(access, said, async (name, text) => {
      const client = clients.get(name);
      const before = client?.texts.length ?? 0;
      client?.say(text);
      await until('an answer', () => (client?.texts.length ?? 0) > before);
    }),
    { numRuns: 300 },
  );
  expect([...clients.values()].flatMap(({ received }) => received).filter(({ code }) => code === '50026')).toEqual([]);
});
