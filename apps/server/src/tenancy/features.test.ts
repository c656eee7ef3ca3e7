/** What a brand's flags do to calls: `tenbin` has them on, `kohaku` off. */
import type { Bot } from '@tenbin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../passwords/password-hash.ts';
import { botsOf } from '../testing/bots-of.ts';
import { pairs } from '../testing/right-query.ts';
import { expectSpecifiedCalls } from '../testing/specified-calls.ts';
import { type Answer, goodPassword, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

const off = { affiliate: false, signUp: false, autoRebalanceByBot: false, checkBtcBalance: false, defaultOrderWidth: false };
const on = { affiliate: true, signUp: true, autoRebalanceByBot: true, checkBtcBalance: true, defaultOrderWidth: true };

let server: TestServer;
/** Of the brand that has the flags on, and of the one that has not. */
let withThem: TestUser;
let without: TestUser;
beforeAll(async () => {
  server = await startTestServer({ features: { tenbin: { ...on, requiredCot: false }, kohaku: { ...off, requiredCot: true } } });
  withThem = await server.makeUser();
  without = await invited();
});
afterAll(() => server.close());

/** Where nobody signs up. */
async function invited(): Promise<TestUser> {
  const { id: organizationId } = server.kohaku;
  const email = 'invited@example.com';
  const { users } = server.database.forOrganization(organizationId);
  await users.create({ email, passwordHash: await hashPassword(goodPassword), verifiedAt: server.clock.now() });
  const { body } = await server.call('POST', '/api/users/signin', {
    body: { email, password: goodPassword, organization: organizationId },
  });
  return { key: body.uniqueKey, id: body._id, email, password: goodPassword, organizationId, client: server.clientOf(body.uniqueKey) };
}
const get = (path: string, { key }: TestUser) => server.call('GET', path, { key });
const signUp = (email: string, organization: string, more: Record<string, string> = {}) =>
  server.call('POST', '/api/users', { body: { email, password: goodPassword, organization, ...more } });
const settings = async (body: unknown, organization = server.tenbin) =>
  server.call('PUT', '/admin/organizations/self', { key: await server.makeAdministrator(organization), surface: 'organization', body });
const follow = (path: string) => fetch(server.url + path, { redirect: 'manual' });

describe('affiliate', () => {
  test('on: a code with its address, which leads to sign-up with the code', async () => {
    const { status, body } = await get('/api/users/affiliate_code', withThem);
    expect(status).toBe(200);
    expect(body.url).toBe(`${server.url}/r/${body.code}?brand=tenbin`);
    const answer = await fetch(body.url, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/sign-up?code=${body.code}&brand=tenbin`]);
    const odd = await follow('/r/%0d%0aset-cookie%3Ax?brand=tenbin');
    expect([odd.status, odd.headers.get('location')]).toEqual([302, '/sign-up?code=%0D%0Aset-cookie%3Ax&brand=tenbin']);
  });

  test('on: what became of those who came is told, and nothing of who they are', async () => {
    const { code } = (await get('/api/users/affiliate_code', withThem)).body;
    const [waiting, verified, trader] = ['waiting@example.com', 'verified@example.com', 'trader@example.com'];
    for (const email of [waiting, verified, trader])
      expect((await signUp(email, server.tenbin.id, { referralCode: code })).status).toBe(201);
    for (const email of [verified, trader]) {
      const body = { email, code: await server.mailedCode(email), password: goodPassword, organization: server.tenbin.id };
      const { body: user } = await server.call('POST', '/api/users/verify', { body });
      if (email !== trader) continue;
      const bots = botsOf(server, { key: user.uniqueKey });
      expect((await bots.put(`/${await bots.made()}/start`)).status).toBe(200);
    }
    const { body, text } = await get('/api/users/referrals', withThem);
    expect(body.counts).toEqual({ signedUp: 3, verified: 2, paid: 2, running: 1 });
    expect(body.referrals.map(({ state }: { state: string }) => state)).toEqual(['running', 'paid', 'signedUp']);
    expect(text).not.toMatch(/@|_id/);
  });

  test('on: a code is taken as people type it', async () => {
    const { code } = (await get('/api/users/affiliate_code', withThem)).body;
    const wide = [...code].map((sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join('');
    for (const [index, referralCode] of [code.toLowerCase(), ` ${wide}`].entries())
      expect((await signUp(`typed-${index}@example.com`, server.tenbin.id, { referralCode })).status, referralCode).toBe(201);
  });

  test('on: who came and left again counts on as they were, and nothing is told of who they were', async () => {
    const host = await server.makeUser();
    const { code } = (await get('/api/users/affiliate_code', host)).body;
    const email = 'leaver@example.com';
    expect((await signUp(email, server.tenbin.id, { referralCode: code })).status).toBe(201);
    const body = { email, code: await server.mailedCode(email), password: goodPassword, organization: server.tenbin.id };
    const { body: leaver } = await server.call('POST', '/api/users/verify', { body });
    const before = (await get('/api/users/referrals', host)).body;
    const left = await server.call('POST', '/api/users/self/delete', { key: leaver.uniqueKey, body: { password: goodPassword } });
    expect(left.body, left.text).toEqual({ success: true });
    expect(before.counts).toMatchObject({ signedUp: 1, verified: 1 });
    expect((await get('/api/users/referrals', host)).body).toEqual({
      counts: before.counts,
      referrals: [{ signedUpAt: before.referrals[0].signedUpAt, state: 'left' }],
    });
    const administrator = { key: await server.makeAdministrator(), surface: 'organization' } as const;
    const ledger = await server.call('GET', `/admin/referrals?referrer=${code}&limit=10`, administrator);
    expect(ledger.body).toMatchObject([{ referredUser: leaver._id, email: expect.stringContaining('@deleted.invalid'), state: 'left' }]);
    expect(ledger.text).not.toContain(email);
  });

  test('off: there is no code, no list and no link', async () => {
    for (const path of ['/api/users/affiliate_code', '/api/users/referrals'])
      expect(await get(path, without)).toMatchObject({ status: 403, body: { code: 'affiliateNotOffered' } });
    expect((await follow('/r/ABCD2345?brand=kohaku')).status).not.toBe(302);
  });
});

describe('signUp', () => {
  test('on: somebody signs up', async () => {
    expect((await signUp('new@example.com', server.tenbin.id)).status).toBe(201);
  });
  test('off: nobody does', async () => {
    expect(await signUp('new@example.com', server.kohaku.id)).toMatchObject({ status: 403, body: { code: 'signUpClosed' } });
  });
});

describe('autoRebalanceByBot', () => {
  const config = () => ({ exchangeId: server.exchange.id, pairs, balance: { USDT: '18000' } });
  const validate = ({ key }: TestUser) =>
    server.call('POST', '/api/bots/validate-auto-rebalance-config', { key, body: { config: config() } });
  test('on: a rebalance is planned', async () => {
    expect((await validate(withThem)).status).toBe(200);
  });
  test('off: none is', async () => {
    expect(await validate(without)).toMatchObject({ status: 403, body: { code: 'autoRebalanceNotOffered' } });
  });

  test('off: a bot that was set to it before is changed and started as if it was not, and none is newly set to it', async () => {
    const plain = await startTestServer({ features: { tenbin: { autoRebalanceByBot: false } } });
    try {
      const user = await plain.makeUser();
      const bots = botsOf(plain, user);
      const { key: apiKey, secret } = plain.venue.createAccount({ balances: { BTC: '0.1', ETH: '2', USDT: '18000' } });
      const id = await bots.made({ apiKey, secret });
      const set = { autoRebalance: true, autoActivation: true };
      for (const refused of [await bots.put(`/${id}`, set), await bots.create(set)])
        expect(refused).toMatchObject({ status: 403, body: { code: 'autoRebalanceNotOffered' } });
      await plain.database.forOrganization(user.organizationId).bots.updateSettings(user.id, id, set);
      for (const changes of [{ name: 'Renamed' }, { delta: 0.02 }, { name: 'Renamed', ...set }]) {
        const changed = await bots.put(`/${id}`, changes);
        expect(changed.status, changed.text).toBe(200);
        expect(changed.body.bot).toMatchObject({ name: 'Renamed', state: 'stopped', active: false, errorMessages: [] });
      }
      expect(await bots.put(`/${id}/start`)).toMatchObject({ status: 400, body: { code: 'unbalanced' } });
    } finally {
      await plain.close();
    }
  });
});

describe('checkBtcBalance', () => {
  beforeAll(async () => {
    for (const organization of [server.tenbin, server.kohaku])
      expect((await settings({ minimumBtcBalance: '0.25' }, organization)).body.minimumBtcBalance).toBe('0.25');
  });
  test('on: a start is refused with what is missing, and goes through where the minimum is met', async () => {
    expect((await get('/api/organizations/self', withThem)).body.minimumBtcBalance).toBe('0.25');
    const bots = botsOf(server, withThem);
    const id = await bots.made({ name: 'Little-btc' });
    const { status, body } = await bots.put(`/${id}/start`);
    expect([status, body.code, body.facts]).toEqual([400, 'notEnoughBtc', { minimum: '0.25', held: '0.1', missing: '0.15' }]);
    expect(body.message).toContain('0.15 BTC');
    await settings({ minimumBtcBalance: '0.1' });
    expect((await bots.put(`/${id}/start`)).body).toEqual({ success: true });
  });

  test('on: what rebalancing leads to counts for a bot that starts afterwards', async () => {
    const bots = botsOf(server, withThem);
    const { key: apiKey, secret } = server.venue.createAccount({ balances: { USDT: '18000' } });
    const wanted = { name: 'From-dollars', apiKey, secret, autoRebalance: true, autoActivation: true };
    await settings({ minimumBtcBalance: '0.2' });
    const refused = (await bots.create(wanted)).body.bot;
    expect(refused).toMatchObject({ state: 'stopped', active: false, errorMessages: [{ code: 'launchFailed' }] });
    await settings({ minimumBtcBalance: '0.05' });
    const changed = await bots.put(`/${refused._id}`, { name: 'From-dollars-2', autoActivation: true });
    expect(changed.body.bot).toMatchObject({ state: 'rebalancing', active: true, autoStartRequested: true });
  });

  test('on: what rebalancing leads to counts for a bot that is asked to start while it is rebalanced', async () => {
    const bots = botsOf(server, withThem);
    const { key: apiKey, secret } = server.venue.createAccount({ balances: { BTC: '0.1', ETH: '2', USDT: '9000' } });
    const id = await bots.made({ name: 'On-the-way', apiKey, secret });
    await settings({ minimumBtcBalance: '0.2' });
    const asked = await server.call('POST', `/api/bots/${id}/auto-rebalance-by-bot`, { key: withThem.key, body: {} });
    expect(asked.status, asked.text).toBe(201);
    const refused = await bots.put(`/${id}/start`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'notEnoughBtc', facts: { minimum: '0.2' } } });
    // Even, the wallet has 0.116.
    await settings({ minimumBtcBalance: '0.11' });
    expect((await bots.put(`/${id}/start`)).body).toEqual({ success: true });
  });

  test('on: a bot that may not start by itself is saved all the same, once, and says why it does not run', async () => {
    const user = await server.makeUser();
    const bots = botsOf(server, user);
    const byItself = { autoRebalance: true, autoActivation: true };
    const list = async () => (await bots.get('')).body.map(({ name, state, active }: Bot) => [name, state, active]);
    const toldOf = (answer: Answer) => answer.body.bot.errorMessages.map(({ message }: Bot['errorMessages'][number]) => message);
    await settings({ minimumBtcBalance: '1000' });
    const made = await bots.create({ name: 'Waiting', ...byItself });
    expect(made.status, made.text).toBe(201);
    expect(toldOf(made)).toEqual([expect.stringMatching(/start conditions.*BTC/)]);
    expect(await list()).toEqual([['Waiting', 'stopped', false]]);
    const changed = await bots.put(`/${made.body.bot._id}`, { name: 'Renamed', ...byItself });
    expect(changed.status, changed.text).toBe(200);
    expect(toldOf(changed)).toHaveLength(2);
    expect(await list()).toEqual([['Renamed', 'stopped', false]]);
  });

  test('off: nothing is asked for, and a bot starts with less', async () => {
    expect((await get('/api/organizations/self', without)).body.minimumBtcBalance).toBeNull();
    const plain = await startTestServer({ features: { tenbin: { checkBtcBalance: false } } });
    try {
      const key = await plain.makeAdministrator(plain.tenbin);
      await plain.call('PUT', '/admin/organizations/self', { key, surface: 'organization', body: { minimumBtcBalance: '0.25' } });
      const bots = botsOf(plain, await plain.makeUser());
      expect((await bots.put(`/${await bots.made({ name: 'Little-btc' })}/start`)).body).toEqual({ success: true });
    } finally {
      await plain.close();
    }
  });
});

describe('defaultOrderWidth', () => {
  test('on: set-up is told where to begin', async () => {
    await settings({ defaultOrderWidth: 3.5 });
    expect((await get('/api/organizations/self', withThem)).body.defaultOrderWidth).toBe(3.5);
  });
  test('off: it is not', async () => {
    await settings({ defaultOrderWidth: 3.5 }, server.kohaku);
    expect((await get('/api/organizations/self', without)).body.defaultOrderWidth).toBeNull();
  });
});

describe('requiredCot', () => {
  const course = { type: 'basic', pairs, delta: 0.01 };
  test('on: neither a bot nor a course without COT is taken', async () => {
    expect(await botsOf(server, without).create()).toMatchObject({
      status: 400,
      body: { code: 'cotRequired', error: { pairs: expect.any(String) } },
    });
    expect(await settings({ courses: [course] }, server.kohaku)).toMatchObject({ status: 400, body: { code: 'cotRequired' } });
    const withCot = { ...course, pairs: ['COT/USDT', 'COT/BTC', 'BTC/USDT'] };
    expect((await settings({ courses: [withCot] }, server.kohaku)).body.courses).toMatchObject([{ pairs: withCot.pairs }]);
  });
  test('off: both are', async () => {
    expect((await botsOf(server, withThem).create({ name: 'No-cot' })).status).toBe(201);
    expect((await settings({ courses: [course] })).status).toBe(200);
  });
});

test('`?wl=` names a brand in a trial as `?brand=` does', async () => {
  expect((await server.call('GET', '/api/installation?wl=kohaku')).body.brand.wlKey).toBe('kohaku');
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
