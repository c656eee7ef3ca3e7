import { createVerify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Runtime } from '@tenbin/runtime';
import { boundedFetch, type Fetch } from '../bounded-fetch.ts';
import type { PaypalPlace } from '../place.ts';
import { trustedSigner } from './certificate-chain.ts';

/** `unavailable`: nobody knows, since the certificate cannot be had; it is to be sent again. */
export type WebhookVerdict = 'genuine' | 'forged' | 'unavailable';

export interface ReceivedWebhook {
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Byte for byte as it came. */
  readonly body: Uint8Array;
}

const bounds = { timeoutMs: 10_000, maxBytes: 64_000 };
const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,100}$/;
const maxKept = 8;
const keptMs = 24 * 3_600_000;
const minuteMs = 60_000;
/** For addresses by which nothing was proven yet: anybody may name them. */
const maxFetchesAMinute = 10;

interface Kept {
  readonly key: KeyObject;
  /** Then it is fetched anew. */
  readonly untilMs: number;
  /** A webhook was genuine by it. */
  readonly isProven: boolean;
}

/**
 * Tells whether a webhook comes from PayPal, without asking it: by a signature over transmission, time, our webhook's id
 * and the body's checksum, and a certificate from the one place where PayPal keeps them.
 */
export class WebhookVerifier {
  readonly #place: PaypalPlace;
  readonly #fetch: Fetch;
  readonly #runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'after'>;
  /** By address, the last proven at the end; what proved nothing goes first. */
  readonly #keys = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<KeyObject | null>>();
  #fetchedAt: readonly number[] = [];

  constructor({ place, fetch, runtime }: { place: PaypalPlace; fetch: Fetch; runtime: Pick<Runtime, 'now' | 'elapsedMs' | 'after'> }) {
    this.#place = place;
    this.#fetch = fetch;
    this.#runtime = runtime;
  }

  async verify({ headers, body }: ReceivedWebhook, webhookId: string): Promise<WebhookVerdict> {
    const claimed = signatureIn(headers);
    if (claimed === null || claimed.algorithm !== 'SHA256withRSA' || !this.#isCertificate(claimed.certificateUrl)) return 'forged';
    let key: KeyObject | null;
    try {
      key = await this.#keyAt(claimed.certificateUrl);
    } catch {
      return 'unavailable';
    }
    if (key === null) return 'forged';
    const signed = [claimed.id, claimed.time, webhookId, crc32(body)].join('|');
    if (!createVerify('RSA-SHA256').update(signed).verify(key, claimed.signature, 'base64')) return 'forged';
    this.#keep(claimed.certificateUrl, {
      untilMs: this.#runtime.elapsedMs() + keptMs,
      ...this.#keys.get(claimed.certificateUrl),
      key,
      isProven: true,
    });
    return 'genuine';
  }

  #isCertificate(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { origin, pathname, href } = new URL(address);
    return origin === this.#place.certificates && certificatePath.test(pathname) && href === `${origin}${pathname}`;
  }

  /** @returns null where the certificate is not to be believed @throws {Error} where it cannot be had */
  async #keyAt(address: string): Promise<KeyObject | null> {
    const known = this.#keys.get(address);
    if (known !== undefined && this.#runtime.elapsedMs() < known.untilMs) return known.key;
    try {
      const key = await this.#fetchOnce(address, known?.isProven ?? false);
      const untilMs = this.#runtime.elapsedMs() + keptMs;
      if (key === null) this.#keys.delete(address);
      else this.#keep(address, { key, untilMs, isProven: this.#keys.get(address)?.isProven ?? false });
      return key;
    } catch (error) {
      if (known === undefined) throw error;
      this.#keep(address, { ...known, untilMs: this.#runtime.elapsedMs() + minuteMs });
      return known.key;
    }
  }

  #keep(address: string, kept: Kept): void {
    this.#keys.delete(address);
    const [oldest] = this.#keys.keys();
    const [unproven] = [...this.#keys].find(([, { isProven }]) => !isProven) ?? [oldest];
    if (this.#keys.size >= maxKept && unproven !== undefined) this.#keys.delete(unproven);
    this.#keys.set(address, kept);
  }

  #fetchOnce(address: string, isProven: boolean): Promise<KeyObject | null> {
    const underWay = this.#underWay.get(address);
    if (underWay !== undefined) return underWay;
    if (!isProven) this.#takeTurn();
    const key = this.#fetchKey(address).finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, key);
    return key;
  }

  /** @throws {Error} where there is none: what is genuine is sent again */
  #takeTurn(): void {
    const now = this.#runtime.elapsedMs();
    const recent = this.#fetchedAt.filter((at) => now < at + minuteMs);
    if (recent.length >= maxFetchesAMinute) throw new Error('too many certificates were asked for');
    this.#fetchedAt = [...recent, now];
  }

  async #fetchKey(address: string): Promise<KeyObject | null> {
    const { status, text } = await boundedFetch(this.#fetch, address, { runtime: this.#runtime, bounds, method: 'GET' });
    // An address that PayPal never had is somebody else's; what is broken or too much is told later.
    if (status === 404) return null;
    if (status !== 200) throw new Error(`no certificate: ${status}`);
    const key = trustedSigner(text, this.#place, this.#runtime.now())?.publicKey;
    return key?.asymmetricKeyType === 'rsa' ? key : null;
  }
}

interface Signature {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly certificateUrl: string;
  readonly algorithm: string;
}

function signatureIn(headers: ReceivedWebhook['headers']): Signature | null {
  const header = (name: string, most: number): string | null => {
    const value = headers[`paypal-${name}`];
    return typeof value === 'string' && value.length > 0 && value.length <= most ? value : null;
  };
  const id = header('transmission-id', 100);
  const time = header('transmission-time', 100);
  const signature = header('transmission-sig', 1000);
  const certificateUrl = header('cert-url', 500);
  const algorithm = header('auth-algo', 100);
  if (id === null || time === null || signature === null || certificateUrl === null || algorithm === null) return null;
  return { id, time, signature, certificateUrl, algorithm };
}
