import { channels, type LiveSignal, type PriceSignal } from '@tenbin/bots';
import type { LiveEvent } from '@tenbin/contract';
import { contractRecord, newSubscription, planTerms } from '@tenbin/testkit';
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
const open: AbortController[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.abort();
});
afterAll(() => server.close());

interface Watching {
  readonly events: LiveEvent[];
  readonly ended: Promise<void>;
  readonly status: number;
}

/** Looks on until the test is over. */
async function watch(key: string): Promise<Watching> {
  const abort = new AbortController();
  open.push(abort);
  const response = await fetch(`${server.url}/api/events`, { headers: { 'x-user-key': key }, signal: abort.signal });
  const events: LiveEvent[] = [];
  const read = async (): Promise<void> => {
    const { feed } = createParser({ onEvent: ({ data }) => void events.push(JSON.parse(data)) });
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) feed(text);
  };
  const ended = read().catch(() => undefined);
  if (response.ok) await expect.poll(() => events.length).toBeGreaterThan(0);
  return { events, ended, status: response.status };
}

async function makeBot(user: TestUser): Promise<string> {
  const { key, secret } = server.venue.createAccount();
  const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
  const body = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01 };
  return (await server.call('POST', '/api/bots', { key: user.key, body })).body.bot._id;
}

const publish = (channel: string, signal: LiveSignal | PriceSignal): Promise<void> =>
  server.database.notify(channel, JSON.stringify(signal));
const types = ({ events }: Watching): string[] => events.map(({ type }) => type);

test('what happens to a bot is told to its user only, on every page that is open', async () => {
  const [owner, neighbour] = [await server.makeUser(), await server.makeUser()];
  // No bot is made: what its making tells may come after the pages were opened.
  const botId = owner.id;
  const [first, second, other] = [await watch(owner.key), await watch(owner.key), await watch(neighbour.key)];
  await publish(channels.botNews, { organizationId: server.tenbin.id, userId: owner.id, botId, changed: ['orders', 'timeline'] });
  for (const page of [first, second]) await expect.poll(() => types(page)).toEqual(['hello', 'orders', 'timeline']);
  await publish(channels.botNews, { organizationId: server.tenbin.id, userId: neighbour.id, botId: neighbour.id, changed: ['bot'] });
  await expect.poll(() => types(other)).toEqual(['hello', 'bot']);
});

test('a user of the same id in another organization would hear nothing', async () => {
  const owner = await server.makeUser();
  const page = await watch(owner.key);
  await publish(channels.botNews, { organizationId: server.kohaku.id, userId: owner.id, botId: owner.id, changed: ['bot'] });
  await publish(channels.botNews, { organizationId: server.tenbin.id, userId: owner.id, botId: owner.id, changed: ['orders'] });
  await expect.poll(() => types(page)).toEqual(['hello', 'orders']);
});

test('a request made on one page shows on the other', async () => {
  const owner = await server.makeUser();
  const botId = await makeBot(owner);
  const page = await watch(owner.key);
  await server.call('PUT', `/api/bots/${botId}/start`, { key: owner.key });
  await expect.poll(() => page.events).toContainEqual({ type: 'bot', botId });
});

test('a change of profile, plan or payments is told to its user only', async () => {
  const [owner, neighbour] = [await server.makeUser(), await server.makeUser()];
  const [page, other] = [await watch(owner.key), await watch(neighbour.key)];
  await server.call('PUT', '/api/users/self', { key: owner.key, body: { firstName: 'Anna' } });
  await expect.poll(() => types(page)).toEqual(['hello', 'account']);
  const own = server.database.forOrganization(server.tenbin.id);
  const plan = await own.userPlans.create(planTerms(), new Date());
  await own.subscriptions.create(newSubscription({ userId: owner.id, plan }), null);
  await expect.poll(() => types(page)).toEqual(['hello', 'account', 'account']);
  await server.call('PUT', '/api/users/self', { key: neighbour.key, body: { firstName: 'Ben' } });
  await expect.poll(() => types(other)).toEqual(['hello', 'account']);
});

test('a new contract record is sent whole, and once', async () => {
  const owner = await server.makeUser();
  const botId = await makeBot(owner);
  await server.call('PUT', `/api/bots/${botId}/start`, { key: owner.key });
  const { workers } = server.database.platform;
  const { bots, journal } = server.database.forOrganization(server.tenbin.id);
  const { exchangeAccountId } = await bots.require(owner.id, botId);
  const claims = await workers.claim(await workers.register('test'), { limit: 100, leaseMs: 60_000 });
  const epoch = claims.find((claim) => claim.exchangeAccountId === exchangeAccountId)?.epoch ?? 0;
  const page = await watch(owner.key);
  const news: LiveSignal = { organizationId: server.tenbin.id, userId: owner.id, botId, changed: ['record'] };
  const recordOf = (number: number) => contractRecord({ clientOrderId: `T1x${number}`, createdAt: new Date(), tradeIds: [String(number)] });
  await journal.record({ botId, epoch }, { records: [1, 2].map(recordOf) });
  await publish(channels.botNews, news);
  await publish(channels.botNews, news);
  await journal.record({ botId, epoch }, { records: [recordOf(3)] });
  await publish(channels.botNews, news);
  await expect.poll(() => types(page).filter((type) => type === 'record').length).toBe(3);
  const records = page.events.flatMap((event) => (event.type === 'record' ? [event.record] : []));
  expect(new Set(records.map(({ _id }) => _id)).size).toBe(3);
  expect(records[0]).toMatchObject({ botId, pair: 'BTC/USDT', price: '60600' });
});

test('prices are told for the pairs of one’s own bots, at most once a second', async () => {
  const [owner, neighbour] = [await server.makeUser(), await server.makeUser()];
  await makeBot(owner);
  const [page, other] = [await watch(owner.key), await watch(neighbour.key)];
  const price = { exchangeId: server.exchange.id, bestBid: '1', bestAsk: '2', last: '1', at: new Date().toISOString() };
  for (const pair of ['BTC/USDT', 'BTC/USDT', 'XRP/USDT', 'ETH/BTC']) await publish(channels.prices, { ...price, pair });
  await expect.poll(() => types(page).filter((type) => type === 'price').length).toBe(2);
  await publish(channels.botNews, { organizationId: server.tenbin.id, userId: neighbour.id, botId: neighbour.id, changed: ['bot'] });
  await expect.poll(() => types(other)).toEqual(['hello', 'bot']);
});

describe('a stream', () => {
  test('ends at once when its session is signed out', async () => {
    const owner = await server.makeUser();
    const page = await watch(owner.key);
    await server.call('DELETE', '/api/users/session', { key: owner.key });
    await page.ended;
    expect((await watch(owner.key)).status).toBe(401);
  });

  test('ends when the days of its session are over', async () => {
    const owner = await server.makeUser();
    const [key, at] = [makeToken(), new Date()];
    const who = { surface: 'user', organizationId: owner.organizationId, subjectId: owner.id } as const;
    const expiresAt = new Date(at.getTime() + 400);
    await server.database.platform.sessions.create({ ...who, keyHash: hashToken(key), at, expiresAt });
    await (await watch(key)).ended;
    expect((await watch(key)).status).toBe(401);
  });

  test('is not opened by asking for its headers only', async () => {
    const { key } = await server.makeUser();
    const ask = () => fetch(`${server.url}/api/events`, { method: 'HEAD', headers: { 'x-user-key': key } });
    const answers = Array.from({ length: 12 }, ask);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(12).fill(404));
    expect((await watch(key)).status).toBe(200);
  });

  test('is not opened more than twelve times for one user', async () => {
    const owner = await server.makeUser();
    for (const _ of Array(12).keys()) expect((await watch(owner.key)).status).toBe(200);
    expect((await watch(owner.key)).status).toBe(429);
  });

  test('is forgotten when its reader leaves', async () => {
    const owner = await server.makeUser();
    for (const _ of Array(12).keys()) await watch(owner.key);
    for (const one of open.splice(0)) one.abort();
    await expect.poll(async () => (await watch(owner.key)).status).toBe(200);
  });
});

test('a closing server ends its streams and lets calls under way finish', async () => {
  const closing = await startTestServer();
  const user = await closing.makeUser();
  const response = await fetch(`${closing.url}/api/events`, { headers: { 'x-user-key': user.key } });
  const reader = response.body?.getReader();
  await reader?.read();
  const { key, secret } = closing.venue.createAccount();
  const held = closing.venue.hold();
  const underWay = closing.call('POST', `/api/exchanges/${closing.exchange.id}/check-api-key`, { key: user.key, body: { key, secret } });
  const letIn = await held;
  const closed = closing.close();
  letIn();
  expect((await underWay).status).toBe(200);
  expect((await reader?.read())?.done).toBe(true);
  await closed;
});
