import type { ExchangeAccount, PrivateEvent } from '@tenbin/exchange';
import type { Log } from '@tenbin/telemetry';
import { CreatesInFlight } from '../orders/creates-in-flight.ts';
import type { Clock } from '../runtime/clock.ts';
import { questionTimeoutMs, withTimeout } from '../runtime/with-timeout.ts';
import { AccountBook } from './account-book.ts';

/** A bot's share in the connection of its exchange account. */
export interface AccountLease {
  readonly account: ExchangeAccount;
  readonly creates: CreatesInFlight;
  readonly book: AccountBook;
  /** A stream that is live already, or waits for its turn, is reported at once. */
  listen(listener: (event: PrivateEvent) => void): void;
  /** The last one to go closes the connection. */
  release(): Promise<void>;
}

interface Connection {
  readonly account: ExchangeAccount;
  readonly creates: CreatesInFlight;
  readonly book: AccountBook;
  readonly listeners: Set<(event: PrivateEvent) => void>;
  readonly unsubscribe: () => void;
  /** What the stream told last of itself; null while it connects or is broken. */
  lastStatus: Extract<PrivateEvent, { type: 'connected' | 'waiting' }> | null;
}

interface Shared {
  readonly opening: Promise<Connection>;
  /** Who waits for it counts as well, so that nobody closes it under their hands. */
  users: number;
}

/** One connection for each exchange account (one API key), shared by all bots on it: one private stream, one rate limiter. */
export class AccountRegistry {
  readonly #connect: (accountId: string) => Promise<ExchangeAccount>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #shared = new Map<string, Shared>();

  /** @param connect - opens the seal and connects */
  constructor(connect: (accountId: string) => Promise<ExchangeAccount>, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#connect = connect;
    this.#clock = clock;
    this.#log = log;
  }

  /** @throws {ExchangeError} */
  async lease(accountId: string): Promise<AccountLease> {
    const shared = this.#shared.get(accountId) ?? { opening: this.#open(accountId), users: 0 };
    this.#shared.set(accountId, shared);
    shared.users += 1;
    let connection: Connection;
    try {
      connection = await withTimeout(questionTimeoutMs, this.#clock, shared.opening);
    } catch (error) {
      this.#forget(accountId, shared);
      // One that opens after all is closed by the last of those who waited for it.
      this.#leave(accountId, shared).catch((late: unknown) => {
        if (late !== error) this.#log.warn({ accountId, err: late }, 'account.disconnect_failed');
      });
      throw error;
    }
    return this.#leaseOf(connection, () => this.#leave(accountId, shared));
  }

  /** A connection of its own, for a second look at a key that was refused. The caller closes it. */
  openFresh(accountId: string): Promise<ExchangeAccount> {
    return this.#connect(accountId);
  }

  #leaseOf(connection: Connection, leave: () => Promise<void>): AccountLease {
    let listening: ((event: PrivateEvent) => void) | null = null;
    let isReleased = false;
    return {
      account: connection.account,
      creates: connection.creates,
      book: connection.book,
      listen: (listener) => {
        listening = listener;
        connection.listeners.add(listener);
        if (connection.lastStatus) listener(connection.lastStatus);
      },
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        if (listening) connection.listeners.delete(listening);
        await leave();
      },
    };
  }

  async #leave(accountId: string, shared: Shared): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    this.#forget(accountId, shared);
    const { account, unsubscribe } = await shared.opening;
    unsubscribe();
    await account.close();
  }

  /** Whoever asks next gets a new connection. */
  #forget(accountId: string, shared: Shared): void {
    if (this.#shared.get(accountId) === shared) this.#shared.delete(accountId);
  }

  async #open(accountId: string): Promise<Connection> {
    const account = await this.#connect(accountId);
    const listeners = new Set<(event: PrivateEvent) => void>();
    const connection = {
      account,
      creates: new CreatesInFlight(),
      book: new AccountBook(),
      listeners,
      lastStatus: null as Connection['lastStatus'],
      unsubscribe: () => {},
    };
    connection.unsubscribe = account.subscribe((event) => {
      if (event.type === 'connected' || event.type === 'waiting') connection.lastStatus = event;
      if (event.type === 'disconnected') connection.lastStatus = null;
      for (const listener of [...listeners]) listener(event);
    });
    return connection;
  }
}
