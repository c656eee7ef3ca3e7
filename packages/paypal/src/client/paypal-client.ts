import type { UserPlan, Yen } from '@tenbin/billing';
import type * as z from 'zod';
import { hasIssue, isNotFound, PaypalError } from '../paypal-error.ts';
import { parseAnswer } from './answer.ts';
import { PaypalHttp, type PaypalOptions, type PaypalRequest } from './paypal-http.ts';
import * as read from './resources.ts';

/** What a plan is made of at PayPal. Its price never changes there: another price is another plan. */
export type PlanToMake = Pick<UserPlan, 'name' | 'monthlyPrice' | 'initialInstallationCost'>;

/** Answers of calls that create or capture are the same for 72 hours for one request id: it is stored before it is sent. */
export interface Once {
  readonly requestId: string;
}

export interface CheckoutToMake extends Once {
  readonly planId: string;
  /** Ours, to know it again by. 1 to 127 characters of ASCII. */
  readonly customId: string;
  readonly brandName: string;
  readonly locale: 'ja-JP' | 'en-US';
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** When the first charge is due; null: at once, with the plan's installation. With a date there is no installation. */
  readonly firstChargeAt: Date | null;
}

/** An account's subscriptions at PayPal. Every call may throw a {@link PaypalError}. */
export class PaypalClient {
  readonly #http: PaypalHttp;

  constructor(options: PaypalOptions) {
    this.#http = new PaypalHttp(options);
  }

  /** @throws {PaypalError} `rejected` where client id or secret are wrong */
  checkCredentials(): Promise<void> {
    return this.#http.checkCredentials();
  }

  /** All plans of an account are of one product: PayPal lets nobody change to another's. */
  async createProduct(product: Once & { readonly name: string }): Promise<string> {
    const { requestId, name } = product;
    const body = { name, type: 'SERVICE', category: 'SOFTWARE' };
    return (await this.#read(read.created, { method: 'POST', path: '/v1/catalogs/products', requestId, body })).id;
  }

  async createPlan({ requestId, productId, plan }: Once & { readonly productId: string; readonly plan: PlanToMake }): Promise<string> {
    const body = {
      product_id: productId,
      name: plan.name,
      status: 'ACTIVE',
      billing_cycles: [
        {
          frequency: { interval_unit: 'MONTH', interval_count: 1 },
          tenure_type: 'REGULAR',
          sequence: 1,
          // Endless.
          total_cycles: 0,
          pricing_scheme: { fixed_price: money(plan.monthlyPrice) },
        },
      ],
      payment_preferences: {
        auto_bill_outstanding: false,
        ...(plan.initialInstallationCost > 0 ? { setup_fee: money(plan.initialInstallationCost) } : {}),
        setup_fee_failure_action: 'CANCEL',
        // The default, 0, never suspends.
        payment_failure_threshold: 1,
      },
    };
    return (await this.#read(read.created, { method: 'POST', path: '/v1/billing/plans', requestId, body })).id;
  }

  /** @returns the address where its payer agrees */
  async createSubscription(checkout: CheckoutToMake): Promise<{ readonly id: string; readonly approveUrl: string }> {
    const { firstChargeAt, requestId } = checkout;
    const body = {
      plan_id: checkout.planId,
      custom_id: checkout.customId,
      ...(firstChargeAt === null
        ? {}
        : { start_time: firstChargeAt.toISOString(), plan: { payment_preferences: { setup_fee: { value: '0', currency_code: 'JPY' } } } }),
      application_context: {
        brand_name: checkout.brandName,
        locale: checkout.locale,
        shipping_preference: 'NO_SHIPPING',
        user_action: 'SUBSCRIBE_NOW',
        return_url: checkout.returnUrl,
        cancel_url: checkout.cancelUrl,
      },
    };
    const { id, approveUrl } = await this.#read(read.createdSubscription, { method: 'POST', path: subscriptions, requestId, body });
    if (approveUrl === null) throw new Error('PayPal made a subscription that nobody can agree to');
    return { id, approveUrl };
  }

  async fetchSubscription(id: string): Promise<read.PaypalSubscription> {
    return this.#read(read.subscription, { method: 'GET', path: `${pathOf(id)}?fields=last_failed_payment,plan` });
  }

  async findSubscription(id: string): Promise<read.PaypalSubscription | null> {
    try {
      return await this.fetchSubscription(id);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** @returns `approveUrl`: where its payer agrees again, without which the old plan goes on; null where nobody need be asked */
  revise(
    id: string,
    change: { readonly planId: string; readonly returnUrl: string; readonly cancelUrl: string },
  ): Promise<{ readonly planId: string; readonly isOverridden: boolean; readonly approveUrl: string | null }> {
    const body = {
      plan_id: change.planId,
      application_context: { shipping_preference: 'NO_SHIPPING', return_url: change.returnUrl, cancel_url: change.cancelUrl },
    };
    return this.#read(read.revision, { method: 'POST', path: `${pathOf(id)}/revise`, body });
  }

  /** Also where it has ended already. Nothing is paid back. */
  async cancel(id: string, { reason }: { readonly reason: string }): Promise<void> {
    try {
      await this.#http.send({ method: 'POST', path: `${pathOf(id)}/cancel`, body: { reason } });
    } catch (error) {
      if (!(await this.#hasEnded(id, error))) throw error;
    }
  }

  suspend(id: string, { reason }: { readonly reason: string }): Promise<void> {
    return this.#act(`${pathOf(id)}/suspend`, { reason });
  }

  /** @throws {PaypalError} `SUBSCRIPTION_CANNOT_BE_ACTIVATED` where payments failed: they are captured instead */
  activate(id: string, { reason }: { readonly reason: string }): Promise<void> {
    return this.#act(`${pathOf(id)}/activate`, { reason });
  }

  /** Charges what stands out, or a part of it. */
  async capture(id: string, { requestId, amount, note }: Once & { readonly amount: Yen; readonly note: string }): Promise<void> {
    const body = { note, capture_type: 'OUTSTANDING_BALANCE', amount: money(amount) };
    await this.#http.send({ method: 'POST', path: `${pathOf(id)}/capture`, requestId, body });
  }

  async fetchTransactions(
    id: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly read.PaypalTransaction[]> {
    const query = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() });
    return (await this.#read(read.transactions, { method: 'GET', path: `${pathOf(id)}/transactions?${query}` })).transactions;
  }

  /** The one that tells at this address. @returns its id, which signatures carry */
  async findWebhook(url: string): Promise<string | null> {
    const known = await this.#read(read.listed, { method: 'GET', path: webhooks });
    return known.webhooks.find((webhook) => webhook.url === url)?.id ?? null;
  }

  /** Ours, made where it is not there yet. @returns its id */
  async ensureWebhook(url: string): Promise<string> {
    const ours = await this.findWebhook(url);
    if (ours !== null) return ours;
    const body = { url, event_types: [{ name: '*' }] };
    return (await this.#read(read.created, { method: 'POST', path: webhooks, body })).id;
  }

  /**
   * What it told of since then, whether it was delivered or not: webhooks as their bodies would be. It keeps them for 30 days.
   *
   * @returns the oldest first
   */
  async fetchEvents({ from, to }: { readonly from: Date; readonly to: Date }): Promise<readonly string[]> {
    const query = new URLSearchParams({ page_size: '300', start_time: from.toISOString(), end_time: to.toISOString() });
    const found: unknown[] = [];
    let path: string | null = `${webhookEvents}?${query}`;
    for (let page = 0; path !== null && page < maxEventPages; page += 1) {
      const { events, next }: z.infer<typeof read.events> = await this.#read(read.events, { method: 'GET', path });
      found.push(...events);
      path = next && `${webhookEvents}${next}`;
    }
    if (path !== null) throw new Error(`PayPal told of more than ${maxEventPages} pages of events`);
    return found.map((event) => JSON.stringify(event)).reverse();
  }

  async deleteWebhook(id: string): Promise<void> {
    await this.#http.send({ method: 'DELETE', path: `${webhooks}/${encodeURIComponent(id)}` });
  }

  async #act(path: string, body: unknown): Promise<void> {
    await this.#http.send({ method: 'POST', path, body });
  }

  async #read<T>(schema: z.ZodType<T>, request: PaypalRequest): Promise<T> {
    return parseAnswer(schema, await this.#http.send(request), `${request.method} ${request.path.replace(/\?.*/, '')}`);
  }

  /** Whether it is so in spite of the error: it was before, or the answer was lost. */
  async #hasEnded(id: string, error: unknown): Promise<boolean> {
    const mayHave = hasIssue(error, 'SUBSCRIPTION_STATUS_INVALID') || (error instanceof PaypalError && error.kind === 'unknown');
    if (!mayHave) return false;
    const { status } = await this.fetchSubscription(id);
    return status === 'cancelled' || status === 'expired';
  }
}

const subscriptions = '/v1/billing/subscriptions';
const webhooks = '/v1/notifications/webhooks';
const webhookEvents = '/v1/notifications/webhooks-events';
const maxEventPages = 100;
const pathOf = (id: string): string => `${subscriptions}/${encodeURIComponent(id)}`;
const money = (amount: Yen) => ({ value: String(amount), currency_code: 'JPY' });
