import { type Mail, MailError, type MailSender } from '@tenbin/mail';
import { type Metrics, noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, fakeClock, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMail, sendMails } from './send-mails.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

/** A mail server that answers as it is told. */
function mailServer(answers: readonly ('takes' | MailError)[]): MailSender & { readonly taken: Mail[] } {
  const taken: Mail[] = [];
  const left = [...answers];
  return {
    taken,
    async send(mail) {
      const answer = left.shift() ?? 'takes';
      if (answer !== 'takes') throw answer;
      taken.push(mail);
    },
    close: () => {},
  };
}

const failure = (mayRetry: boolean) => new MailError({ mayRetry, reason: mayRetry ? '451 4.2.0' : '550 5.1.1' });

async function mailWith(answers: readonly ('takes' | MailError)[]) {
  const { id: organizationId } = await buildOrganization(database.database);
  const clock = fakeClock(new Date());
  const sender = mailServer(answers);
  const { mailQueue } = database.database.platform;
  const outcomes: string[] = [];
  const metrics: Metrics = { ...noMetrics, count: (_, labels) => void outcomes.push(...Object.values<string>(labels)) };
  const given = { mailQueue, sender, clock, log: silentLog, metrics };
  const { id: mailId } = await database.database
    .forOrganization(organizationId)
    .mails.put({ to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', at: clock.now() });
  const attempt = (
    number: number,
    { isLastAttempt = false, signal = new AbortController().signal } = {},
    more: Partial<typeof given> = {},
  ) => sendMail({ data: { organizationId, mailId }, attempt: number, isLastAttempt, signal }, { ...given, ...more });
  const stored = async () => (await mailQueue.listNewest(100)).find(({ id }) => id === mailId);
  return { attempt, sender, stored, mailQueue, clock, given, outcomes };
}

test('a mail is sent once, however often its job is begun', async () => {
  const { attempt, sender, stored, outcomes } = await mailWith([]);
  await Promise.all([attempt(1), attempt(1)]);
  await attempt(2);
  expect(outcomes).toEqual(['sent']);
  expect(sender.taken.map(({ subject }) => subject)).toEqual(['Hello']);
  expect(await stored()).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
});

test('a mail that the server could not take is tried again', async () => {
  const { attempt, sender, stored, outcomes } = await mailWith([failure(true), failure(true)]);
  await expect(attempt(1)).rejects.toThrow(MailError);
  await expect(attempt(2)).rejects.toThrow(MailError);
  expect(outcomes).toEqual(['failed', 'failed']);
  expect(await stored()).toMatchObject({ status: 'waiting', attempts: 2, lastError: expect.stringContaining('did not take') });
  await attempt(3);
  expect(sender.taken).toHaveLength(1);
  expect((await stored())?.status).toBe('sent');
});

test('a mail that the server refuses for good is given up at once, any other after its last attempt', async () => {
  const refused = await mailWith([failure(false)]);
  await refused.attempt(1);
  expect(await refused.stored()).toMatchObject({ status: 'refused', attempts: 1, lastError: expect.stringContaining('550 5.1.1') });
  const late = await mailWith([failure(true)]);
  await late.attempt(12, { isLastAttempt: true });
  expect(await late.stored()).toMatchObject({ status: 'failed', attempts: 12 });
});

test('a mail that was taken while the database was away is noted when that is back, and not sent again', async () => {
  const { attempt, sender, stored, mailQueue } = await mailWith([]);
  let isAway = 3;
  const shaky = {
    ...mailQueue,
    markSent: async (...noted: Parameters<typeof mailQueue.markSent>) => {
      isAway -= 1;
      if (isAway >= 0) throw new Error('away');
      await mailQueue.markSent(...noted);
    },
  };
  const clock = {
    now: () => new Date(),
    after: (_ms: number, wake: () => void) => {
      setImmediate(wake);
      return () => {};
    },
  };
  await attempt(1, {}, { mailQueue: shaky, clock: clock as never });
  await attempt(2);
  expect(sender.taken).toHaveLength(1);
  expect((await stored())?.status).toBe('sent');
});

test('what is not begun because the process ends is tried again', async () => {
  const { attempt, sender, stored } = await mailWith([]);
  await expect(attempt(1, { signal: AbortSignal.abort(new Error('ends')) })).rejects.toThrow('ends');
  expect(sender.taken).toEqual([]);
  expect((await stored())?.status).toBe('waiting');
});

test('what waited before somebody sends is sent', async () => {
  const { given, sender, stored } = await mailWith([]);
  const stop = await sendMails(database.database.jobs, given);
  await expect.poll(async () => (await stored())?.status).toBe('sent');
  await stop();
  expect(sender.taken.length).toBeGreaterThan(0);
});
