import { setTimeout as pause } from 'node:timers/promises';
import type { ArmedFault, FaultInput } from '@tenbin/exchange-virtual';
import { add, type Balances, type Decimal } from '@tenbin/market';

export interface VenueAccount {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  /** Null where its dialect asks for none. */
  readonly passphrase: string | null;
}

interface Armed {
  readonly fault: ArmedFault;
  readonly struck: number;
}

interface Seen {
  readonly struck: Readonly<Record<string, number>>;
  readonly armed: readonly Armed[];
}

/** As long as the process may take to start. */
const tryForMs = 300_000;

/** The calls of a trial, from another process. While the venue is being restarted they wait for it. */
export class TrialVenue {
  readonly #url: () => string;
  /** Strikes by type, of venues that are gone already. */
  #struckBefore: Readonly<Record<string, number>> = {};
  #struckNow: Readonly<Record<string, number>> = {};
  /** Whether nothing is to go wrong any more. */
  #isCalm = false;
  /** One end of the process after another, each until what stood before it stands again. */
  #ends: Promise<void> = Promise.resolve();
  #backAt = 0;

  constructor(url: () => string) {
    this.#url = url;
  }

  async createAccount(balances: Readonly<Record<string, Decimal>>, passphrase: string | null): Promise<VenueAccount> {
    const body = passphrase === null ? { balances } : { balances, passphrase };
    const { id, key, secret } = await this.#call<Omit<VenueAccount, 'passphrase'>>('POST', '/trial/venue/accounts', body);
    return { id, key, secret, passphrase };
  }

  /** Another key for an account that is there. */
  addKey(account: string): Promise<{ readonly key: string; readonly secret: string }> {
    return this.#call('POST', '/trial/venue/accounts', { account });
  }

  async inject(fault: FaultInput): Promise<void> {
    await this.#call('POST', '/trial/faults', fault);
  }

  async clearFaults(): Promise<void> {
    this.#isCalm = true;
    await this.#ends;
    await this.#call('DELETE', '/trial/faults');
    await this.#look();
  }

  /** What every account has, free and locked together. */
  async wallets(): Promise<ReadonlyMap<string, Balances>> {
    const { accounts } = await this.#call<{
      accounts: readonly { id: string; balances: Readonly<Record<string, { free: Decimal; locked: Decimal }>> }[];
    }>('GET', '/trial/venue');
    return new Map(
      accounts.map(({ id, balances }) => [
        id,
        Object.fromEntries(Object.entries(balances).map(([currency, { free, locked }]) => [currency, add(free, locked)])),
      ]),
    );
  }

  /** Its process is ended and comes back: what stood before stands again, but for what has struck of it. */
  end(crash: () => Promise<void>): Promise<void> {
    const end = this.#ends.then(async () => {
      const armed = await this.#look();
      this.#forget();
      await crash();
      for (const { fault, struck } of armed) {
        if (this.#isCalm) return;
        await this.inject(fault.times === undefined ? fault : { ...fault, times: fault.times - struck });
      }
      this.#backAt = Date.now();
    });
    this.#ends = end.catch(() => undefined);
    return end;
  }

  /** Resolves when it has been there for so long: what stands while it is away strikes nothing. */
  async untilBackFor(ms: number): Promise<void> {
    await this.#ends;
    await pause(Math.max(0, this.#backAt + ms - Date.now()));
  }

  /** Another one is at its address now, on which nothing went wrong yet. */
  renewed(): void {
    this.#forget();
    this.#isCalm = false;
  }

  /** Takes down what has struck so far. @returns what still stands */
  async #look(): Promise<readonly Armed[]> {
    const { struck, armed } = await this.#call<Seen>('GET', '/trial/faults');
    this.#struckNow = struck;
    return armed;
  }

  /** The process is gone, and its count with it. */
  #forget(): void {
    this.#struckBefore = this.struck;
    this.#struckNow = {};
  }

  get struck(): Readonly<Record<string, number>> {
    const total = { ...this.#struckBefore };
    for (const [type, count] of Object.entries(this.#struckNow)) total[type] = (total[type] ?? 0) + count;
    return total;
  }

  async #call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const until = Date.now() + tryForMs;
    for (;;) {
      try {
        const response = await fetch(`${this.#url()}${path}`, {
          method,
          ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        });
        const reply: unknown = await response.json();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
        return reply as Reply;
      } catch (error) {
        // Only an address where nobody listens is asked again.
        if (!(error instanceof TypeError) || Date.now() > until) throw error;
        await pause(50);
      }
    }
  }
}
