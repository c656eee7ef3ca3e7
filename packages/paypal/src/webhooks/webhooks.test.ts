import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addYen, noYen, yen } from '@tenbin/billing';
import { systemRuntime, VirtualRuntime } from '@tenbin/runtime';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fetch } from '../bounded-fetch.ts';
import { PaypalClient } from '../client/paypal-client.ts';
import { PaypalStandIn } from '../stand-in/paypal-stand-in.ts';
import { type ReceivedWebhook, WebhookVerifier } from './verify-webhook.ts';
import { parseWebhookEvent } from './webhook-event.ts';

const runtime = systemRuntime();
const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
const dayMs = 86_400_000;

let standIn: PaypalStandIn;
let client: PaypalClient;
let webhookId: string;
let received: ReceivedWebhook[] = [];
const receiver = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  received.push({ headers: request.headers, body: Buffer.concat(parts) });
  response.writeHead(200).end();
});

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  standIn = await PaypalStandIn.start({ runtime, fetch });
});
afterAll(async () => {
  await standIn.close();
  receiver.close();
});
beforeEach(async () => {
  standIn.misbehaviour.behave();
  received = [];
  client = new PaypalClient({ place: standIn.place, credentials: standIn.addAccount(), fetch, runtime });
  webhookId = await client.ensureWebhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
});

async function subscribe(): Promise<string> {
  const requestId = () => runtime.newId();
  const productId = await client.createProduct({ requestId: requestId(), name: 'Bots' });
  const planId = await client.createPlan({
    requestId: requestId(),
    productId,
    plan: { name: 'Standard', monthlyPrice: yen(5000), initialInstallationCost: yen(10_000) },
  });
  const pages = { returnUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
  const texts = { customId: 'nonce', brandName: 'Tenbin', locale: 'ja-JP' } as const;
  const { id } = await client.createSubscription({ requestId: requestId(), planId, firstChargeAt: null, ...texts, ...pages });
  await standIn.act((books) => {
    const subscription = books.subscriptions.get(id);
    if (subscription) books.agree(subscription);
  });
  return id;
}
const typesReceived = () => received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString())?.type);
const verifier = (given: Partial<ConstructorParameters<typeof WebhookVerifier>[0]> = {}) =>
  new WebhookVerifier({ place: standIn.place, fetch, runtime, ...given });

async function oneWebhook(): Promise<ReceivedWebhook> {
  await subscribe();
  const [webhook] = received;
  if (!webhook) throw new Error('no webhook came');
  return webhook;
}

describe('a signature', () => {
  test('of PayPal’s is genuine', async () => {
    await subscribe();
    const judge = verifier();
    expect(received.length).toBeGreaterThan(3);
    for (const webhook of received) expect(await judge.verify(webhook, webhookId)).toBe('genuine');
  });

  test('of another body, another webhook or another time is forged', async () => {
    const webhook = await oneWebhook();
    const judge = verifier();
    const changed = Buffer.from(webhook.body);
    changed[changed.length - 2] = (changed[changed.length - 2] ?? 0) ^ 1;
    expect(await judge.verify({ ...webhook, body: changed }, webhookId)).toBe('forged');
    expect(await judge.verify(webhook, 'WEBHOOK_ID')).toBe('forged');
    const headers = { ...webhook.headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' };
    expect(await judge.verify({ ...webhook, headers }, webhookId)).toBe('forged');
  });

  test('of whatever else comes is forged, and is no error', async () => {
    const webhook = await oneWebhook();
    const judge = verifier();
    const names = ['transmission-id', 'transmission-time', 'transmission-sig', 'auth-algo'].map((name) => `paypal-${name}`);
    const odd = fc.oneof(fc.string({ maxLength: 2000 }), fc.constant(undefined), fc.array(fc.string(), { maxLength: 2 }));
    const bodies = fc.oneof(fc.constant(webhook.body), fc.uint8Array({ maxLength: 200 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), odd, bodies, async (name, value, body) => {
        const headers = { ...webhook.headers, [name]: value };
        expect(await judge.verify({ headers, body }, webhookId)).toBe('forged');
      }),
    );
    expect(await judge.verify(webhook, webhookId), 'and is judged as it came').toBe('genuine');
  });

  test('by a certificate from anywhere else is forged, and nothing is fetched there', async () => {
    const webhook = await oneWebhook();
    const asked: string[] = [];
    const counting: Fetch = (input, init) => {
      asked.push(input);
      return fetch(input, init);
    };
    const { url } = standIn;
    const addresses = [
      'https://evil.example/v1/notifications/certs/CERT-stand-in',
      `${url}.evil.example/v1/notifications/certs/CERT-stand-in`,
      `${url.replace('http://', 'http://user@')}/v1/notifications/certs/CERT-stand-in`,
      `${url}/v1/notifications/certs/../../oauth2/token`,
      `${url}/v1/notifications/certs/CERT-stand-in?x=1`,
      `${url}/v1/notifications/certs/CERT-stand-in#x`,
      `${url}/v1/notifications/certs/`,
      `${url}/somewhere/CERT-stand-in`,
      'file:///etc/passwd',
      'not an address',
    ];
    for (const address of addresses) {
      const headers = { ...webhook.headers, 'paypal-cert-url': address };
      expect(await verifier({ fetch: counting }).verify({ ...webhook, headers }, webhookId), address).toBe('forged');
    }
    expect(asked).toEqual([]);
  });

  test('by a certificate that leads to no root of ours, or is another’s, is forged', async () => {
    const webhook = await oneWebhook();
    const stranger = await PaypalStandIn.start({ runtime, fetch });
    const { trustedRoots } = stranger.place;
    await stranger.close();
    for (const place of [
      { ...standIn.place, trustedRoots },
      { ...standIn.place, trustedRoots: null },
      { ...standIn.place, trustedRoots: [] },
      { ...standIn.place, signerDomain: '.paypal.com' },
    ])
      expect(await verifier({ place }).verify(webhook, webhookId)).toBe('forged');
    const later = new VirtualRuntime({ startAt: new Date('2101-01-01T00:00:00Z') });
    expect(await verifier({ runtime: later }).verify(webhook, webhookId)).toBe('forged');
  });

  test.each([
    ['is not there', () => new Response(null, { status: 404 }), 'forged'],
    ['is none', () => new Response('nothing'), 'forged'],
    ['is broken', () => new Response('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'), 'forged'],
    ['cannot be had now', () => new Response(null, { status: 503 }), 'unavailable'],
    ['leads elsewhere', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }), 'unavailable'],
    ['has no end', () => new Response('x'.repeat(100_000)), 'unavailable'],
  ])('whose certificate %s is not genuine', async (_, answer, verdict) => {
    const webhook = await oneWebhook();
    expect(await verifier({ fetch: () => Promise.resolve(answer()) }).verify(webhook, webhookId)).toBe(verdict);
  });

  test('is judged by a certificate that is fetched once, and again after a failure', async () => {
    await subscribe();
    let asked = 0;
    const failingOnce: Fetch = (input, init) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('no network')) : fetch(input, init);
    };
    const judge = verifier({ fetch: failingOnce });
    const first = received[0] as ReceivedWebhook;
    expect(await judge.verify(first, webhookId)).toBe('unavailable');
    const verdicts = await Promise.all(received.map((webhook) => judge.verify(webhook, webhookId)));
    expect(new Set(verdicts)).toEqual(new Set(['genuine']));
    expect(asked).toBe(2);
  });

  describe('whoever else names certificates', () => {
    let elapsed: number;
    let asked: string[];
    let isDown: boolean;
    const clock = { now: runtime.now, after: runtime.after, elapsedMs: () => elapsed };
    const counting: Fetch = (input, init) => {
      asked.push(input);
      if (isDown) return Promise.reject(new Error('no network'));
      return input.includes('MADE-UP') ? Promise.resolve(new Response(null, { status: 404 })) : fetch(input, init);
    };
    const naming = (webhook: ReceivedWebhook, name: string): ReceivedWebhook => ({
      ...webhook,
      headers: { ...webhook.headers, 'paypal-cert-url': `${standIn.url}/v1/notifications/certs/${name}` },
    });
    const names = (most: number) => Array.from({ length: most }, (_, at) => `MADE-UP-${at}`);
    beforeEach(() => {
      elapsed = 0;
      asked = [];
      isDown = false;
    });

    test('drives out none that has proven something, and has ten a minute fetched', async () => {
      const webhook = await oneWebhook();
      const judge = verifier({ fetch: counting, runtime: clock });
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      const verdicts = await Promise.all(names(30).map((name) => judge.verify(naming(webhook, name), webhookId)));
      expect(verdicts).toEqual([...Array(9).fill('forged'), ...Array(21).fill('unavailable')]);
      expect(asked).toHaveLength(10);
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      expect(asked).toHaveLength(10);
      elapsed += 60_000;
      expect(await judge.verify(naming(webhook, 'MADE-UP-LATER'), webhookId)).toBe('forged');
    });

    test('drives none out either by names that are there', async () => {
      const webhook = await oneWebhook();
      const own = String(webhook.headers['paypal-cert-url']);
      const everywhere: Fetch = (input, init) => {
        asked.push(input);
        return fetch(own, init);
      };
      const judge = verifier({ fetch: everywhere, runtime: clock });
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      for (const name of names(9)) expect(await judge.verify(naming(webhook, name), 'WEBHOOK_ID')).toBe('forged');
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      expect(asked).toHaveLength(10);
    });

    test('finds a known one in use while it cannot be fetched anew', async () => {
      const webhook = await oneWebhook();
      const judge = verifier({ fetch: counting, runtime: clock });
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      elapsed += dayMs;
      isDown = true;
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      expect(asked).toHaveLength(2);
      isDown = false;
      elapsed += 60_000;
      expect(await judge.verify(webhook, webhookId)).toBe('genuine');
      expect(asked).toHaveLength(3);
    });
  });
});

describe('an event', () => {
  test('of a subscription says whose it is; of a payment also what was paid', async () => {
    const id = await subscribe();
    const events = received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString()));
    expect(events.map((event) => [event?.type, event?.subscriptionId, event?.payment?.amount])).toEqual([
      ['BILLING.SUBSCRIPTION.CREATED', id, undefined],
      ['BILLING.SUBSCRIPTION.ACTIVATED', id, undefined],
      ['PAYMENT.SALE.COMPLETED', id, 10_000],
      ['PAYMENT.SALE.COMPLETED', id, 5000],
    ]);
  });

  test('of money that goes back says how much, negative, and of which payment', async () => {
    const id = await subscribe();
    const sale = standIn.books.subscriptions.get(id)?.transactions[0];
    received = [];
    await standIn.act((books) => {
      const subscription = books.subscriptionOf(books.subscriptions.get(id)?.accountId ?? '', id);
      books.refund(subscription, sale?.id ?? '', 4000);
      books.reverse(subscription, sale?.id ?? '');
    });
    const events = received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString())?.payment);
    expect(events).toMatchObject([
      { kind: 'refund', amount: -4000, saleId: sale?.id },
      { kind: 'reversal', amount: -6000, saleId: sale?.id },
    ]);
  });

  test('of a payment that cannot be read says all the same whose it is', () => {
    const resource = { id: 'SALE-1', amount: { total: '1.50', currency: 'USD' }, billing_agreement_id: 'I-7', create_time: 'soon' };
    const body = { id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', create_time: '2026-01-01T00:00:00Z', resource_type: 'sale', resource };
    expect(parseWebhookEvent(JSON.stringify(body))).toMatchObject({ subscriptionId: 'I-7', payment: null });
  });

  test.each([
    ['says', { sale_id: 'SALE-1' }, 'SALE-1'],
    ['links to', { links: [{ rel: 'sale', href: 'https://api.paypal.com/v1/payments/sale/SALE-2', method: 'GET' }] }, 'SALE-2'],
    ['leaves out', { links: [{ rel: 'self', href: 'https://api.paypal.com/v1/payments/refund/R-1' }] }, null],
  ])('of a refund %s what it gives back', (_, given, saleId) => {
    const resource = { id: 'R-1', amount: { total: '-500', currency: 'JPY' }, create_time: '2026-01-01T00:00:00Z', ...given };
    const body = { id: 'WH-1', event_type: 'PAYMENT.SALE.REFUNDED', create_time: '2026-01-01T00:00:00Z', resource_type: 'sale', resource };
    expect(parseWebhookEvent(JSON.stringify(body))?.payment).toMatchObject({ kind: 'refund', amount: -500, saleId });
  });

  test.each([
    ['its own, which only the link to itself has', 'refund/R-1', { id: 'R-1', saleId: 'SALE-1' }],
    ['that of the event, where the link is the payment’s too', 'sale/SALE-1', { id: 'WH-1', saleId: 'SALE-1' }],
    ['the one that it goes by, where the link has the same', 'refund/SALE-1', { id: 'SALE-1', saleId: null }],
  ])('of a reversal that names no payment has as its id %s', (_, self, known) => {
    const links = [{ rel: 'self', href: `https://api.paypal.com/v1/payments/${self}`, method: 'GET' }];
    const resource = { id: 'SALE-1', amount: { total: '-500', currency: 'JPY' }, create_time: '2026-01-01T00:00:00Z', links };
    const body = { id: 'WH-1', event_type: 'PAYMENT.SALE.REVERSED', create_time: '2026-01-01T00:00:00Z', resource_type: 'sale', resource };
    expect(parseWebhookEvent(JSON.stringify(body))?.payment).toMatchObject({ kind: 'reversal', amount: -500, ...known });
  });

  test('of money that goes back, written without a sign, goes back all the same', () => {
    const resource = { id: 'R-1', state: 'completed', amount: { total: '500', currency: 'JPY' }, create_time: '2026-01-01T00:00:00Z' };
    const body = { id: 'WH-1', event_type: 'PAYMENT.SALE.REFUNDED', create_time: '2026-01-01T00:00:00Z', resource };
    expect(parseWebhookEvent(JSON.stringify(body))?.payment?.amount).toBe(-500);
  });

  test('of the end of a dispute says over which payment it was, and what its payer keeps', async () => {
    const id = await subscribe();
    const sale = standIn.books.subscriptions.get(id)?.transactions[0];
    received = [];
    await standIn.act((books) => {
      const subscription = books.subscriptionOf(books.subscriptions.get(id)?.accountId ?? '', id);
      books.dispute(subscription, sale?.id ?? '');
      books.resolve(subscription, sale?.id ?? '', { code: 'RESOLVED_SELLER_FAVOUR' });
    });
    const events = received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString()));
    expect(events).toMatchObject([
      { type: 'CUSTOMER.DISPUTE.CREATED', subscriptionId: null, payment: null, dispute: null },
      { type: 'CUSTOMER.DISPUTE.RESOLVED', subscriptionId: null, payment: null, dispute: { saleIds: [sale?.id], refunded: 0 } },
    ]);
  });

  const yenOf = (value: string, currency_code = 'JPY') => ({ amount_refunded: { currency_code, value } });
  test.each([
    ['RESOLVED_SELLER_FAVOUR', {}, 0],
    ['CANCELED_BY_BUYER', {}, 0],
    ['DENIED', yenOf('0'), 0],
    ['RESOLVED_SELLER_FAVOUR', yenOf('2000.00'), 2000],
    ['RESOLVED_BUYER_FAVOUR', yenOf('2000'), 2000],
    ['RESOLVED_BUYER_FAVOUR', {}, null],
    ['RESOLVED_BUYER_FAVOUR', yenOf('0'), null],
    ['RESOLVED_SELLER_FAVOUR', yenOf('20.00', 'USD'), null],
    ['RESOLVED_WITH_PAYOUT', {}, null],
    ['ACCEPTED', {}, null],
    ['SOMETHING_NEW', {}, null],
  ])('of a dispute that ended with %s and %j: its payer keeps %s', (outcome_code, given, refunded) => {
    const dispute = (...sales: readonly string[]) => ({
      id: 'WH-1',
      event_type: 'CUSTOMER.DISPUTE.RESOLVED',
      create_time: '2026-03-01T00:00:10Z',
      resource_type: 'dispute',
      resource: {
        dispute_id: 'PP-D-1',
        create_time: '2026-01-01T00:00:00Z',
        update_time: '2026-03-01T00:00:00Z',
        disputed_transactions: sales.map((seller_transaction_id) => ({ seller_transaction_id })),
        status: 'RESOLVED',
        dispute_outcome: { outcome_code, ...given },
      },
    });
    const read = (...sales: readonly string[]) => parseWebhookEvent(JSON.stringify(dispute(...sales)))?.dispute;
    expect(read('SALE-1')).toEqual({ id: 'PP-D-1', at: new Date('2026-03-01T00:00:00Z'), saleIds: ['SALE-1'], refunded });
    // Of several payments nobody knows of which a part is kept.
    expect(read('SALE-1', 'SALE-2')?.refunded).toBe(refunded === 2000 ? null : refunded);
  });

  test('of a kind that nobody knows is one all the same', () => {
    const body = {
      id: 'WH-1',
      event_type: 'SOMETHING.NEW',
      create_time: '2026-01-01T00:00:00Z',
      resource_type: 'subscription',
      resource: { id: 'I-9' },
    };
    expect(parseWebhookEvent(JSON.stringify(body))).toMatchObject({ type: 'SOMETHING.NEW', subscriptionId: 'I-9', payment: null });
  });

  test('is nothing where it cannot be read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseWebhookEvent(text)).toBeNull();
      }),
    );
  });
});

describe('what goes wrong on the way', () => {
  const begun = ['BILLING.SUBSCRIPTION.CREATED', 'BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED', 'PAYMENT.SALE.COMPLETED'];

  test('twice: the same event has the same id', async () => {
    standIn.misbehaviour.next('twice');
    await subscribe();
    const ids = received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString())?.id);
    expect(ids).toHaveLength(begun.length + 1);
    expect(new Set(ids).size).toBe(begun.length);
  });

  test('never, late, and out of order', async () => {
    standIn.misbehaviour.next('never');
    standIn.misbehaviour.next('late');
    await subscribe();
    expect(typesReceived()).toEqual(begun.slice(2));
    await standIn.releaseLate();
    expect(typesReceived().at(-1)).toBe('BILLING.SUBSCRIPTION.ACTIVATED');
    received = [];
    standIn.misbehaviour.next('outOfOrder', 4);
    await subscribe();
    expect(typesReceived()).not.toEqual(begun);
    expect(typesReceived().toSorted()).toEqual(begun.toSorted());
  });

  test('what was not delivered is told to who asks, page by page, the oldest first; what was not heard of is not', async () => {
    const from = new Date(standIn.now().getTime() - dayMs);
    standIn.misbehaviour.next('never', 2);
    for (let times = 0; times < 6; times += 1) await subscribe();
    standIn.misbehaviour.next('unheard', 4);
    await subscribe();
    const listed = await client.fetchEvents({ from, to: new Date(standIn.now().getTime() + dayMs) });
    const types = listed.map((body) => parseWebhookEvent(body)?.type);
    expect(types).toEqual(Array.from({ length: 6 }, () => begun).flat());
    expect(received).toHaveLength(6 * begun.length - 2);
    const ids = new Set(listed.map((body) => parseWebhookEvent(body)?.id));
    for (const { body } of received) expect(ids).toContain(parseWebhookEvent(Buffer.from(body).toString())?.id);
  });

  test('with a wrong signature', async () => {
    standIn.misbehaviour.next('wrongSignature');
    expect(await verifier().verify(await oneWebhook(), webhookId)).toBe('forged');
  });

  test('a stale read shows what was before', async () => {
    const id = await subscribe();
    await client.cancel(id, { reason: 'x' });
    standIn.misbehaviour.next('staleRead');
    expect(await client.fetchSubscription(id)).toMatchObject({ status: 'active' });
    expect(await client.fetchSubscription(id)).toMatchObject({ status: 'cancelled' });
  });
});

test('a day that a month lacks moves on, and stays there: not as our calendar has it', async () => {
  const virtual = new VirtualRuntime({ startAt: new Date('2026-01-31T12:00:00Z') });
  const own = await PaypalStandIn.start({ runtime: virtual, fetch });
  try {
    const accountId = own.addAccount().clientId;
    const plan = own.books.makePlan({ accountId, productId: own.books.makeProduct(accountId), name: 'Standard', price: 5000, setupFee: 0 });
    const pages = { returnUrl: 'https://a.example/', cancelUrl: 'https://a.example/' };
    const subscription = own.books.subscribe({ accountId, planId: plan.id, customId: null, startsAt: null, setupFee: null, ...pages });
    own.books.agree(subscription);
    const charges: (string | undefined)[] = [];
    for (let month = 0; month < 3; month += 1) {
      charges.push(subscription.nextBillingAt?.toISOString().slice(0, 10));
      await own.advance((subscription.nextBillingAt?.getTime() ?? 0) - own.now().getTime() + dayMs / 2);
    }
    expect(charges).toEqual(['2026-03-01', '2026-04-01', '2026-05-01']);
  } finally {
    await own.close();
  }
});

test('what an account has is what its webhooks told', async () => {
  const id = await subscribe();
  await standIn.act((books) => {
    const subscription = books.subscriptionOf(books.subscriptions.get(id)?.accountId ?? '', id);
    const [installation, month] = subscription.transactions;
    books.refund(subscription, installation?.id ?? '', 4000);
    books.refund(subscription, installation?.id ?? '', 1000);
    books.reverse(subscription, month?.id ?? '');
  });
  const listed = received.map(({ body }) => parseWebhookEvent(Buffer.from(body).toString())?.payment?.amount ?? noYen);
  expect(addYen(...listed)).toBe(5000);
  expect(standIn.books.balanceOf(standIn.books.subscriptions.get(id)?.accountId ?? '')).toBe(5000);
});
