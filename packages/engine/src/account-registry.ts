import type { ExchangeAccount, PrivateEvent } from '@tenbin/exchange';

/** A bot's share in the connection of its exchange account. */
export interface AccountLease {
  readonly account: ExchangeAccount;
  /** A stream that is live already is reported at once. */
  listen(listener: (event: PrivateEvent) => void): void;
  /** The last one to go closes the connection. */
  release(): Promise<void>;
}

interface Shared {
  readonly account: ExchangeAccount;
  readonly listeners: Set<(event: PrivateEvent) => void>;
  readonly unsubscribe: () => void;
  isLive: boolean;
  users: number;
}

/** One connection for each exchange account (one API key), shared by all bots on it: one private stream, one rate limiter. */
export class AccountRegistry {
  readonly #connect: (accountId: string) => Promise<ExchangeAccount>;
  readonly #open = new Map<string, Promise<Shared>>();

  /** @param connect - opens the seal and connects */
  constructor(connect: (accountId: string) => Promise<ExchangeAccount>) {
    this.#connect = connect;
  }

  /** @throws {ExchangeError} */
  async lease(accountId: string): Promise<AccountLease> {
    const opening = this.#open.get(accountId) ?? this.#begin(accountId);
    const shared = await opening;
    shared.users += 1;
    let listening: ((event: PrivateEvent) => void) | null = null;
    let isReleased = false;
    return {
      account: shared.account,
      listen: (listener) => {
        listening = listener;
        shared.listeners.add(listener);
        if (shared.isLive) listener({ type: 'connected' });
      },
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        if (listening) shared.listeners.delete(listening);
        shared.users -= 1;
        if (shared.users > 0) return;
        if (this.#open.get(accountId) === opening) this.#open.delete(accountId);
        shared.unsubscribe();
        await shared.account.close();
      },
    };
  }

  /** A connection of its own, for a second look at a key that was refused. The caller closes it. */
  openFresh(accountId: string): Promise<ExchangeAccount> {
    return this.#connect(accountId);
  }

  /** Whoever leases it from now on gets a new connection: its key was refused or changed. */
  forget(accountId: string): void {
    this.#open.delete(accountId);
  }

  #begin(accountId: string): Promise<Shared> {
    const opening = this.#share(accountId);
    this.#open.set(accountId, opening);
    opening.catch(() => {
      if (this.#open.get(accountId) === opening) this.#open.delete(accountId);
    });
    return opening;
  }

  async #share(accountId: string): Promise<Shared> {
    const account = await this.#connect(accountId);
    const listeners = new Set<(event: PrivateEvent) => void>();
    const shared = { account, listeners, isLive: false, users: 0, unsubscribe: () => {} };
    shared.unsubscribe = account.subscribe((event) => {
      if (event.type === 'connected') shared.isLive = true;
      if (event.type === 'disconnected') shared.isLive = false;
      for (const listener of [...listeners]) listener(event);
    });
    return shared;
  }
}
