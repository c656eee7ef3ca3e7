import { crc32 } from 'node:zlib';
import type { Runtime } from '@tenbin/runtime';
import { boundedFetch, type Fetch } from '../bounded-fetch.ts';
import type { Authority } from './authority.ts';
import type { StandInEvent } from './books.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { eventBody } from './representations.ts';

export interface StandInWebhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
}

interface Delivery {
  readonly webhook: StandInWebhook;
  readonly id: string;
  readonly body: string;
  readonly isForged: boolean;
}

interface RecordedEvent {
  readonly accountId: string;
  readonly at: Date;
  readonly body: unknown;
}

interface Given {
  readonly authority: Authority;
  readonly certificateUrl: () => string;
  readonly misbehaviour: Misbehaviour;
  readonly fetch: Fetch;
  readonly runtime: Pick<Runtime, 'now' | 'after' | 'newId'>;
}

const bounds = { timeoutMs: 10_000, maxBytes: 100_000 };
const maxKept = 10_000;
const maxRecorded = 100_000;

/** Sends webhooks, one after the other, as long as there are any. */
export class Deliveries {
  readonly #given: Given;
  readonly webhooks = new Map<string, StandInWebhook>();
  #waiting: Delivery[] = [];
  readonly #recorded: RecordedEvent[] = [];
  /** Held back until they are released. */
  #late: Delivery[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
  }

  add(event: StandInEvent): void {
    const { misbehaviour, runtime } = this.#given;
    for (const webhook of this.webhooks.values()) {
      if (webhook.accountId !== event.accountId || misbehaviour.takes('unheard')) continue;
      const id = `WH-${runtime.newId()}`;
      const isNameless = event.payment?.saleId != null && misbehaviour.takes('nameless');
      const body = eventBody(id, event, { isNameless });
      this.#recorded.push({ accountId: event.accountId, at: event.at, body });
      if (this.#recorded.length > maxRecorded) this.#recorded.shift();
      if (misbehaviour.takes('never')) continue;
      const delivery = { webhook, id, body: JSON.stringify(body), isForged: misbehaviour.takes('wrongSignature') };
      if (misbehaviour.takes('late')) this.#late = [...this.#late, delivery].slice(-maxKept);
      else if (misbehaviour.takes('outOfOrder')) this.#waiting.unshift(delivery);
      else this.#waiting.push(delivery);
      if (misbehaviour.takes('twice')) this.#waiting.push(delivery);
    }
  }

  /** Events of an account, the newest first. */
  eventsOf(accountId: string, { from, to }: { from: Date; to: Date }): readonly unknown[] {
    const own = this.#recorded.filter((event) => event.accountId === accountId && event.at >= from && event.at <= to);
    return own.map(({ body }) => body).reverse();
  }

  /** Sends what waits. @returns once all of it was answered or given up */
  send(): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#sendOne(next);
    });
    return this.#sending;
  }

  releaseLate(): Promise<void> {
    this.#waiting.push(...this.#late);
    this.#late = [];
    return this.send();
  }

  async #sendOne({ webhook, body, isForged }: Delivery): Promise<void> {
    const { authority, certificateUrl, fetch, runtime } = this.#given;
    const transmission = runtime.newId();
    const time = runtime.now().toISOString();
    const signed = [transmission, time, isForged ? 'FORGED' : webhook.id, crc32(body)].join('|');
    await boundedFetch(fetch, webhook.url, {
      runtime,
      bounds,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': transmission,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': authority.sign(signed),
        'paypal-cert-url': certificateUrl(),
        'paypal-auth-algo': 'SHA256withRSA',
      },
      body,
      // Nobody who listens: as with PayPal, that is theirs to notice.
    }).catch(() => undefined);
  }
}
