/** What becomes of a mail while its server is away, slow, or lost in the middle: none is lost, and none arrives as two. */
import { createSmtpSender, type MailSender } from '@tenbin/mail';
import { systemRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { buildOrganization, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { openMailServer, type TestMailServer } from '@tenbin/testkit/mail-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendMail } from './send-mails.ts';

let opened: TestDatabase;
let server: TestMailServer;
let sender: MailSender;
let key: { readonly organizationId: string; readonly mailId: string };
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
});
afterAll(() => opened.close());
beforeEach(async () => {
  server = await openMailServer();
  sender = senderTo(server);
  const { id: organizationId } = await buildOrganization(opened.database);
  const { mails } = opened.database.forOrganization(organizationId);
  const { id: mailId } = await mails.put({
    to: 'hanako@example.jp',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    at: new Date(),
  });
  key = { organizationId, mailId };
  return async () => {
    sender.close();
    await server.close();
  };
});

const senderTo = ({ url }: TestMailServer, answerMs = 20_000) =>
  createSmtpSender(url, { from: 'Tenbin <no-reply@tenbin.example>', requiresTls: false, answerMs });

const attempt = (number: number, through = sender) =>
  sendMail(
    { data: key, attempt: number, isLastAttempt: false, signal: new AbortController().signal },
    { mailQueue: opened.database.platform.mailQueue, sender: through, clock: systemRuntime(), log: silentLog, metrics: noMetrics },
  );
const stored = async () => (await opened.database.platform.mailQueue.listNewest(100)).find(({ id }) => id === key.mailId);

test('a server that is away gets the mail when it is back, once', async () => {
  const { port } = server;
  await server.close();
  await expect(attempt(1)).rejects.toThrow('did not take the mail');
  expect(await stored()).toMatchObject({ status: 'waiting', lastError: expect.stringMatching(/: E[A-Z]+$/) });
  server = await openMailServer({ port });
  await attempt(2);
  await attempt(3);
  expect(await stored()).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  expect(server.letters).toHaveLength(1);
});

test.each(['cuts', 'silent', 451] as const)(
  'one that has the mail and %s gets the same again, which it knows by its id',
  async (answer) => {
    server.answers.push(answer);
    await expect(attempt(1)).rejects.toThrow('did not take the mail');
    expect((await stored())?.status).toBe('waiting');
    await attempt(2);
    expect((await stored())?.status).toBe('sent');
    expect(server.letters).toHaveLength(2);
    expect(server.letters[1]).toEqual(server.letters[0]);
    expect(server.letters[0]?.raw).toContain(`Message-ID: <${key.mailId}@tenbin.example>`);
  },
);

test('one that will never take it is not asked again, and what it said is kept', async () => {
  server.answers.push(550);
  await attempt(1);
  await attempt(2);
  expect(await stored()).toMatchObject({ status: 'refused', attempts: 1, lastError: expect.stringContaining('550') });
  expect(server.letters).toHaveLength(1);
});
