import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause, type Runtime } from '@tenbin/runtime';
import type { Fetch } from '../bounded-fetch.ts';
import type { PaypalCredentials } from '../client/access-token.ts';
import type { PaypalPlace } from '../place.ts';
import { approvalPage, closingPage } from './approval-page.ts';
import { createAuthority } from './authority.ts';
import { Books, Refused, type StandInSubscription } from './books.ts';
import { buttonScript } from './button-script.ts';
import { Deliveries } from './deliveries.ts';
import { type KeptState, readState, writeState } from './kept-state.ts';
import { Misbehaviour } from './misbehaviour.ts';
import { Rest, type RestAnswer } from './rest.ts';

export interface StandInOptions {
  readonly runtime: Runtime;
  /** How webhooks leave. */
  readonly fetch: Fetch;
  readonly host?: string;
  /** 0: one that is free. */
  readonly port?: number;
  readonly joinsFirstPayments?: boolean;
  readonly countsOutstandingAtOnce?: boolean;
  /** As another one left it: see `state`. */
  readonly state?: Uint8Array | undefined;
  /** How long a slow call takes. */
  readonly slowMs?: number;
}

const signerDomain = '.paypal.stand-in';
const certificatePath = '/v1/notifications/certs/CERT-stand-in';
const tokenSeconds = 32_400;
const maxBodyBytes = 100_000;

/** A PayPal of one's own: the same calls, pages, script and webhooks, with a clock that is moved by hand. */
export class PaypalStandIn {
  readonly #options: StandInOptions;
  readonly #server: Server;
  readonly #authority = createAuthority(`webhooks${signerDomain}`);
  readonly #accounts = new Map<string, PaypalCredentials>();
  /** Tokens, each with its account. */
  readonly #tokens = new Map<string, string>();
  readonly #deliveries: Deliveries;
  readonly #rest: Rest;
  readonly misbehaviour = new Misbehaviour();
  readonly books: Books;
  #aheadMs = 0;
  #address = '';

  private constructor(options: StandInOptions) {
    this.#options = options;
    const { runtime, fetch } = options;
    this.#deliveries = new Deliveries({
      authority: this.#authority,
      certificateUrl: () => `${this.url}${certificatePath}`,
      misbehaviour: this.misbehaviour,
      fetch,
      runtime: { now: () => this.now(), after: runtime.after.bind(runtime), newId: () => runtime.newId() },
    });
    this.books = new Books({
      now: () => this.now(),
      nextId: this.#nextId,
      onEvent: (event) => this.#deliveries.add(event),
      joinsFirstPayments: options.joinsFirstPayments ?? false,
      countsOutstandingAtOnce: options.countsOutstandingAtOnce ?? false,
    });
    if (options.state) this.#restore(readState(options.state));
    this.#rest = new Rest({ books: this.books, deliveries: this.#deliveries, nextId: this.#nextId });
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(options: StandInOptions): Promise<PaypalStandIn> {
    const standIn = new PaypalStandIn(options);
    const { host = '127.0.0.1', port = 0 } = options;
    const listening = standIn.#server.listen(port, host);
    await once(listening, 'listening');
    standIn.#address = `http://${host}:${(listening.address() as AddressInfo).port}`;
    return standIn;
  }

  get url(): string {
    return this.#address;
  }

  get place(): PaypalPlace {
    return { api: this.url, certificates: this.url, signerDomain, trustedRoots: [this.#authority.root], script: `${this.url}/sdk/js` };
  }

  now(): Date {
    return new Date(this.#options.runtime.now().getTime() + this.#aheadMs);
  }

  /** Accounts, plans, subscriptions and their money. */
  get state(): Buffer {
    const { products, plans, subscriptions } = this.books;
    return writeState({ products, plans, subscriptions, webhooks: this.#deliveries.webhooks, accounts: this.#accounts });
  }

  /** Credentials of a new account; or these. */
  addAccount(credentials: PaypalCredentials = { clientId: `AX${this.#nextId()}`, secret: `EK${this.#nextId()}` }): PaypalCredentials {
    this.#accounts.set(credentials.clientId, credentials);
    return credentials;
  }

  /** Moves the clock on, and charges whatever falls due on the way, each at its moment. */
  async advance(ms: number): Promise<void> {
    const until = this.now().getTime() + ms;
    for (let due = this.books.nextDue(); due !== null && due.getTime() <= until; due = this.books.nextDue()) {
      this.#moveTo(Math.max(due.getTime(), this.now().getTime()));
      this.#change(() => this.books.chargeDue());
    }
    this.#moveTo(until);
    await this.settle();
  }

  /** What its payer or its owner does, told to whoever listens. */
  async act(change: (books: Books) => void): Promise<void> {
    this.#change(() => change(this.books));
    await this.settle();
  }

  /** Every webhook that is to go has gone. */
  settle(): Promise<void> {
    return this.#deliveries.send();
  }

  releaseLate(): Promise<void> {
    return this.#deliveries.releaseLate();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  readonly #nextId = (): string => this.#options.runtime.newId().replaceAll('-', '').slice(-17).toUpperCase();

  #restore(state: KeptState): void {
    for (const [id, product] of state.products) this.books.products.set(id, product);
    for (const [id, plan] of state.plans) this.books.plans.set(id, plan);
    for (const [id, subscription] of state.subscriptions) this.books.subscriptions.set(id, subscription);
    for (const [id, webhook] of state.webhooks) this.#deliveries.webhooks.set(id, webhook);
    for (const [id, credentials] of state.accounts) this.#accounts.set(id, credentials);
  }

  #moveTo(ms: number): void {
    this.#aheadMs = ms - this.#options.runtime.now().getTime();
  }

  #change(change: () => void): void {
    this.#rest.remember(this.url);
    change();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500;
      const issue = error instanceof Refused ? error.issue : 'INTERNAL_ERROR';
      send(response, { status, body: problem(status, issue, this.#nextId()) });
    }
    await this.settle();
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const body = await readBody(request);
    const { pathname } = url;
    if (pathname === certificatePath) sendText(response, 'application/x-pem-file', this.#authority.chain);
    else if (pathname === '/sdk/js') sendText(response, 'text/javascript', buttonScript(this.url));
    else if (pathname.startsWith('/stand-in/approvals/')) this.#sendApproval(request, pathname.split('/').at(-1) ?? '', response);
    else if (pathname === '/webapps/billing/subscriptions') this.#approve(url, { method: request.method ?? 'GET', body }, response);
    else if (pathname === '/v1/oauth2/token') send(response, this.#giveToken(request));
    else await this.#call(url, { request, body }, response);
  }

  #giveToken({ headers }: IncomingMessage): RestAnswer {
    const [clientId = '', secret = ''] = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    if (this.#accounts.get(clientId)?.secret !== secret || secret === '') {
      return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } };
    }
    const token = `A21${this.#nextId()}`;
    this.#tokens.set(token, clientId);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds } };
  }

  async #call(url: URL, { request, body }: { request: IncomingMessage; body: string }, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { misbehaviour } = this;
    const accountId = this.#tokens.get((headers.authorization ?? '').replace(/^Bearer /, ''));
    if (accountId === undefined) throw new Refused(401, 'AUTHENTICATION_FAILURE');
    if (misbehaviour.takes('slow')) await pause(this.#options.runtime, this.#options.slowMs ?? 1000, { unref: true });
    if (misbehaviour.takes('tooManyRequests')) {
      response.setHeader('retry-after', '1');
      throw new Refused(429, 'RATE_LIMIT_REACHED');
    }
    if (misbehaviour.takes('serverError')) throw new Refused(500, 'INTERNAL_SERVER_ERROR');
    const requestId = headers['paypal-request-id'];
    const stale = method === 'GET' && misbehaviour.takes('staleRead') ? this.#rest.stale(url) : null;
    if (method !== 'GET') this.#rest.remember(this.url);
    const answer =
      stale ?? this.#rest.answer({ method, url, body: jsonOf(body), accountId }, typeof requestId === 'string' ? requestId : null);
    if (method !== 'GET' && misbehaviour.takes('lostAnswer')) throw new Refused(503, 'SERVICE_UNAVAILABLE');
    send(response, answer);
  }

  /** For the button: what became of what it opened. A `POST` asks anew. */
  #sendApproval({ method }: IncomingMessage, id: string, response: ServerResponse): void {
    const subscription = this.books.subscriptions.get(id);
    if (!subscription) throw new Refused(404, 'INVALID_RESOURCE_ID');
    if (method === 'POST' && subscription.asked !== null) this.books.askAgain(subscription);
    const { asked, answered } = subscription;
    const state = answered ?? 'waiting';
    response.setHeader('access-control-allow-origin', '*');
    const approveUrl = asked && `${this.url}/webapps/billing/subscriptions?ba_token=${asked.token}`;
    send(response, { status: 200, body: { state, approveUrl } });
  }

  #approve(url: URL, { method, body }: { method: string; body: string }, response: ServerResponse): void {
    const given = method === 'POST' ? new URLSearchParams(body) : url.searchParams;
    const found = this.books.findAsked(given.get('ba_token') ?? '');
    if (!found) throw new Refused(404, 'INVALID_RESOURCE_ID');
    const { subscription, asked } = found;
    const plan = this.books.plans.get(asked.planId);
    if (method !== 'POST' && plan) {
      const shown = subscription.isOverridden ? { ...plan, setupFee: subscription.setupFee } : plan;
      const isChange = subscription.status !== 'APPROVAL_PENDING';
      const firstCharge = isChange ? subscription.nextBillingAt : subscription.startsAt;
      sendText(response, 'text/html', approvalPage({ plan: shown, token: asked.token, firstCharge, isChange }));
      return;
    }
    const agrees = given.get('answer') === 'agree';
    this.#change(() => (agrees ? this.books.agree(subscription, asked) : this.books.decline(subscription)));
    if (url.searchParams.has('popup')) sendText(response, 'text/html', closingPage);
    else response.writeHead(303, { location: landing(subscription, asked.token, agrees) }).end();
  }
}

function landing({ id, returnUrl, cancelUrl }: StandInSubscription, token: string, agrees: boolean): string {
  const url = new URL(agrees ? returnUrl : cancelUrl);
  url.searchParams.set('subscription_id', id);
  url.searchParams.set('ba_token', token);
  return url.href;
}

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
};

const problem = (status: number, issue: string, debugId: string) => ({
  name: names[status] ?? 'INTERNAL_SERVER_ERROR',
  message: 'The stand-in refuses, as PayPal does.',
  debug_id: debugId,
  details: [{ issue, description: issue }],
});

function send(response: ServerResponse, { status, body }: RestAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body));
}

function sendText(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > maxBodyBytes) throw new Refused(400, 'INVALID_REQUEST');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new Refused(400, 'MALFORMED_REQUEST_JSON');
  }
}
