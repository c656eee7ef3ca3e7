import { pause, type Runtime } from '@tenbin/runtime';
import { type BoundedAnswer, boundedFetch, type Fetch } from '../bounded-fetch.ts';
import { PaypalError } from '../paypal-error.ts';
import type { PaypalPlace } from '../place.ts';
import { AccessToken, type PaypalCredentials } from './access-token.ts';
import { refusalOf } from './answer.ts';

export interface PaypalOptions {
  readonly place: Pick<PaypalPlace, 'api'>;
  readonly credentials: PaypalCredentials;
  readonly fetch: Fetch;
  readonly runtime: Pick<Runtime, 'elapsedMs' | 'after' | 'random'>;
  /** Of one try. Default 20 s. */
  readonly timeoutMs?: number;
}

export interface PaypalRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  /**
   * Makes a POST safe to repeat: PayPal answers it the same for 72 hours. Only where PayPal keeps it, which is for what
   * creates and what captures.
   */
  readonly requestId?: string;
}

const defaultTimeoutMs = 20_000;
const maxBytes = 2_000_000;
const maxTries = 3;
const firstPauseMs = 500;
const maxPauseMs = 10_000;

/** REST calls with a token, bounds, and retries of what may be repeated. */
export class PaypalHttp {
  readonly #options: PaypalOptions;
  readonly #bounds: { readonly timeoutMs: number; readonly maxBytes: number };
  readonly #token: AccessToken;

  constructor(options: PaypalOptions) {
    this.#options = options;
    this.#bounds = { timeoutMs: options.timeoutMs ?? defaultTimeoutMs, maxBytes };
    this.#token = new AccessToken({ ...options, api: options.place.api, bounds: this.#bounds });
  }

  /** @throws {PaypalError} `rejected` where the credentials are wrong */
  async checkCredentials(): Promise<void> {
    await this.#retried(async () => void (await this.#token.renew()));
  }

  /**
   * @returns an answer of 2xx
   * @throws {PaypalError} `unknown` where something may have been done that cannot be repeated
   */
  async send(request: PaypalRequest): Promise<BoundedAnswer> {
    let mayBeDone = false;
    return this.#retried(async () => {
      const token = await this.#token.get();
      try {
        return await this.#once(request, token);
      } catch (error) {
        if (!(error instanceof PaypalError) || request.method === 'GET') throw error;
        // What is refused now may be refused because an earlier try was done.
        if (mayBeDone && error.kind === 'rejected')
          throw new PaypalError('unknown', { ...error, what: 'refused after a try without an answer:', cause: error });
        mayBeDone ||= error.status === null || error.status >= 500;
        throw error;
      }
    });
  }

  async #retried<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof PaypalError) || error.kind !== 'transient' || tries === maxTries) throw error;
        await pause(this.#options.runtime, this.#pauseMs(error, tries));
      }
    }
  }

  /** Twice as long each time, and not all at once; or as PayPal says. */
  #pauseMs(error: PaypalError, tries: number): number {
    const askedMs = error.cause instanceof RetryAfter ? error.cause.ms : 0;
    const backOff = firstPauseMs * 2 ** (tries - 1) * (0.5 + this.#options.runtime.random());
    return Math.min(maxPauseMs, Math.max(askedMs, backOff));
  }

  async #once(request: PaypalRequest, token: string, isSecondToken = false): Promise<BoundedAnswer> {
    const { method, path } = request;
    const what = `${method} ${path.replace(/\?.*/, '')}`;
    const whenBroken = method === 'GET' || request.requestId !== undefined ? 'transient' : 'unknown';
    const answer = await this.#fetch(request, token).catch((cause: unknown) => {
      throw new PaypalError(whenBroken, { what: `${what}: no answer`, cause });
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === 401 && !isSecondToken) {
      this.#token.forget(token);
      return this.#once(request, await this.#token.get(), true);
    }
    const refusal = refusalOf(answer, what, whenBroken);
    refusal.cause ??= RetryAfter.of(answer.headers);
    throw refusal;
  }

  #fetch({ method, path, body, requestId }: PaypalRequest, token: string): Promise<BoundedAnswer> {
    const { place, fetch, runtime } = this.#options;
    return boundedFetch(fetch, `${place.api}${path}`, {
      runtime,
      bounds: this.#bounds,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        prefer: 'return=representation',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

class RetryAfter {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  static of(headers: Headers): RetryAfter | undefined {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    return seconds > 0 ? new RetryAfter(seconds * 1000) : undefined;
  }
}
