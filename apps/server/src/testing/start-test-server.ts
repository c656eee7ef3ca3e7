import type { OperatorRole, OrganizationRole } from '@tenbin/accounts';
import { type Client, createClient, keyHeaders, type SignedInUser, type Surface } from '@tenbin/contract';
import { authenticatorIdentity, type Database, type Exchange, type Organization, platformOrganizationId } from '@tenbin/db';
import { paypalPlaces } from '@tenbin/paypal';
import { systemRuntime } from '@tenbin/runtime';
import type { Metrics } from '@tenbin/telemetry';
import { errorForLog } from '@tenbin/telemetry/process';
import { newId, openTestDatabase, type TestDatabase, type TestEngine, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { makeTotpSecret } from '../factors/totp.ts';
import { type Clock, defaultServerConfig, type RunningServer, type ServerConfig, type ServerDeps, startServer } from '../index.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { type BrandFeatures, brandsWith } from './brands-with.ts';
import { callOverHttp } from './call-over-http.ts';
import { followJobs } from './follow-jobs.ts';
import { requireShape, routeOf } from './require-shape.ts';
import { noteAnswered } from './specified-calls.ts';
import { startTestVenue, type TestVenue } from './test-venue.ts';

/**
 * A clock that a test moves. The wall clock goes on by itself meanwhile; what has passed does not, so that no limit is over,
 * and nothing remembered is forgotten, because a machine is slow.
 */
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
  readonly rawBody?: string | Buffer;
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
  /** Where each surface is answered. */
  readonly urls: RunningServer['urls'];
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
  makeAdministrator(organization?: Organization, role?: OrganizationRole): Promise<string>;
  /** Signs an operator in, who has a second factor already unless that is said. @returns the key */
  makeOperator(role?: OperatorRole, options?: { readonly hasFactor: boolean }): Promise<string>;
  /** The newest code that was mailed to an address. */
  mailedCode(email: string): Promise<string>;
  /** Until all is done that answers did not wait for. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** PayPal as no test reaches it: it knows nobody's credentials. */
const strangePaypal: ServerDeps['paypal'] = {
  places: paypalPlaces,
  fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }),
};

export const goodPassword = 'Correct1Horse';
let goodHash: Promise<string> | null = null;
const hashOfGoodPassword = () => (goodHash ??= hashPassword(goodPassword));

export async function startTestServer({
  engine = 'postgres',
  opened,
  config = {},
  isTrial = true,
  isClockStill = false,
  metrics,
  features,
  paypal = strangePaypal,
}: {
  engine?: TestEngine;
  /** In the place of a fresh one; it is closed with the server. */
  opened?: Pick<TestDatabase, 'database' | 'close'>;
  config?: Partial<ServerConfig>;
  isTrial?: boolean;
  /** The clock moves only when it is moved. */
  isClockStill?: boolean;
  metrics?: Metrics;
  /** By brand: what is switched on or off there, against its own settings. */
  features?: BrandFeatures;
  paypal?: ServerDeps['paypal'];
} = {}): Promise<TestServer> {
  const { database, close: closeDatabase } = opened ?? (await openTestDatabase(engine));
  const settled = followJobs(database);
  const venue = await startTestVenue();
  const brands = features && (await brandsWith(features));
  const { organizations, exchanges } = database.platform;
  const tenbin = await organizations.create({ slug: 'tenbin', name: 'Tenbin', isFree: true });
  const kohaku = await organizations.create({ slug: 'kohaku', name: 'Kohaku', isFree: true });
  const exchange = await exchanges.save({ name: 'Tenbin Virtual', ccxtId: 'binance', baseUrl: venue.url, timeScale: 1 });
  for (const { id } of [tenbin, kohaku]) await exchanges.offer(id, exchange.id);

  const log: string[] = [];
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, event: string) =>
    void log.push(JSON.stringify({ level, event, ...fields }, (_, value) => (value instanceof Error ? errorForLog(value) : value)));
  const startedAt = Date.now();
  let ahead = 0;
  const clock: MovableClock = {
    ...systemRuntime(),
    now: () => new Date((isClockStill ? startedAt : Date.now()) + ahead),
    elapsedMs: () => ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
  const server = await startServer(
    {
      ...defaultServerConfig,
      port: 0,
      limitFactor: 1_000,
      runsJobs: false,
      requestsPerMinute: 1_000_000,
      ...(brands && { brandsDir: brands.folder }),
      ...config,
    },
    {
      database,
      vault: testVault,
      connectExchange,
      clock,
      log: { info: write('info'), warn: write('warn'), error: write('error') },
      metrics,
      paypal,
      trial: isTrial ? { timeScale: 1, venue: venue.trial } : null,
    },
  );

  const caller = callOverHttp();
  async function call(method: string, path: string, { key, surface = 'user', body, rawBody, headers }: CallOptions = {}): Promise<Answer> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await caller.call(server.url + path, {
      method,
      headers: {
        'accept-language': 'en',
        ...(key === undefined ? {} : { [keyHeaders[surface] ?? 'x-user-key']: key }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      payload,
    });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = { ...response, body: isJson ? JSON.parse(response.text) : null };
    if (isJson) requireShape(method, path.split('?', 1)[0] ?? '', answer);
    return answer;
  }

  /** What a test asks itself, and what its server did with it. */
  function note(method: string, address: string, { status }: { readonly status: number }): void {
    const route = routeOf(method, new URL(address, server.url).pathname);
    if (route && status < 400) noteAnswered(`${route.method} ${route.path}`);
  }
  const callOfTest: TestServer['call'] = async (method, path, options) => {
    const answer = await call(method, path, options);
    note(method, path, answer);
    return answer;
  };
  const fetchOfTest: typeof fetch = async (address, request) => {
    const response = await fetch(address, request);
    note(request?.method ?? 'GET', String(address), response);
    return response;
  };
  const clientOf = (key: string | null): Client =>
    createClient({ baseUrl: server.url, key: () => key, language: () => 'en', fetch: fetchOfTest });

  async function mailedCode(email: string): Promise<string> {
    const mails = await database.platform.mailQueue.listNewest(100);
    // By their ids: a machine's clock may be set back between two.
    mails.sort((one, other) => (one.id < other.id ? 1 : -1));
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

  async function makeAdministrator(organization = tenbin, role: OrganizationRole = 'owner'): Promise<string> {
    const email = `admin-${newId()}@example.com`;
    await database.forOrganization(organization.id).administrators.create({ email, passwordHash: await hashOfGoodPassword(), role });
    const body = { email, password: goodPassword, organization: organization.id };
    return (await call('POST', '/admin/organizations/signin', { body })).body.uniqueKey;
  }

  async function makeOperator(
    role: OperatorRole = 'operator',
    { hasFactor }: { readonly hasFactor: boolean } = { hasFactor: true },
  ): Promise<string> {
    const email = `operator-${newId()}@example.com`;
    const { operators, own } = database.platform;
    const { id } = await operators.create({ email, passwordHash: await hashOfGoodPassword(), role });
    const { uniqueKey } = (await call('POST', '/ango-ya/organizations/signin', { body: { email, password: goodPassword } })).body;
    // Put there, not set up: signing in with it is a test of its own.
    if (hasFactor)
      await own.factors.addAuthenticator(id, {
        sealed: testVault.seal(JSON.stringify({ secret: makeTotpSecret() }), authenticatorIdentity(platformOrganizationId, id)),
        lastStep: 0,
        createdAt: clock.now(),
      });
    return uniqueKey;
  }

  return {
    url: server.url,
    urls: server.urls,
    database,
    venue,
    clock,
    log,
    tenbin,
    kohaku,
    exchange,
    call: callOfTest,
    clientOf,
    makeUser,
    makeAdministrator,
    makeOperator,
    mailedCode,
    settled,
    async close() {
      await server.close();
      caller.close();
      await venue.close();
      await closeDatabase();
      await brands?.remove();
    },
  };
}
