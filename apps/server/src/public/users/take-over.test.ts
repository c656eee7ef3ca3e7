/**
 * Attempts to get into an account that is somebody else's, or to make one that will be: each as an attacker would make it,
 * over HTTP, knowing the product and the victim's address, without the victim's mailbox.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const evil = 'Evil1password';
const minute = 60_000;

const post = (path: string, body: unknown) => server.call('POST', `/api/users${path}`, { body });
const signUp = async (email: string, password: string, organization = server.tenbin.id): Promise<string> => {
  const { status, body, text } = await post('', { email, password, organization });
  expect(status, text).toBe(201);
  return body.ticket;
};
const verify = (body: unknown) => post('/verify', body);
const signIn = async (email: string, password: string) => (await post('/signin', { email, password })).status;
const codeOf = async (...answer: [Promise<{ readonly body: { readonly code: string } }>]) => (await answer[0]).body.code;
/** Any but the right one. */
const another = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe('an account that is made before its owner comes', () => {
  test('is not opened by the mailed link: its owner is asked for a password that they do not know', async () => {
    const email = 'linked@example.jp';
    await signUp(email, evil);
    const code = await server.mailedCode(email);
    expect(await codeOf(verify({ email, code }))).toBe('passwordRequired');
    expect(await codeOf(verify({ email, code, password: goodPassword }))).toBe('emailOrPassword');
    expect(await signIn(email, evil)).toBe(401);
    expect(await server.database.forOrganization(server.tenbin.id).users.findByEmail(email)).toBeNull();
  });

  test('is its owner’s as soon as they sign up: what the attacker chose and was given is worth nothing', async () => {
    const email = 'hijacked@example.jp';
    const evilTicket = await signUp(email, evil);
    const evilCode = await server.mailedCode(email);
    server.clock.advance(minute);
    const ticket = await signUp(email, goodPassword);
    const code = await server.mailedCode(email);
    for (const proof of [{ ticket: evilTicket }, { password: evil }])
      for (const digits of [evilCode, code]) expect((await verify({ email, code: digits, ...proof })).body).not.toHaveProperty('uniqueKey');
    const dead = evilCode === code ? another(code) : evilCode;
    expect(await codeOf(verify({ email, code: dead, ticket }))).toBe('verificationCodeWrong');
    expect((await verify({ email, code, ticket })).status).toBe(200);
    expect([await signIn(email, evil), await signIn(email, goodPassword)]).toEqual([401, 200]);
  });

  test('is nobody’s when the attacker signs up again while the owner has the code in hand', async () => {
    const email = 'late-attack@example.jp';
    const ticket = await signUp(email, goodPassword);
    const code = await server.mailedCode(email);
    await signUp(email, evil);
    expect(await codeOf(verify({ email, code, ticket }))).toBe('passwordRequired');
    expect(await codeOf(verify({ email, code, password: evil }))).toBe('verificationCodeExpired');
    expect([await signIn(email, evil), await signIn(email, goodPassword)]).toEqual([401, 401]);
  });

  test('never has the attacker’s password, however close the two come', async () => {
    for (const round of Array(8).keys()) {
      const email = `race-${round}@example.jp`;
      const ticket = await signUp(email, goodPassword);
      const code = await server.mailedCode(email);
      const [attacking, verifying] = [() => post('', { email, password: evil }), () => verify({ email, code, ticket })];
      const both = round % 2 === 0 ? [verifying(), attacking()] : [attacking(), verifying()];
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(await signIn(email, evil)).toBe(401);
      expect(await signIn(email, goodPassword)).toBe(statuses.includes(200) ? 200 : 401);
    }
  });

  test('cannot be made with the address of a user, whose password stays', async () => {
    const { email, password } = await server.makeUser();
    const ticket = await signUp(email, evil);
    for (const proof of [{ ticket }, { password: evil }])
      for (const digits of ['000000', '123456']) expect((await verify({ email, code: digits, ...proof })).status).toBe(400);
    expect([await signIn(email, evil), await signIn(email, password)]).toEqual([401, 200]);
  });
});

describe('guessing codes', () => {
  test('of those who signed up goes nowhere without their ticket, and costs them no try', async () => {
    const victims = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const email = `guessed-${index}@example.jp`;
        return { email, ticket: await signUp(email, goodPassword) };
      }),
    );
    for (const { email } of victims)
      for (const guess of Array(10).keys()) {
        const code = another(await server.mailedCode(email), guess);
        expect(await codeOf(verify({ email, code }))).toBe('passwordRequired');
        expect(await codeOf(verify({ email, code, ticket: 'x'.repeat(43) }))).toBe('passwordRequired');
      }
    for (const { email, ticket } of victims)
      expect((await verify({ email, ticket, code: await server.mailedCode(email) })).status).toBe(200);
  });

  test('of addresses that one signs up oneself ends at five a code, and the codes end', async () => {
    const email = 'squatted@example.jp';
    const ticket = await signUp(email, evil);
    let guesses = 0;
    for (let now = 0; now < 24 * 60; now += 10) {
      for (const guess of Array(7).keys()) {
        const right = await server.mailedCode(email);
        const said = await codeOf(verify({ email, ticket, code: another(right, guess + 1) }));
        if (said === 'verificationCodeWrong' || guess === 4) guesses += said === 'verificationCodeExpired' ? 0 : 1;
      }
      server.clock.advance(10 * minute);
      await post('/resend-verification', { email });
    }
    expect(guesses).toBeLessThanOrEqual(50);
    expect(guesses).toBeGreaterThan(30);
  });

  test('many at once are counted like one after the other', async () => {
    const email = 'at-once@example.jp';
    const ticket = await signUp(email, evil);
    const right = await server.mailedCode(email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, guess) => codeOf(verify({ email, ticket, code: another(right, guess + 1) }))),
    );
    expect(answers.filter((code) => code === 'verificationCodeWrong')).toHaveLength(4);
    expect(await codeOf(verify({ email, ticket, code: right }))).toBe('verificationCodeUsedUp');
  });

  test('over many addresses is paused for the network that it comes from', async () => {
    const strict = await startTestServer({ config: { limitFactor: 1 } });
    const said = new Map<string, number>();
    for (const index of Array(60).keys()) {
      const body = { email: `sprayed-${index}@example.jp`, code: '123456' };
      const { code } = (await strict.call('POST', '/api/users/verify', { body })).body;
      said.set(code, (said.get(code) ?? 0) + 1);
    }
    expect([...said]).toEqual([
      ['passwordRequired', 40],
      ['tooManyRequests', 20],
    ]);
    await strict.close();
  });
});

describe('a code that was used, or was for something else', () => {
  test('opens nothing a second time', async () => {
    const email = 'replayed@example.jp';
    const ticket = await signUp(email, goodPassword);
    const code = await server.mailedCode(email);
    expect((await verify({ email, ticket, code })).status).toBe(200);
    expect(await codeOf(verify({ email, ticket, code }))).toBe('passwordRequired');
    expect(await codeOf(verify({ email, password: evil, code }))).toBe('emailOrPassword');
    expect(await codeOf(verify({ email, password: goodPassword, code }))).toBe('alreadyVerified');
  });

  test('opens nothing after another one was sent', async () => {
    const email = 'older@example.jp';
    const ticket = await signUp(email, goodPassword);
    const first = await server.mailedCode(email);
    let second = first;
    // Once in a million times the next code is the same.
    while (second === first) {
      server.clock.advance(minute);
      await post('/resend-verification', { email });
      second = await server.mailedCode(email);
    }
    expect(await codeOf(verify({ email, ticket, code: first }))).toBe('verificationCodeWrong');
    expect((await verify({ email, ticket, code: second })).status).toBe(200);
  });

  test('opens no other address, and nothing in another organization', async () => {
    const [mine, theirs] = ['mine@example.jp', 'theirs@example.jp'];
    const ticket = await signUp(mine, evil);
    await signUp(theirs, goodPassword);
    await signUp(mine, evil, server.kohaku.id);
    const code = await server.mailedCode(mine);
    expect(await codeOf(verify({ email: theirs, ticket, code }))).toBe('passwordRequired');
    expect(await codeOf(verify({ email: mine, ticket, code, organization: server.kohaku.id }))).toBe('passwordRequired');
    expect(await codeOf(verify({ email: mine, password: evil, code, organization: server.kohaku.id }))).toBe('verificationCodeWrong');
  });
});

describe('a page of somebody else', () => {
  const forged = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', cookie: `XSRF-TOKEN=${'a'.repeat(24)}` },
    { origin: 'null', cookie: `XSRF-TOKEN=${'a'.repeat(24)}`, 'x-xsrf-token': 'b'.repeat(24) },
  ];
  const calls = [
    ['', { email: 'forged@example.jp', password: evil }],
    ['/verify', { email: 'forged@example.jp', code: '123456', password: evil }],
    ['/resend-verification', { email: 'forged@example.jp' }],
    ['/signin', { email: 'forged@example.jp', password: evil }],
  ] as const;

  test.each(calls)('cannot have a visitor’s browser call /api/users%s', async (path, body) => {
    for (const headers of forged) {
      const answer = await server.call('POST', `/api/users${path}`, { body, headers });
      expect(answer).toMatchObject({ status: 403, body: { code: 'antiForgery' } });
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await server.call('POST', `/api/users${path}`, { rawBody: JSON.stringify(body), headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupportedMediaType' } });
    }
  });

  test('cannot use the key of whoever is signed in, nor read what a page of ours is told', async () => {
    const { key, id } = await server.makeUser();
    for (const headers of forged) {
      const answer = await server.call('PUT', '/api/users/self', { key, body: { firstName: 'Evil' }, headers });
      expect(answer.body.code).toBe('antiForgery');
    }
    const preflight = await fetch(`${server.url}/api/users/self`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-user-key' },
    });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(await server.database.forOrganization(server.tenbin.id).users.require(id)).toMatchObject({ firstName: null });
  });
});
