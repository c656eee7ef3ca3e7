/** A partner is told of whoever has proven their address, before there is a user. */
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, SettingsReader } from '@tenbin/settings';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goodPassword as password, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { linkWithPartner } from './link-with-partner.ts';
import { checkPartners, readPartners } from './partner-settings.ts';

const secret = 'a-secret-of-the-partner-0123456789';
let partner: Server;
let server: TestServer;
let url: string;
let statuses: number[];
let notified: { readonly body: string; readonly signature: string }[];
beforeAll(async () => {
  partner = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      notified.push({ body, signature: String(request.headers['x-tenbin-signature']) });
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => void partner.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/link`;
  server = await startTestServer({ config: { partners: new Map([['tenbin', { url, secret }]]) } });
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => void partner.close(resolve));
});
beforeEach(() => {
  statuses = [];
  notified = [];
});

test('the partner is told with a signature, and only where the organization has one', async () => {
  const user = await server.makeUser();
  const [{ body = '', signature = '' } = {}] = notified;
  expect(JSON.parse(body)).toMatchObject({ organization: 'tenbin', userId: user.id, email: user.email });
  const [, at = '', proof = ''] = signature.match(/^t=(\d+),v1=([0-9a-f]{64})$/) ?? [];
  expect(proof).toBe(createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  await server.makeUser(server.kohaku);
  expect(notified).toHaveLength(1);
});

test('where the partner refuses there is no user yet, and the same code is good for another try', async () => {
  statuses = [409, 302];
  const email = 'linked@example.jp';
  const { ticket } = (await server.call('POST', '/api/users', { body: { email, password, organization: server.tenbin.id } })).body;
  const body = { email, code: await server.mailedCode(email), ticket, organization: server.tenbin.id };
  const verify = () => server.call('POST', '/api/users/verify', { body });
  for (const _ of statuses.slice()) expect(await verify()).toMatchObject({ status: 409, body: { code: 'sscLinkageFail' } });
  expect(notified).toHaveLength(2);
  expect(await server.database.forOrganization(server.tenbin.id).users.findByEmail(email)).toBeNull();
  expect(await verify()).toMatchObject({ status: 200, body: { email } });
  expect(server.log.filter((line) => line.includes(secret))).toEqual([]);
});

test('whoever was invited is told of before their address counts as proven: by the link, and by an administrator’s word', async () => {
  const key = await server.makeAdministrator();
  const administer = (method: string, path: string, body: object) =>
    server.call(method, `/admin/users${path}`, { key, surface: 'organization', body });
  const own = server.database.forOrganization(server.tenbin.id);
  const invited = async (email: string): Promise<string> => (await administer('POST', '', { email, language: 'en' })).body._id;
  const first = await invited('by-link@example.jp');
  await server.settled();
  const mails = await server.database.platform.mailQueue.listNewest(10);
  const token = /#([\w-]+)/.exec(mails.find(({ to }) => to === 'by-link@example.jp')?.text ?? '')?.[1];
  const choose = () => server.call('PUT', '/api/users/self/password/reset', { body: { token, password } });
  statuses = [409];
  expect(await choose()).toMatchObject({ status: 409, body: { code: 'sscLinkageFail' } });
  expect(await own.users.find(first)).toMatchObject({ verifiedAt: null, passwordHash: '' });
  expect((await choose()).body).toEqual({ success: true });
  const second = await invited('by-hand@example.jp');
  const verify = () => administer('PUT', `/${second}/verify`, { reason: 'Showed a passport' });
  statuses = [409];
  expect(await verify()).toMatchObject({ status: 409, body: { code: 'sscLinkageFail' } });
  expect(await own.users.find(second)).toMatchObject({ verifiedAt: null });
  expect((await verify()).status).toBe(200);
  expect(notified.map(({ body }) => JSON.parse(body).userId)).toEqual([first, first, second, second]);
  const again = await server.call('PUT', '/api/users/self/password/reset', { body: { email: 'by-link@example.jp' } });
  expect([again.status, notified.length], 'who is proven already is not told of again').toEqual([200, 4]);
});

test('where there is no room for a user the partner is told of nobody', async () => {
  const email = 'no-room@example.jp';
  const { ticket } = (await server.call('POST', '/api/users', { body: { email, password, organization: server.tenbin.id } })).body;
  const own = server.database.forOrganization(server.tenbin.id);
  const { organizations } = server.database.platform;
  await organizations.update(server.tenbin.id, { limits: { users: await own.users.count() } });
  const body = { email, code: await server.mailedCode(email), ticket, organization: server.tenbin.id };
  expect(await server.call('POST', '/api/users/verify', { body })).toMatchObject({ status: 409, body: { code: 'organizationFull' } });
  const key = await server.makeAdministrator();
  const [waiting] = await own.signUps.list({ at: server.clock.now(), email, offset: 0, limit: 1 });
  const byHand = { key, surface: 'organization' as const, body: { reason: 'Showed a passport' } };
  expect((await server.call('PUT', `/admin/users/${waiting?.id}/verify`, byHand)).body.code).toBe('organizationFull');
  expect(notified).toEqual([]);
  await organizations.update(server.tenbin.id, { limits: { users: null } });
});

const linked = { organization: 'tenbin', userId: 'u', email: 'a@example.jp' };
/** Pauses pass at once, and no answer is waited for in vain. */
const depsWith = (address: string, trial: boolean) => ({
  partners: new Map([['tenbin', { url: address, secret }]]),
  trial: trial ? { timeScale: 1, venue: null } : null,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  clock: {
    now: () => new Date(0),
    after: (ms: number, work: () => void) => {
      if (ms < 5_000) setImmediate(work);
      return () => {};
    },
  },
});

test('a partner that fails is asked three times in all', async () => {
  statuses = [500, 503, 200];
  await linkWithPartner(linked, depsWith(url, true) as never);
  expect(notified).toHaveLength(3);
  statuses = [500, 429, 503, 200];
  await expect(linkWithPartner(linked, depsWith(url, true) as never)).rejects.toMatchObject({ code: 'sscLinkageFail' });
  expect(notified).toHaveLength(6);
});

test.each(['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'https://[::1]:1/', 'https://localhost:1/'])(
  'outside of a trial %s is not spoken to',
  async (address) => {
    await expect(linkWithPartner(linked, depsWith(address, false) as never)).rejects.toMatchObject({ code: 'sscLinkageFail' });
    await expect(linkWithPartner(linked, depsWith(url, false) as never)).rejects.toMatchObject({ code: 'sscLinkageFail' });
    expect(notified).toEqual([]);
  },
);

test.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:1', false],
  ['example.com', false],
])('%s is an address of the internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('the setting says what is wrong with it, without the secret', () => {
  const problemsOf = (text: string, isTrial = false) => {
    const reader = new SettingsReader({ PARTNERS: text });
    checkPartners(reader, readPartners(reader), isTrial);
    try {
      reader.finish();
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(problemsOf(`tenbin https://partner.example/link ${secret}, kohaku https://other.example ${secret}`)).toBe('');
  expect(problemsOf(`tenbin ${url} ${secret}`)).toContain('must begin with https://');
  expect(problemsOf(`tenbin ${url} ${secret}`, true)).toBe('');
  expect(problemsOf('tenbin https://partner.example/link short')).toContain('32 characters');
  for (const wrong of [`tenbin nowhere ${secret}`, `tenbin ftp://a.example ${secret}`, `tenbin https://a:b@c.example ${secret}`])
    expect(problemsOf(wrong)).toMatch(/PARTNERS must be like(?!.*a-secret-of)/);
});
