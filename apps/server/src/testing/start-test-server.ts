import { type Client, createClient, keyHeaders, type SignedInUser, type Surface } from '@tenbin/contract';
import { type Database, type Exchange, newId, type Organization } from '@tenbin/db';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { openTestDatabase, type TestDatabase, type TestEngine, testVault } from '@tenbin/testkit';
import { type Clock, type ServerConfig, startServer, usualServerConfig } from '../index.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { requireShape } from './require-shape.ts';
import { startTestVenue, type TestVenue } from './test-venue.ts';

/** A clock that a test moves; it goes on by itself meanwhile. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, field by field
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

export interface CallOptions {
  readonly key?: string | undefined;
  /** Whose key it is; a user's where nothing is said. */
  readonly surface?: Surface;
  readonly body?: unknown;
  /** Sent as it is. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestUser {
  readonly key: string;
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly organizationId: string;
  readonly client: Client;
}

/** A listening server over a migrated database and a virtual exchange, with two organizations: one for each brand. */
export interface TestServer {
  readonly url: string;
  readonly database: Database;
  readonly venue: TestVenue;
  readonly clock: MovableClock;
  /** Every line that was logged, as JSON. */
  readonly log: readonly string[];
  readonly tenbin: Organization;
  readonly kohaku: Organization;
  /** The virtual one. */
  readonly exchange: Exchange;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  clientOf(key: string | null): Client;
  /** Signs somebody up, verifies and signs in, all over the API. */
  makeUser(organization?: Organization): Promise<TestUser>;
  /** Signs an administrator of an organization in. @returns the key */
  makeAdministrator(organization?: Organization): Promise<string>;
  /** Signs an operator in. @returns the key */
  makeOperator(): Promise<string>;
  /** The newest code that was mailed to an address. */
  mailedCode(email: string): Promise<string>;
  close(): Promise<void>;
}

export const goodPassword = 'Correct1Horse';

export async function startTestServer({
  engine = 'pglite',
  opened,
  config = {},
  isTrial = true,
  isClockStill = false,
}: {
  engine?: TestEngine;
  /** In the place of a fresh one; it is closed with the server. */
  opened?: Pick<TestDatabase, 'database' | 'close'>;
  config?: Partial<ServerConfig>;
  isTrial?: boolean;
  /** The clock moves only when it is moved. */
  isClockStill?: boolean;
} = {}): Promise<TestServer> {
  const { database, close: closeDatabase } = opened ?? (await openTestDatabase(engine));
  const venue = await startTestVenue();
  const { organizations, exchanges } = database.platform;
  const tenbin = await organizations.create({ slug: 'tenbin', name: 'Tenbin', isFree: true });
  const kohaku = await organizations.create({ slug: 'kohaku', name: 'Kohaku', isFree: true });
  const exchange = await exchanges.save({ name: 'Tenbin Virtual', ccxtId: 'binance', baseUrl: venue.url, timeScale: 1 });
  for (const { id } of [tenbin, kohaku]) await exchanges.offer(id, exchange.id);

  const log: string[] = [];
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, event: string) =>
    void log.push(JSON.stringify({ level, event, ...fields }));
  const startedAt = Date.now();
  let ahead = 0;
  const clock: MovableClock = {
    now: () => new Date((isClockStill ? startedAt : Date.now()) + ahead),
    advance: (ms) => {
      ahead += ms;
    },
  };
  const server = await startServer(
    { ...usualServerConfig, port: 0, limitFactor: 1_000, coursesEveryMs: null, requestsPerMinute: 1_000_000, ...config },
    {
      database,
      vault: testVault,
      connectExchange,
      clock,
      log: { info: write('info'), warn: write('warn'), error: write('error') },
      trial: isTrial ? { timeScale: 1, venue: venue.trial } : null,
    },
  );

  async function call(method: string, path: string, { key, surface = 'user', body, rawBody, headers }: CallOptions = {}): Promise<Answer> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'accept-language': 'en',
        ...(key === undefined ? {} : { [keyHeaders[surface] ?? 'x-user-key']: key }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : null, text, headers: response.headers };
    if (isJson) requireShape(method, path.split('?', 1)[0] ?? '', answer);
    return answer;
  }

  const clientOf = (key: string | null): Client => createClient({ baseUrl: server.url, key: () => key, language: () => 'en' });

  async function mailedCode(email: string): Promise<string> {
    const mails = await database.platform.mailQueue.listNewest(100);
    const code = mails.flatMap(({ to, text }) => (to === email ? (text.match(/^\d{6}$/m) ?? []) : []))[0];
    if (!code) throw new Error(`no code was mailed to ${email}`);
    return code;
  }

  async function makeUser(organization = tenbin): Promise<TestUser> {
    const email = `trader-${newId()}@example.com`;
    const created = await call('POST', '/api/users', {
      body: { email, password: goodPassword, organization: organization.id, language: 'en' },
    });
    if (created.status !== 201) throw new Error(created.text);
    const code = await mailedCode(email);
    const { body }: { body: SignedInUser } = await call('POST', '/api/users/verify', {
      body: { email, code, ticket: created.body.ticket, organization: organization.id },
    });
    const key = body.uniqueKey;
    return { key, id: body._id, email, password: goodPassword, organizationId: organization.id, client: clientOf(key) };
  }

  async function makeAdministrator(organization = tenbin): Promise<string> {
    const email = `admin-${newId()}@example.com`;
    await database.forOrganization(organization.id).administrators.create({ email, passwordHash: await hashPassword(goodPassword) });
    const body = { email, password: goodPassword, organization: organization.id };
    return (await call('POST', '/admin/organizations/signin', { body })).body.uniqueKey;
  }

  async function makeOperator(): Promise<string> {
    const email = `operator-${newId()}@example.com`;
    await database.platform.operators.create({ email, passwordHash: await hashPassword(goodPassword) });
    return (await call('POST', '/ango-ya/organizations/signin', { body: { email, password: goodPassword } })).body.uniqueKey;
  }

  return {
    url: server.url,
    database,
    venue,
    clock,
    log,
    tenbin,
    kohaku,
    exchange,
    call,
    clientOf,
    makeUser,
    makeAdministrator,
    makeOperator,
    mailedCode,
    async close() {
      await server.close();
      await venue.close();
      await closeDatabase();
    },
  };
}
