import { createECDH, randomBytes } from 'node:crypto';
import { channels } from '@tenbin/bots';
import { type OrganizationDatabase, pushKeyIdentity, pushSubscriptionIdentity } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { buildTenant, newId, openTestDatabase, type Tenant, type TestDatabase, testVault } from '@tenbin/testkit';
import { PushBrowser, provenSender } from '@tenbin/testkit/push-browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stopMail } from '../mails/stop-mail.ts';
import { UserMails } from '../mails/user-mails.ts';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { until } from '../testing/trading-floor.ts';
import { encryptPush } from './encrypt-push.ts';
import { type SendingPushes, sendPush, sendPushes } from './send-pushes.ts';

const clock = systemRuntime();
const secret = randomBytes(32).toString('hex');
let database: TestDatabase;
let tenant: Tenant;
let own: OrganizationDatabase;
let browser: PushBrowser;
let subscriptionId: string;
let logged: string[];

beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());
afterEach(() => browser.close());
beforeEach(async () => {
  tenant = await buildTenant(database.database);
  own = database.database.forOrganization(tenant.organization.id);
  browser = await PushBrowser.open();
  const keyId = newId();
  await own.pushes.addKey({ id: keyId, sealed: testVault.seal(JSON.stringify({ secret }), pushKeyIdentity(own.organizationId, keyId)) });
  subscriptionId = await subscribe(browser.given);
  logged = [];
});

async function subscribe(given: object): Promise<string> {
  const { id: userId } = tenant.user;
  const at = new Date();
  const times = { at, expiresAt: new Date(at.getTime() + 86_400_000) };
  const who = { surface: 'user', organizationId: own.organizationId, subjectId: userId, keyHash: newId() } as const;
  const { id: sessionId } = await database.database.platform.sessions.create({ ...who, ...times });
  const id = newId();
  const sealed = testVault.seal(JSON.stringify(given), pushSubscriptionIdentity(own.organizationId, id));
  await own.pushes.subscribe({ id, userId, sessionId, endpointHash: newId(), sealed, agent: null, createdAt: at });
  return id;
}

const note = (fields: object, event: string) =>
  void logged.push(`${event} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? String(value) : value))}`);
const given = (): SendingPushes => ({
  db: database.database,
  openSeal: (sealed, identity) => testVault.open(sealed, identity),
  publicUrl: 'https://tenbin.example',
  isTrial: true,
  clock,
  log: { info: note, warn: note, error: note },
});
const message = { title: 'Tokyo-1', body: 'It stopped', url: null };
const job = () => ({ id: newId(), data: { organizationId: own.organizationId, subscriptionId, message } });
const stopped = async () => {
  const receipt = {
    askedAt: new Date(),
    by: 'automatic',
    reason: 'valueTooSmall',
    cancelled: [],
    filledMeanwhile: [],
    confirmedAt: new Date(),
  } as const;
  const mails = new UserMails(await mailSettingsFor(own), { clock, log: given().log });
  await mails.put(own, stopMail({ botId: tenant.bot.id, reason: 'valueTooSmall', hadRun: true, receipt }));
};

test('whoever sends them is told of one that was stored', async () => {
  const told: string[] = [];
  const stop = await database.database.listen(channels.jobs, (payload) => void told.push(payload));
  await stopped();
  await expect.poll(() => told).toContain(JSON.stringify({ queue: 'push' }));
  await stop();
});

test('a message is encrypted as the standard’s own example is', () => {
  const reader = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const chance = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  };
  expect(encryptPush('When I grow up, I want to be a watermelon', reader, chance).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('a bot that stopped is told in the words of its mail to each browser, which proves who sent it', async () => {
  const other = await PushBrowser.open();
  try {
    await subscribe(other.given);
    await stopped();
    const finish = await sendPushes(database.database.jobs, given());
    await until(async () => (browser.received.length > 0 && other.received.length > 0 ? true : null));
    await finish();
    const [mail] = await database.database.platform.mailQueue.listNewest(1);
    const [{ headers, message: read } = { headers: {}, message: {} }] = browser.received;
    expect(read).toEqual({
      title: mail?.subject,
      body: expect.any(String),
      url: `https://tenbin.example/bots/${tenant.bot.id}`,
      tag: expect.any(String),
    });
    expect(mail?.text).toContain(read.body);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret, 'hex');
    const { claims, publicKey } = provenSender(headers.authorization);
    expect(publicKey).toBe(pair.getPublicKey('base64url'));
    expect(claims).toMatchObject({ aud: new URL(browser.given.endpoint).origin, sub: 'https://tenbin.example' });
    expect(logged.filter((line) => line.startsWith('push.sent'))).toHaveLength(2);
    for (const hidden of Object.values(browser.given)) expect(logged.join()).not.toContain(hidden);
  } finally {
    await other.close();
  }
});

test('what is switched off in browsers is mailed only, and what is switched off by mail is told by browsers only', async () => {
  await own.users.setPushWanted(tenant.user.id, 'botStops', false);
  await stopped();
  await own.users.setPushWanted(tenant.user.id, 'botStops', true);
  await own.users.setMailWanted(tenant.user.id, 'botStops', false);
  await stopped();
  const finish = await sendPushes(database.database.jobs, given());
  await until(async () => (browser.received.length > 0 ? true : null));
  await finish();
  expect(browser.received).toHaveLength(1);
  const mails = (await database.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === tenant.user.email);
  expect(mails).toHaveLength(1);
});

test.each([404, 410])('a browser of which its service says %d is forgotten', async (status) => {
  browser.status = status;
  await sendPush(job(), given());
  expect(await own.pushes.find(subscriptionId)).toBeNull();
  await sendPush(job(), given());
  expect(browser.received).toHaveLength(1);
});

test('a service in trouble is asked again; one that refuses is not', async () => {
  for (const status of [429, 500, 503]) {
    browser.status = status;
    await expect(sendPush(job(), given())).rejects.toThrow(`The push service answered ${status}`);
  }
  browser.status = 400;
  await sendPush(job(), given());
  expect(logged.map((line) => line.split(' ')[0])).toEqual(['push.refused']);
  expect(await own.pushes.find(subscriptionId)).not.toBeNull();
});

test('nothing is sent to an address that is not one of the internet', async () => {
  await sendPush(job(), { ...given(), isTrial: false });
  expect(browser.received).toEqual([]);
  expect(await own.pushes.find(subscriptionId)).toBeNull();
});

test('a browser whose secrets were lost is forgotten', async () => {
  subscriptionId = await subscribe({ secret: 'lost' });
  await sendPush(job(), given());
  expect(await own.pushes.find(subscriptionId)).toBeNull();
});
