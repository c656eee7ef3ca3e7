import type { Runtime } from '@tenbin/runtime';
import * as z from 'zod';
import { type Bounds, boundedFetch, type Fetch } from '../bounded-fetch.ts';
import { PaypalError } from '../paypal-error.ts';
import { parseAnswer, refusalOf } from './answer.ts';

export interface PaypalCredentials {
  readonly clientId: string;
  readonly secret: string;
}

const reply = z.object({ access_token: z.string().min(1).max(10_000), expires_in: z.number().positive() });
/** A token is not used in its last minute. */
const marginMs = 60_000;

interface Given {
  readonly api: string;
  readonly credentials: PaypalCredentials;
  readonly fetch: Fetch;
  readonly runtime: Pick<Runtime, 'elapsedMs' | 'after'>;
  readonly bounds: Bounds;
}

/** One token for all calls, asked for once when it is needed. */
export class AccessToken {
  readonly #given: Given;
  #known: { readonly token: string; readonly untilMs: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(given: Given) {
    this.#given = given;
  }

  /** @throws {PaypalError} `rejected` with 401 where the credentials are wrong */
  get(): Promise<string> {
    if (this.#known !== null && this.#given.runtime.elapsedMs() < this.#known.untilMs) return Promise.resolve(this.#known.token);
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** Of these credentials as PayPal takes them now. */
  renew(): Promise<string> {
    this.#known = null;
    return this.get();
  }

  /** PayPal refused it: the next call asks for another. */
  forget(token: string): void {
    if (this.#known?.token === token) this.#known = null;
  }

  async #ask(): Promise<string> {
    const { api, credentials, fetch, runtime, bounds } = this.#given;
    const basic = Buffer.from(`${credentials.clientId}:${credentials.secret}`).toString('base64');
    const answer = await boundedFetch(fetch, `${api}/v1/oauth2/token`, {
      runtime,
      bounds,
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: 'grant_type=client_credentials',
    }).catch((cause: unknown) => {
      throw new PaypalError('transient', { what: 'no token', cause });
    });
    if (answer.status !== 200) throw refusalOf(answer, 'no token', 'transient');
    const { access_token: token, expires_in: seconds } = parseAnswer(reply, answer, 'no token');
    this.#known = { token, untilMs: runtime.elapsedMs() + seconds * 1000 - marginMs };
    return token;
  }
}
