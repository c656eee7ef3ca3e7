import { parseYen } from '@tenbin/billing';
import * as z from 'zod';
import type { Books, StandInSubscription } from './books.ts';
import { Refused } from './books.ts';
import type { Deliveries } from './deliveries.ts';
import { approveLink, planBody, subscriptionBody, transactionBody } from './representations.ts';

export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly accountId: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly body?: unknown;
}

const yen = z.object({ value: z.string().max(32), currency_code: z.literal('JPY') }).transform(({ value }) => Number(parseYen(value)));
const reason = z.object({ reason: z.string().min(1).max(128) });
const pages = { return_url: z.url(), cancel_url: z.url() };

const product = z.object({ name: z.string().min(1).max(127), type: z.literal('SERVICE') });
const plan = z.object({
  product_id: z.string(),
  name: z.string().min(1).max(127),
  billing_cycles: z
    .array(z.object({ tenure_type: z.literal('REGULAR'), total_cycles: z.literal(0), pricing_scheme: z.object({ fixed_price: yen }) }))
    .length(1),
  payment_preferences: z.object({
    setup_fee: yen.optional(),
    payment_failure_threshold: z.literal(1),
    auto_bill_outstanding: z.literal(false),
  }),
});
const checkout = z.object({
  plan_id: z.string(),
  custom_id: z
    .string()
    .regex(/^[ -~]{1,127}$/)
    .optional(),
  start_time: z.iso.datetime().optional(),
  plan: z.object({ payment_preferences: z.object({ setup_fee: yen }) }).optional(),
  application_context: z.object({ ...pages, shipping_preference: z.literal('NO_SHIPPING') }),
});
const revision = z.object({ plan_id: z.string() });
const capture = z.object({ note: z.string().min(1).max(128), capture_type: z.literal('OUTSTANDING_BALANCE'), amount: yen });
const webhook = z.object({ url: z.url(), event_types: z.array(z.object({ name: z.string() })).min(1) });
const range = z.object({ start_time: z.iso.datetime(), end_time: z.iso.datetime() });

const eventsPerPage = 20;

/** PayPal's calls over the stand-in's books. */
export class Rest {
  readonly #books: Books;
  readonly #deliveries: Deliveries;
  readonly #nextId: () => string;
  /** Answers of calls with an id, by account, path and id: the same again. */
  readonly #answered = new Map<string, RestAnswer>();
  /** As reads that are stale see them. */
  readonly #before = new Map<string, unknown>();

  constructor({ books, deliveries, nextId }: { books: Books; deliveries: Deliveries; nextId: () => string }) {
    this.#books = books;
    this.#deliveries = deliveries;
    this.#nextId = nextId;
  }

  /** @throws {Refused} */
  answer(request: RestRequest, requestId: string | null): RestAnswer {
    if (requestId === null) return this.#do(request);
    const key = `${request.accountId} ${request.url.pathname} ${requestId}`;
    const known = this.#answered.get(key);
    if (known) return { ...known, status: 200 };
    const answer = this.#do(request);
    this.#answered.set(key, answer);
    return answer;
  }

  /** Keeps how subscriptions look before something happens to them. */
  remember(origin: string): void {
    for (const given of this.#books.subscriptions.values())
      this.#before.set(given.id, subscriptionBody(given, { origin, fields: ['last_failed_payment'] }));
  }

  /** A subscription as it was before the last change. */
  stale(url: URL): RestAnswer | null {
    const body = this.#before.get(url.pathname.split('/').at(-1) ?? '');
    return body === undefined ? null : { status: 200, body };
  }

  #do(request: RestRequest): RestAnswer {
    const { method, url, body, accountId } = request;
    const [, , area = '', kind = '', id, action] = url.pathname.split('/');
    const books = this.#books;
    switch (`${method} ${area}/${kind}${id === undefined ? '' : '/id'}${action === undefined ? '' : `/${action}`}`) {
      case 'POST catalogs/products':
        parsed(product, body);
        return { status: 201, body: { id: books.makeProduct(accountId) } };
      case 'POST billing/plans':
        return { status: 201, body: planBody(this.#makePlan(accountId, parsed(plan, body))) };
      case 'GET billing/plans/id':
        return { status: 200, body: planBody(books.planOf(accountId, id ?? '')) };
      case 'POST billing/subscriptions':
        return { status: 201, body: this.#bodyOf(this.#subscribe(accountId, parsed(checkout, body)), url) };
      case 'POST notifications/webhooks':
        return { status: 201, body: this.#addWebhook(accountId, parsed(webhook, body).url) };
      case 'GET notifications/webhooks':
        return {
          status: 200,
          body: { webhooks: this.#webhooksOf(accountId).map(({ id: known, url: address }) => ({ id: known, url: address })) },
        };
      case 'GET notifications/webhooks-events':
        return { status: 200, body: this.#events(accountId, url) };
      case 'DELETE notifications/webhooks/id':
        if (this.#deliveries.webhooks.get(id ?? '')?.accountId !== accountId) throw new Refused(404, 'INVALID_RESOURCE_ID');
        this.#deliveries.webhooks.delete(id ?? '');
        return { status: 204 };
      default:
        if (area !== 'billing' || kind !== 'subscriptions' || id === undefined) throw new Refused(404, 'INVALID_RESOURCE_ID');
        return this.#ofSubscription(books.subscriptionOf(accountId, id), request, action);
    }
  }

  #ofSubscription(subscription: StandInSubscription, { method, url, body }: RestRequest, action: string | undefined): RestAnswer {
    const books = this.#books;
    switch (`${method} ${action ?? ''}`) {
      case 'GET ':
        return { status: 200, body: this.#bodyOf(subscription, url) };
      case 'POST revise':
        books.revise(subscription, parsed(revision, body).plan_id);
        return { status: 200, body: this.#revised(subscription, url) };
      case 'POST cancel':
        parsed(reason, body);
        books.cancel(subscription);
        return { status: 204 };
      case 'POST suspend':
        parsed(reason, body);
        books.suspend(subscription);
        return { status: 204 };
      case 'POST activate':
        parsed(reason, body);
        books.activate(subscription);
        return { status: 204 };
      case 'POST capture':
        books.capture(subscription, parsed(capture, body).amount);
        return { status: 202 };
      case 'GET transactions': {
        const { start_time: from, end_time: to } = parsed(range, Object.fromEntries(url.searchParams));
        const within = subscription.transactions.filter(({ at }) => at >= new Date(from) && at <= new Date(to));
        return { status: 200, body: { transactions: within.map(transactionBody), total_items: within.length, total_pages: 1 } };
      }
      default:
        throw new Refused(404, 'INVALID_RESOURCE_ID');
    }
  }

  #makePlan(accountId: string, { product_id: productId, name, billing_cycles, payment_preferences }: z.infer<typeof plan>) {
    const price = billing_cycles[0]?.pricing_scheme.fixed_price ?? 0;
    if (price === 0) throw new Refused(422, 'INVALID_PRICING_TIER_AMOUNT');
    return this.#books.makePlan({ accountId, productId, name, price, setupFee: payment_preferences.setup_fee ?? 0 });
  }

  #subscribe(accountId: string, given: z.infer<typeof checkout>): StandInSubscription {
    const { return_url: returnUrl, cancel_url: cancelUrl } = given.application_context;
    return this.#books.subscribe({
      accountId,
      planId: given.plan_id,
      customId: given.custom_id ?? null,
      startsAt: given.start_time === undefined ? null : new Date(given.start_time),
      setupFee: given.plan?.payment_preferences.setup_fee ?? null,
      returnUrl,
      cancelUrl,
    });
  }

  #bodyOf(subscription: StandInSubscription, { origin, searchParams }: URL) {
    return subscriptionBody(subscription, { origin, fields: searchParams.get('fields')?.split(',') ?? [] });
  }

  #revised({ id, planId, isOverridden, asked }: StandInSubscription, { origin }: URL) {
    return { id, plan_id: asked?.planId ?? planId, plan_overridden: isOverridden, links: asked ? [approveLink(origin, asked.token)] : [] };
  }

  #webhooksOf(accountId: string) {
    return [...this.#deliveries.webhooks.values()].filter((given) => given.accountId === accountId);
  }

  /** In pages: each but the last links to the next one. */
  #events(accountId: string, { origin, pathname, searchParams }: URL) {
    const { start_time: from, end_time: to } = parsed(range, Object.fromEntries(searchParams));
    const page = Number(searchParams.get('page') ?? 0);
    const recorded = this.#deliveries.eventsOf(accountId, { from: new Date(from), to: new Date(to) });
    const next = new URLSearchParams({ start_time: from, end_time: to, page: String(page + 1) });
    const isLast = recorded.length <= (page + 1) * eventsPerPage;
    return {
      events: recorded.slice(page * eventsPerPage, (page + 1) * eventsPerPage),
      links: isLast ? [] : [{ href: `${origin}${pathname}?${next}`, rel: 'next', method: 'GET' }],
    };
  }

  #addWebhook(accountId: string, url: string) {
    if (this.#webhooksOf(accountId).some((given) => given.url === url)) throw new Refused(400, 'WEBHOOK_URL_ALREADY_EXISTS');
    const id = this.#nextId();
    this.#deliveries.webhooks.set(id, { id, accountId, url });
    return { id, url };
  }
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given);
  if (!read.success) throw new Refused(400, given === undefined ? 'MISSING_REQUEST_BODY' : 'INVALID_PARAMETER_VALUE');
  return read.data;
}
