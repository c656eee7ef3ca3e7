/** Whether an address is new, has signed up, or is a user's: nobody who has not its mailbox learns that from an answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true });
});
afterAll(() => server.close());

const password = 'Nosy1password';
const minute = 60_000;
const post = (path: string, body: unknown) => server.call('POST', `/api/users${path}`, { body });

/** What of an answer does not differ from one sign-up to the next. */
const shapeOf = ({ status, body, headers }: Answer, email: string) => {
  const drop = new Set(['_id', 'createdAt', 'ticket']);
  const text = JSON.stringify(body, (key, value) => (drop.has(key) ? typeof value : value));
  return [status, text.replaceAll(email, 'EMAIL'), headers.get('retry-after')];
};

/** Everything that somebody can ask about an address without its mailbox. */
async function askAll(email: string) {
  const answers: Answer[] = [];
  const ask = async (path: string, body: object) => {
    const answer = await post(path, { email, ...body });
    answers.push(answer);
    return answer;
  };
  await ask('/verify', { code: '123456' });
  await ask('/signin', { password });
  const { ticket } = (await ask('', { password, language: 'en' })).body;
  for (const _ of Array(3)) await ask('/verify', { code: '123456', ticket });
  for (const _ of Array(3)) await ask('/verify', { code: '123456', password });
  await ask('/signin', { password });
  await ask('/signin', { password: 'Other1password' });
  await ask('/resend-verification', {});
  await ask('', { password, language: 'en' });
  server.clock.advance(10 * minute);
  await ask('/verify', { code: '123456', password });
  await ask('/resend-verification', {});
  await ask('/verify', { code: '123456', password });
  return answers.map((answer) => shapeOf(answer, email));
}

test('a new address, one that has signed up, and a user’s get the same answers', async () => {
  const pending = 'pending@example.jp';
  await post('', { email: pending, password: goodPassword });
  server.clock.advance(24 * 60 * minute);
  const { email: taken } = await server.makeUser();
  const banned = await server.makeUser();
  await server.database.forOrganization(server.tenbin.id).users.update(banned.id, { bannedAt: new Date() });
  const ofNew = await askAll('new@example.jp');
  // What it was mailed yesterday is forgotten only after a week: the pauses are those of the last 24 hours.
  for (const email of [pending, taken, banned.email]) expect(await askAll(email), email).toEqual(ofNew);
  expect(ofNew.map(([status]) => status)).toEqual([400, 401, 201, 400, 400, 400, 400, 400, 400, 401, 401, 429, 201, 400, 200, 400]);
});

test('the owner of an address that is taken is told by mail, in their language, without a code', async () => {
  const { email } = await server.makeUser();
  await post('', { email: email.toUpperCase(), password, language: 'ja' });
  const mails = (await server.database.platform.mailQueue.listNewest(10)).filter(({ to }) => to === email);
  const [newest] = mails;
  expect(newest?.subject).toBe('You already have an account');
  expect(newest?.text).toContain('/login?email=');
  expect(newest?.text).not.toMatch(/^\d{6}$/m);
});

test('to mail somebody too often is no answer either: another organization is told nothing, and no mail goes out', async () => {
  const email = 'shared@example.jp';
  const mailCount = async () => (await server.database.platform.mailQueue.listNewest(100)).filter(({ to }) => to === email).length;
  const there = await post('', { email, password, organization: server.kohaku.id });
  const here = await post('', { email, password });
  expect([there, here].map(({ status, body }) => [status, body.mailed, body.resendAfterSeconds])).toEqual([
    [201, true, 60],
    [201, true, 60],
  ]);
  expect(await mailCount()).toBe(1);
});

test('a mailbox is mailed ten times a day and on three days, whoever asks where and with whatever behind a plus', async () => {
  const bombed = ['bombed@example.jp', 'bombed+1@example.jp'];
  const recipients = [server.tenbin.id, server.kohaku.id].flatMap((organization) => bombed.map((email) => ({ email, organization })));
  const mailedAt = new Map<string, number>();
  const hours = 24 * 5;
  for (let hour = 0; hour < hours; hour += 1) {
    if (hour % 24 === 0) for (const recipient of recipients) await post('', { ...recipient, password });
    for (const recipient of recipients) await post('/resend-verification', recipient);
    for (const { to, id } of await server.database.platform.mailQueue.listNewest(20))
      if (bombed.includes(to) && !mailedAt.has(id)) mailedAt.set(id, hour);
    server.clock.advance(60 * minute);
  }
  const inDay = (from: number): number => [...mailedAt.values()].filter((hour) => hour >= from && hour < from + 24).length;
  expect(Math.max(...Array.from({ length: hours }, (_, from) => inDay(from)))).toBe(10);
  expect(mailedAt.size).toBeLessThanOrEqual(30);
  expect(Math.max(...mailedAt.values())).toBeLessThan(24 * 3);
});
