import { type Mail, MailError, type MailSender } from '@tenbin/mail';
import { buildOrganization, fakeClock, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../testing/trading-floor.ts';
import { Outbox, pauseAfter } from './outbox.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
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

const failure = (mayRetry: boolean) => new MailError('the mail server did not take the mail', { mayRetry, cause: null });

async function outboxWith(answers: readonly ('takes' | MailError)[]) {
  const { id } = await buildOrganization(database.database);
  const clock = fakeClock(new Date());
  const sender = mailServer(answers);
  const outbox = new Outbox(database.database.platform.mailQueue, sender, { clock, log: silentLog });
  const mail = { to: `${id}@example.com`, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', at: clock.now() };
  await database.database.forOrganization(id).mails.put(mail);
  const stored = async () => (await database.database.platform.mailQueue.listNewest(100)).find(({ to }) => to === mail.to);
  return { outbox, clock, sender, stored };
}

test('a waiting mail is sent once', async () => {
  const { outbox, sender, stored } = await outboxWith(['takes']);
  await Promise.all([outbox.work(), outbox.work()]);
  await outbox.work();
  expect(sender.taken.map(({ subject }) => subject)).toEqual(['Hello']);
  expect(await stored()).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
});

test('a mail that the server could not take is tried again, later each time', async () => {
  const { outbox, clock, sender, stored } = await outboxWith([failure(true), failure(true), 'takes']);
  await outbox.work();
  expect(await stored()).toMatchObject({ status: 'waiting', attempts: 1 });
  await outbox.work();
  expect((await stored())?.attempts).toBe(1);
  clock.advance(30_000);
  await outbox.work();
  clock.advance(59_000);
  await outbox.work();
  expect((await stored())?.attempts).toBe(2);
  clock.advance(1_000);
  await outbox.work();
  expect(sender.taken).toHaveLength(1);
  expect((await stored())?.status).toBe('sent');
});

test('a mail that the server refuses for good is given up at once', async () => {
  const { outbox, stored } = await outboxWith([failure(false)]);
  await outbox.work();
  expect(await stored()).toMatchObject({ status: 'failed', attempts: 1, nextAttemptAt: null });
});

test('pauses grow from half a minute to an hour', () => {
  expect([1, 2, 3, 20].map(pauseAfter)).toEqual([30_000, 60_000, 120_000, 3_600_000]);
});

test('a mail that was sent is removed after 30 days, with the next that is sent', async () => {
  const old = await outboxWith(['takes']);
  await old.outbox.work();
  old.clock.advance(29 * 24 * 3_600_000);
  const next = async () => {
    const { id } = await buildOrganization(database.database);
    const mail = { to: `${id}@example.com`, subject: 'Next', text: 'Next', html: '<p>Next</p>', at: old.clock.now() };
    await database.database.forOrganization(id).mails.put(mail);
    await old.outbox.work();
  };
  await next();
  expect(await old.stored()).toMatchObject({ status: 'sent' });
  old.clock.advance(2 * 24 * 3_600_000);
  await next();
  expect(await old.stored()).toBeUndefined();
});
