import type { Organization } from '@tenbin/db';
import { newId } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { startPaymentStage } from '../testing/payment-stage.ts';
import { startTestServer } from '../testing/start-test-server.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

test('a user has as many bots as the organization lets them, also when they are set up at once', async () => {
  const server = await startTestServer();
  const operator = await server.makeOperator();
  const wanted = { name: 'Sakura', slug: 'sakura', isFree: true, botsPerUser: 2 };
  const made = await server.call('POST', '/ango-ya/organizations', { key: operator, surface: 'operator', body: wanted });
  expect(made.body).toMatchObject({ botsPerUser: 2 });
  const create = async (key: string) => {
    const account = server.venue.createAccount();
    const body = { name: 'Tokyo', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
    return (await server.call('POST', '/api/bots', { key, body })).body;
  };
  const { key, id } = await server.makeUser({ id: made.body._id } as Organization);
  const answers = await Promise.all([create(key), create(key), create(key)]);
  expect(answers.map(({ code }) => code).sort()).toEqual(['tooManyBots', undefined, undefined]);
  expect(await server.database.forOrganization(made.body._id).exchangeAccounts.listOfUser(id), 'keys that are kept').toHaveLength(2);
  expect(await create(key)).toMatchObject({ code: 'tooManyBots', facts: { most: 2 }, message: expect.stringContaining('2 bots') });
  const list = async () => (await server.call('GET', '/api/bots', { key })).body as { readonly _id: string }[];
  const [first] = await list();
  await server.call('DELETE', `/api/bots/${first?._id}`, { key });
  expect(await create(key)).toMatchObject({ bot: { name: 'Tokyo' } });
  expect(await list()).toHaveLength(2);
  expect((await create((await server.makeUser()).key)).code).toBeUndefined();
  await server.close();
});

test('searching a timeline, reading far back, totals and statements are limited, each by itself; looking at the newest is not', async () => {
  const server = await startTestServer({ config: { limitFactor: 0.1 } });
  const { key } = await server.makeUser();
  const account = server.venue.createAccount();
  const body = { name: 'Tokyo', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
  const botId = (await server.call('POST', '/api/bots', { key, body })).body.bot._id;
  const statuses = async (path: string): Promise<number[]> => {
    const all: number[] = [];
    for (let count = 0; count < 3; count += 1) all.push((await server.call('GET', `/api/${path}`, { key })).status);
    return all;
  };
  const ofBot = (path: string) => statuses(`bots/${botId}/${path}`);
  expect(await ofBot('timeline?text=60600')).toEqual([200, 200, 429]);
  expect(await ofBot('timeline_count?text=60600')).toEqual([200, 200, 429]);
  expect(await ofBot('records?offset=10001')).toEqual([200, 200, 429]);
  expect(await ofBot('timeline?offset=10001')).toEqual([429, 429, 429]);
  expect(await ofBot('timeline?text=%20&kind=placed&offset=10000')).toEqual([200, 200, 200]);
  expect(await ofBot('records?offset=1000001')).toEqual([400, 400, 400]);
  expect(await statuses('records/totals')).toEqual([200, 200, 429]);
  expect(await statuses('statement?month=2026-01')).toEqual([200, 200, 429]);
  expect(await statuses('records')).toEqual([200, 200, 200]);
  await server.close();
});

test('purchases that are prepared at the payment provider are limited; what never gets there is not counted', async () => {
  const stage = await startPaymentStage({ limitFactor: 0.1 });
  const plan = await stage.makePlan({ name: 'Standard' });
  const [{ key }, { key: other }] = [await stage.server.makeUser(), await stage.server.makeUser()];
  const checkout = async (by: string, userPlanId: string) =>
    (await stage.server.call('POST', '/api/user-plans/checkout', { key: by, body: { userPlanId, purpose: 'new' } })).body.code;
  for (let count = 0; count < 3; count += 1) expect(await checkout(key, newId())).toBe('userPlanNotFound');
  expect([await checkout(key, plan.id), await checkout(key, plan.id)]).toEqual([undefined, 'tooManyRequests']);
  expect(await checkout(other, plan.id)).toBeUndefined();
  await stage.close();
});
