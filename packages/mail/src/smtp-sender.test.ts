import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import type { MailBrand } from './mail.ts';
import { renderMail } from './render-mail.ts';
import { createSmtpSender, MailError, type MailSender } from './smtp-sender.ts';

const brand: MailBrand = { name: '天秤 <Tenbin>', accent: '#1f4e79', onAccent: '#ffffff', logoUrl: null };
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startMailServer(options: SMTPServerOptions = {}): Promise<{ url: string; received: Email[]; recipients: string[] }> {
  const received: Email[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, received, recipients };
}

function senderTo(url: string, { requiresTls = false } = {}): MailSender {
  const sender = createSmtpSender(url, { from: '天秤 <no-reply@tenbin.example>', requiresTls });
  closing.push(() => sender.close());
  return sender;
}

const verification = renderMail(
  {
    template: 'verificationCode',
    purpose: 'signUp',
    code: '012345',
    url: 'https://tenbin.example/verify?email=a%2Bb%40c.example&code=012345',
    minutesValid: 15,
  },
  { language: 'ja', brand },
);

test('a Japanese mail arrives as it was written, in text and in HTML', async () => {
  const { url, received, recipients } = await startMailServer();
  await senderTo(url).send({ to: 'hanako@example.jp', ...verification });
  const [mail] = received;
  expect(recipients).toEqual(['hanako@example.jp']);
  expect(mail?.from).toMatchObject({ name: '天秤', address: 'no-reply@tenbin.example' });
  expect(mail?.subject).toBe('認証コードのお知らせ');
  expect(mail?.text?.trim()).toBe(verification.text.trim());
  expect(mail?.html).toContain('012345');
  expect(mail?.html).toContain('https://tenbin.example/verify?email=a%2Bb%40c.example&amp;code=012345');
});

test('many mails at once all arrive, each once', async () => {
  const { url, recipients } = await startMailServer();
  const sender = senderTo(url);
  const readers = Array.from({ length: 30 }, (_, index) => `user${index}@example.jp`);
  await Promise.all(readers.map((to) => sender.send({ to, ...verification })));
  expect(recipients.sort()).toEqual(readers.sort());
});

test('an address cannot smuggle in a second reader or a header', async () => {
  const { url, received, recipients } = await startMailServer();
  const sender = senderTo(url);
  for (const to of ['a@example.jp, b@example.jp', 'a@example.jp\r\nBcc: b@example.jp']) {
    await sender.send({ to, ...verification, subject: 'x\r\nBcc: c@example.jp' }).catch(() => undefined);
  }
  expect(recipients).not.toContain('b@example.jp');
  expect(recipients).not.toContain('c@example.jp');
  expect(received.flatMap((mail) => mail.bcc ?? [])).toEqual([]);
});

const smtpFault = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
const refusals = [
  { says: 'a reader that does not exist is a definite no', code: 550, mayRetry: false },
  { says: 'a full mailbox may have room later', code: 452, mayRetry: true },
];
test.each(refusals)('$says', async ({ code, mayRetry }) => {
  const { url } = await startMailServer({ onRcptTo: (_address, _session, done) => done(smtpFault(code)) });
  const failure = await senderTo(url)
    .send({ to: 'nobody@example.jp', ...verification })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailError);
  expect(failure).toMatchObject({ mayRetry });
});

test('a refused log-in keeps the mail good for later', async () => {
  const { url } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpFault(535)),
  });
  const failure = await senderTo(url.replace('smtp://', 'smtp://user:p%40ss@'))
    .send({ to: 'a@example.jp', ...verification })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'MailError', mayRetry: true });
});

test('user and password are taken from the address, with their escapes', async () => {
  const seen: string[] = [];
  const { url } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      seen.push(auth.username ?? '', auth.password ?? '');
      done(null, { user: 'user' });
    },
  });
  await senderTo(url.replace('smtp://', 'smtp://us%2Fer:p%40ss@')).send({ to: 'a@example.jp', ...verification });
  expect(seen).toEqual(['us/er', 'p@ss']);
});

test('a server that is away may be tried again, and its error says nothing secret', async () => {
  const { url } = await startMailServer();
  for (const close of closing.splice(0)) await close();
  const failure = await senderTo(url.replace('smtp://', 'smtp://user:hunter2@'))
    .send({ to: 'a@example.jp', ...verification })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ mayRetry: true });
  expect(String(failure)).not.toContain('hunter2');
});

test('an address that is not SMTP is refused before anything is sent', () => {
  expect(() => createSmtpSender('https://user:hunter2@mail.example', { from: 'a@b.example', requiresTls: false })).toThrow(
    /^not an SMTP address: https:\/\/…$/,
  );
});

test('where TLS is required, a server that offers none gets neither the mail nor the password', async () => {
  const said: string[] = [];
  const { url, received } = await startMailServer({
    onAuth: ({ password }, _session, done) => {
      said.push(password ?? '');
      done(null, { user: 'me' });
    },
  });
  const sender = senderTo(url.replace('smtp://', 'smtp://me:hunter2@'), { requiresTls: true });
  await expect(sender.send({ to: 'hanako@example.jp', ...verification })).rejects.toMatchObject({ name: 'MailError', mayRetry: true });
  expect({ received, said }).toEqual({ received: [], said: [] });
});
