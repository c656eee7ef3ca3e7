import { openMailServer, type TestMailServer } from '@tenbin/testkit/mail-server';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { createSmtpSender, MailError, type MailSender } from './smtp-sender.ts';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startMailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<TestMailServer> {
  const server = await openMailServer(options);
  closing.push(() => server.close());
  return server;
}
const parsed = ({ letters }: TestMailServer): Promise<Email[]> => Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)));
const readersOf = ({ letters }: TestMailServer): string[] => letters.flatMap(({ to }) => to);

function senderTo(url: string, { requiresTls = false, answerMs = 20_000 } = {}): MailSender {
  const sender = createSmtpSender(url, { from: '天秤 <no-reply@tenbin.example>', requiresTls, answerMs });
  closing.push(() => sender.close());
  return sender;
}

const verification = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  createdAt: new Date('2026-01-31T15:04:05Z'),
  unsubscribeUrl: null,
  subject: '認証コードのお知らせ',
  text: '次の認証コードを入力してください。\n\n012345\n',
  html: '<p>次の認証コードを入力してください。</p><p>012345</p><a href="https://tenbin.example/verify?email=a%2Bb%40c.example&amp;code=012345">開く</a>',
};

test('a Japanese mail arrives as it was written, in text and in HTML', async () => {
  const server = await startMailServer();
  await senderTo(server.url).send({ to: 'hanako@example.jp', ...verification });
  const [mail] = await parsed(server);
  expect(readersOf(server)).toEqual(['hanako@example.jp']);
  expect(mail?.from).toMatchObject({ name: '天秤', address: 'no-reply@tenbin.example' });
  expect(mail?.subject).toBe('認証コードのお知らせ');
  expect(mail?.text?.trim()).toBe(verification.text.trim());
  expect(mail?.html).toContain('012345');
  expect(mail?.html).toContain('https://tenbin.example/verify?email=a%2Bb%40c.example&amp;code=012345');
});

test('many mails at once all arrive, each once', async () => {
  const server = await startMailServer();
  const sender = senderTo(server.url);
  const readers = Array.from({ length: 30 }, (_, index) => `user${index}@example.jp`);
  await Promise.all(readers.map((to) => sender.send({ to, ...verification })));
  expect(readersOf(server).sort()).toEqual(readers.sort());
});

test('an address cannot smuggle in a second reader or a header', async () => {
  const server = await startMailServer();
  const sender = senderTo(server.url);
  for (const to of ['a@example.jp, b@example.jp', 'a@example.jp\r\nBcc: b@example.jp']) {
    await sender.send({ to, ...verification, subject: 'x\r\nBcc: c@example.jp' }).catch(() => undefined);
  }
  expect(readersOf(server)).not.toContain('b@example.jp');
  expect(readersOf(server)).not.toContain('c@example.jp');
  expect((await parsed(server)).flatMap((mail) => mail.bcc ?? [])).toEqual([]);
});

const smtpFault = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
const refusals = [
  { says: 'a reader that does not exist is a definite no', code: 550, mayRetry: false, about: 'address' },
  { says: 'a full mailbox may have room later', code: 452, mayRetry: true, about: 'mail' },
  { says: 'a policy says nothing of the address', code: 550, words: '5.7.1 no relaying', mayRetry: false, about: 'mail' },
  { says: 'an unclear no may be about us, and says nothing of the address', code: 550, words: 'no', mayRetry: false, about: 'mail' },
  { says: 'a full or unreachable mailbox is still one', code: 550, words: '5.2.2 full', mayRetry: false, about: 'mail' },
  { says: 'a server that ends the connection says nothing of the mail', code: 421, mayRetry: true, about: 'server' },
] as const;
test.each(refusals)('$says', async ({ code, mayRetry, about, ...said }) => {
  const { words = '5.1.1 no' } = said as { readonly words?: string };
  const { url } = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(smtpFault(code), { message: words })),
  });
  const failure = await senderTo(url)
    .send({ to: 'nobody@example.jp', ...verification })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailError);
  expect(failure).toMatchObject({ mayRetry, about, reason: expect.stringContaining(String(code)) });
  expect(String(failure)).not.toContain('nobody');
});

test.each([550, 451])('a %s to the sender keeps the mail good for later, and says nothing of its reader', async (code) => {
  const { url } = await startMailServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(smtpFault(code), { message: '5.7.1 no such sender' })),
  });
  const sent = senderTo(url).send({ to: 'hanako@example.jp', ...verification });
  await expect(sent).rejects.toMatchObject({ name: 'MailError', mayRetry: true, about: 'server', reason: `${code} 5.7.1` });
});

test('what no server can be told as an address is given up, so that it holds up nobody', async () => {
  const { url } = await startMailServer();
  const sent = senderTo(url).send({ to: '', ...verification });
  await expect(sent).rejects.toMatchObject({ name: 'MailError', mayRetry: false, about: 'mail', reason: 'EENVELOPE' });
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
  const server = await startMailServer({
    onAuth: ({ password }, _session, done) => {
      said.push(password ?? '');
      done(null, { user: 'me' });
    },
  });
  const sender = senderTo(server.url.replace('smtp://', 'smtp://me:hunter2@'), { requiresTls: true });
  await expect(sender.send({ to: 'hanako@example.jp', ...verification })).rejects.toMatchObject({ name: 'MailError', mayRetry: true });
  expect({ received: server.letters, said }).toEqual({ received: [], said: [] });
});

test('a mail says that a machine wrote it, and with one click its reader ends such mails', async () => {
  const server = await startMailServer();
  const unsubscribeUrl = `https://tenbin.example/unsubscribe?token=${'a'.repeat(300)}`;
  await senderTo(server.url).send({ to: 'hanako@example.jp', ...verification, unsubscribeUrl });
  await senderTo(server.url).send({ to: 'hanako@example.jp', ...verification });
  const [one, always] = (await parsed(server)).map(({ headers }) => Object.fromEntries(headers.map(({ key, value }) => [key, value])));
  expect(one).toMatchObject({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'message-id': '<0199a1b2-0000-7000-8000-000000000001@tenbin.example>',
  });
  expect(Object.keys(always ?? {}).filter((key) => key.startsWith('list-'))).toEqual([]);
});

const troubles = [
  { says: 'cuts the connection after the letter', answer: 'cuts', reason: /^E[A-Z]+$/ },
  { says: 'has the letter and does not say so in time', answer: 'silent', reason: /^ETIMEDOUT$/ },
  { says: 'asks to come again', answer: 451, reason: /^451/ },
] as const;
test.each(troubles)('a server that $says gets the same letter again, to the last byte', async ({ answer, reason }) => {
  const server = await startMailServer();
  server.answers.push(answer);
  const mail = { to: 'hanako@example.jp', ...verification };
  const impatient = senderTo(server.url, answer === 'silent' ? { answerMs: 2_000 } : {});
  let failure: unknown = null;
  while (server.answers.length > 0) failure = await impatient.send(mail).catch((error: unknown) => error);
  expect(failure).toMatchObject({ mayRetry: true, reason: expect.stringMatching(reason) });
  await senderTo(server.url).send(mail);
  const [first, again, ...more] = server.letters;
  expect(again).toEqual(first);
  expect(more).toEqual([]);
});
