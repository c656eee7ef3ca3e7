/** What becomes of a mail to many while its server is fine, away, slow, or says no: none is lost, and each is sent once. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast, OrganizationDatabase } from '@tenbin/db';
import { createSmtpSender, type Mail, MailError, type MailSender } from '@tenbin/mail';
import { systemRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, buildUser, newBroadcast, openTestDatabase, type TestDatabase, testVault } from '@tenbin/testkit';
import { openMailServer } from '@tenbin/testkit/mail-server';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserMailSettings } from '../mails/user-mails.ts';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { sendBroadcasts } from './send-broadcasts.ts';
import { lanes } from './send-some.ts';

let opened: TestDatabase;
let own: OrganizationDatabase;
let settings: UserMailSettings;
let now: Date;
const closing: (() => void | Promise<void>)[] = [];
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());
beforeEach(async () => {
  own = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  settings = { ...(await mailSettingsFor(own)), seal: testVault.seal };
  now = new Date('2026-01-15T00:00:00Z');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  // What a test left unfinished is not the next one's.
  for (const { id } of await own.broadcasts.list({ offset: 0, limit: 10 })) await own.broadcasts.cancel(id, now);
});

const minutes = (count: number) => (now = new Date(now.getTime() + count * 60_000));
const users = (count: number) => Promise.all(Array.from({ length: count }, () => buildUser(opened.database, own.organizationId)));
const create = (given: Partial<Parameters<typeof newBroadcast>[0]> = {}) => own.broadcasts.create(newBroadcast({ at: now, ...given }));
const stored = async (id: string): Promise<Broadcast> => (await own.broadcasts.find(id)) as Broadcast;
const results = async (id: string) => own.broadcasts.results(await stored(id));

/** Time stands still but for what a test says; who waits a moment does so. */
const clock = { now: () => now, after: systemRuntime().after };

interface Run {
  readonly deliver?: (mail: Mail, organizationId: string) => Promise<void>;
  readonly signal?: AbortSignal;
}
const run = ({ deliver = async () => {}, signal = new AbortController().signal }: Run = {}) =>
  sendBroadcasts({ db: opened.database, deliver, settings, perSecond: 1_000, clock, log: silentLog, metrics: noMetrics }, signal);

async function senderTo(options: Parameters<typeof openMailServer>[0] = {}) {
  const server = await openMailServer(options);
  const sender: MailSender = createSmtpSender(server.url, { from: 'Tenbin <no-reply@tenbin.example>', requiresTls: false });
  closing.push(
    () => server.close(),
    () => sender.close(),
  );
  return { server, deliver: (mail: Mail) => sender.send(mail) };
}
const failure = (about: MailError['about'], mayRetry = about === 'server') =>
  new MailError({ about, mayRetry, reason: mayRetry ? '451' : '550 5.1.1' });

test('everybody gets it once, in their language and the brand’s look, with the click that ends such mails', async () => {
  const [hanako, anna] = await users(2);
  await own.users.update(hanako?.id ?? '', { email: 'hanako@example.jp' });
  await own.users.update(anna?.id ?? '', { email: 'anna@example.com', language: 'en' });
  const { server, deliver } = await senderTo();
  const { id } = await create({ body: { ja: '**新機能**は[こちら](/help)。', en: 'See the [help](/help).' } });
  await run({ deliver });
  await run({ deliver });
  expect(await stored(id)).toMatchObject({ state: 'sent', recipients: 2, startedAt: now, endedAt: now, tried: 2, results: { sent: 2 } });
  const letters = await Promise.all(server.letters.map(({ raw }) => PostalMime.parse(raw)));
  expect(letters.map((letter) => [letter.to?.[0]?.address, letter.subject]).sort()).toEqual([
    ['anna@example.com', 'News'],
    ['hanako@example.jp', 'お知らせ'],
  ]);
  const ja = letters.find(({ subject }) => subject === 'お知らせ');
  expect(ja?.html).toContain('<strong>新機能</strong>は<a href="https://tenbin.example/help"');
  expect(ja?.text).toContain('新機能はこちら ( https://tenbin.example/help )。');
  const header = (name: string) => ja?.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/tenbin\.example\/unsubscribe\?token=[^>]+>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('what everybody has to know cannot be switched off; one that is written in one language is read in it by all', async () => {
  const [muted] = await users(1);
  await own.users.setMailWanted(muted?.id ?? '', 'news', false);
  const { server, deliver } = await senderTo();
  const { id } = await create({ kind: 'service', subject: { ja: '', en: 'Maintenance' }, body: { ja: '', en: 'On Monday.' } });
  await run({ deliver });
  expect(await results(id)).toMatchObject({ sent: 1 });
  const letter = await PostalMime.parse(server.letters[0]?.raw ?? '');
  expect([letter.subject, letter.headers.some(({ key }) => key === 'list-unsubscribe')]).toEqual(['Maintenance', false]);
});

test('it begins when its time has come, with those who are there then', async () => {
  await users(1);
  const { id } = await create({ sendAt: new Date(now.getTime() + 60_000) });
  await run();
  expect(await stored(id)).toMatchObject({ state: 'scheduled' });
  await users(1);
  minutes(1);
  await run();
  expect(await stored(id)).toMatchObject({ state: 'sent', recipients: 2 });
});

test('a mail server that is away loses nothing: all rest, longer each time, and go on when it is back', async () => {
  await users(12);
  const { id } = await create();
  let calls = 0;
  const away = async () => {
    calls += 1;
    throw failure('server');
  };
  await run({ deliver: away });
  const first = await stored(id);
  expect(first).toMatchObject({ state: 'sending', failures: 1, lastError: '451', nextAt: new Date(now.getTime() + 60_000) });
  expect(calls).toBeLessThanOrEqual(5);
  const before = calls;
  await run({ deliver: away });
  expect(calls).toBe(before);
  minutes(1);
  await run({ deliver: away });
  expect(await stored(id)).toMatchObject({ failures: 2, nextAt: new Date(now.getTime() + 2 * 60_000) });
  minutes(60);
  await run();
  expect(await stored(id)).toMatchObject({ state: 'sent', failures: 0, results: { sent: 12, waiting: 0, failed: [] } });
});

test('one reader whose server is busy keeps nobody else waiting, and is tried for three days', async () => {
  const [busy] = await users(4);
  const { id } = await create();
  const taken: string[] = [];
  const deliver = async ({ to }: Mail) => {
    if (to === busy?.email) throw failure('mail', true);
    taken.push(to);
  };
  await run({ deliver });
  expect(await results(id)).toMatchObject({ sent: 3, waiting: 1 });
  let tries = 1;
  while ((await stored(id)).state === 'sending' && tries < 200) {
    now = (await stored(id)).nextAt;
    await run({ deliver });
    tries += 1;
  }
  expect(tries).toBe(77);
  expect(taken).toHaveLength(3);
  expect(await stored(id)).toMatchObject({ state: 'sent', results: { sent: 3, failed: [{ reason: '451', count: 1 }] } });
  expect(await own.userDirectory.count({ isBouncing: true }, { now, isFree: false })).toBe(0);
});

test('an address that is not there is given up at once, and left out of the next ones', async () => {
  const [gone] = await users(3);
  const { deliver } = await senderTo({
    onRcptTo: ({ address }, _session, done) =>
      address === gone?.email ? done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })) : done(),
  });
  const { id } = await create();
  await run({ deliver });
  expect(await stored(id)).toMatchObject({
    state: 'sent',
    tried: 3,
    refused: 1,
    results: { sent: 2, failed: [{ reason: '550 5.1.1', count: 1 }] },
  });
  expect(await own.userDirectory.count({ isBouncing: true }, { now, isFree: false })).toBe(1);
  const next = await create({ kind: 'service' });
  await run({ deliver });
  expect(await results(next.id)).toMatchObject({ sent: 2, failed: [], leftOut: { bounced: 1 } });
});

test('too many that are refused for good pause it; who has waited since is mailed when it goes on', async () => {
  await users(60);
  const { id } = await create();
  let tries = 0;
  const refuses = async () => {
    tries += 1;
    throw failure('mail', false);
  };
  await run({ deliver: refuses });
  const paused = await stored(id);
  expect(paused).toMatchObject({ state: 'paused', lastError: '550 5.1.1' });
  expect(tries).toBeGreaterThanOrEqual(11);
  expect(tries).toBeLessThanOrEqual(15);
  await run({ deliver: refuses });
  expect(await results(id)).toMatchObject({ sent: 0, waiting: 60 - tries });
  await own.broadcasts.resume(id, now);
  await run();
  expect(await stored(id)).toMatchObject({ state: 'sent', results: { sent: 60 - tries, failed: [{ reason: '550 5.1.1', count: tries }] } });
});

test('who unsubscribes, is suspended or goes while it is sent gets none any more', async () => {
  const [muted, banned, stays] = await users(3);
  const { id } = await create();
  await own.broadcasts.start(id, now);
  await own.users.setMailWanted(muted?.id ?? '', 'news', false);
  await own.users.update(banned?.id ?? '', { bannedAt: now });
  const taken: string[] = [];
  await run({ deliver: async ({ to }) => void taken.push(to) });
  expect(taken).toEqual([stays?.email]);
  expect(await results(id)).toMatchObject({ sent: 1, leftOut: { unsubscribed: 1, banned: 1 } });
});

test('one that is cancelled while it is sent sends no more, and says what was', async () => {
  await users(70);
  const { id } = await create();
  let sent = 0;
  const cancelled = Promise.withResolvers<void>();
  const deliver = async () => {
    sent += 1;
    if (sent === 10) {
      await own.broadcasts.cancel(id, now);
      cancelled.resolve();
    }
    if (sent > 10) await cancelled.promise;
  };
  await run({ deliver });
  // What is in hand, and what follows a note that was on its way.
  expect(sent - 10).toBeLessThanOrEqual(2 * lanes);
  expect(await stored(id)).toMatchObject({ state: 'cancelled', results: { sent, waiting: 70 - sent } });
});

test('a process that ends finishes what is in hand, and another goes on at once', async () => {
  await users(20);
  const { id } = await create();
  const ending = new AbortController();
  const taken: string[] = [];
  const deliver = async ({ to }: Mail) => {
    taken.push(to);
    if (taken.length === 7) ending.abort();
    await wait(1);
  };
  await run({ deliver, signal: ending.signal });
  expect(taken.length).toBeLessThan(20);
  expect(await results(id)).toMatchObject({ sent: taken.length, waiting: 20 - taken.length });
  await run({ deliver });
  expect(taken).toHaveLength(20);
  expect(new Set(taken).size).toBe(20);
});

test('two processes that both believe it is theirs send each mail once', async () => {
  await users(120);
  await create();
  const taken: string[] = [];
  const deliver = async ({ to }: Mail) => {
    taken.push(to);
    await wait(1);
  };
  await Promise.all([run({ deliver }), run({ deliver })]);
  expect(taken).toHaveLength(120);
  expect(new Set(taken).size).toBe(120);
});

test('organizations take turns: a small one does not wait for a large one', async () => {
  await users(150);
  await create();
  const large = own.organizationId;
  const small = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  await buildUser(opened.database, small.organizationId);
  const { id } = await small.broadcasts.create(newBroadcast({ at: now }));
  const order: string[] = [];
  await run({ deliver: async (_, organizationId) => void order.push(organizationId === large ? 'large' : 'small') });
  expect((await small.broadcasts.find(id))?.state).toBe('sent');
  expect(order.indexOf('small')).toBeLessThanOrEqual(50);
  expect(order).toHaveLength(151);
});

test('one that cannot be written keeps no other from being sent', async () => {
  await users(1);
  const broken = await create({ sendAt: new Date(now.getTime() - 1) });
  const other = opened.database.forOrganization((await buildOrganization(opened.database)).id);
  await buildUser(opened.database, other.organizationId);
  const fine = await other.broadcasts.create(newBroadcast({ at: now }));
  const deliver = async (_: Mail, organizationId: string) => {
    if (organizationId === own.organizationId) throw new Error('a fault of ours');
  };
  await run({ deliver });
  expect((await other.broadcasts.find(fine.id))?.state).toBe('sent');
  expect(await stored(broken.id)).toMatchObject({ state: 'sending' });
  minutes(11);
  await run();
  expect(await stored(broken.id)).toMatchObject({ state: 'sent', results: { sent: 1 } });
});

test('one that cannot be sent keeps no other of its organization waiting', async () => {
  await users(12);
  const broken = await create({ sendAt: new Date(now.getTime() - 1) });
  const fine = await create({ subject: { ja: '別件', en: 'Another' } });
  const deliver = async ({ subject }: Mail) => {
    if (subject !== '別件') throw new Error('a fault of ours');
  };
  await run({ deliver });
  expect(await stored(fine.id)).toMatchObject({ state: 'sent', results: { sent: 12 } });
  expect(await stored(broken.id)).toMatchObject({ state: 'sending' });
  minutes(11);
  await run();
  expect(await stored(broken.id)).toMatchObject({ state: 'sent', results: { sent: 12 } });
});

test('a server in trouble for days gives up nobody, and neither does a pause of days', async () => {
  await users(3);
  const { id } = await create();
  const day = 24 * 60;
  const puts = (about: MailError['about']) => async () => {
    throw failure(about, true);
  };
  for (const _ of Array(9).keys()) {
    await run({ deliver: puts('server') });
    minutes(day);
  }
  expect(await results(id)).toMatchObject({ waiting: 3, failed: [] });
  await run({ deliver: puts('mail') });
  minutes(4 * day);
  expect(await results(id)).toMatchObject({ waiting: 3, failed: [] });
  await run();
  expect(await stored(id)).toMatchObject({ state: 'sent', results: { sent: 3 } });
});

test('one that was due as a database was restored waits for somebody to decide, and can still begin', async () => {
  await users(2);
  const [due, later] = [await create(), await create({ sendAt: new Date(now.getTime() + 60_000) })];
  const begun = await create();
  await own.broadcasts.start(begun.id, now);
  const { restores } = opened.database.platform;
  const { broadcasts } = await restores.prepare({ at: now, since: now, nextSequence: 1, stopsAll: false });
  expect(broadcasts).toBe(2);
  await run();
  const states = async () => Promise.all([due, later, begun].map(async ({ id }) => (await stored(id)).state));
  expect(await states()).toEqual(['paused', 'scheduled', 'paused']);
  for (const { id } of [due, begun]) await own.broadcasts.resume(id, now);
  expect(await states()).toEqual(['scheduled', 'scheduled', 'sending']);
  await run();
  expect(await states()).toEqual(['sent', 'scheduled', 'sent']);
  expect(await results(due.id)).toMatchObject({ sent: 2 });
});
