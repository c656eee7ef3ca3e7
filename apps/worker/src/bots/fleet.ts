import type { BotFault } from '@tenbin/bots';
import type { Claim, ExchangeAccount as StoredAccount } from '@tenbin/db';
import { type AccountLease, AccountRegistry, type BotDiagnostics, type BotRunner, type FailureCount, Semaphore } from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import { type OpenSeal, openCredentials } from '../accounts/open-credentials.ts';
import { RoundRobin } from '../round-robin.ts';
import { AccountBots, type AccountBotsOptions, accountKeyOf } from './account-bots.ts';
import { figuresOf } from './fleet-figures.ts';
import { type LoadedAccount, loadAccounts } from './load-accounts.ts';

export interface FleetOptions extends AccountBotsOptions {
  readonly openSeal: OpenSeal;
}

/** For whoever asks why a bot does not go on. Plain JSON, nothing secret. */
export interface FleetDiagnostics {
  readonly accounts: readonly {
    readonly exchangeAccountId: string;
    readonly epoch: number;
    readonly isArriving: boolean;
    readonly isReconciling: boolean;
    readonly isReconciled: boolean;
  }[];
  readonly bots: readonly BotDiagnostics[];
}

/** Fewer than there are connections to the database would leave them idle; more would wait for one, and give up. */
const reconcilesAtOnce = 16;
/** Accounts that are loaded together when many come at once, and how many such groups of one exchange are taken in at a time. */
const groupSize = 25;
const groupsAtOnce = 2;
/** The next group does not wait longer for bots that do not reach their exchange. */
const maxArrivalMs = 1_000;

export const tickMs = 250;
/** How often each bot is told that time passed. */
const botTickMs = 5_000;
/** How often each account is looked at in case something is to be done that nobody thought of. */
const reconcileMs = 120_000;

/** The exchange accounts that this worker owns: takes them in, looks at each when there is a reason to, and lets go of them. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #owned = new Map<string, AccountBots>();
  readonly #failures = new Map<string, FailureCount>();
  readonly #semaphore = new Semaphore(reconcilesAtOnce);
  /** By exchange, so that one that does not answer keeps nobody else waiting. */
  readonly #arrivals = new Map<string, Semaphore>();
  readonly #storedAccounts = new Map<string, StoredAccount>();
  readonly #ticks = new RoundRobin(botTickMs / tickMs);
  readonly #reconciles = new RoundRobin(reconcileMs / tickMs);
  #connections: AccountRegistry;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#connections = this.#newRegistry();
  }

  get size(): number {
    return this.#runners.length;
  }

  /** What an operator watches. */
  get figures() {
    return { accounts: this.#owned.size, ...figuresOf(this.#runners) };
  }

  get #runners(): BotRunner[] {
    return [...this.#owned.values()].flatMap(({ runners }) => [...runners]);
  }

  /** How everything stands that it has in hand. */
  get diagnostics(): FleetDiagnostics {
    const accounts = [...this.#owned].map(([exchangeAccountId, { claim, isArriving, isReconciling, isReconciled }]) => ({
      exchangeAccountId,
      epoch: claim.epoch,
      isArriving,
      isReconciling,
      isReconciled,
    }));
    return { accounts, bots: this.#runners.map(({ diagnostics }) => diagnostics) };
  }

  claim(claims: readonly Claim[]): void {
    const shared = {
      connections: this.#connections,
      failures: this.#failures,
      semaphore: this.#semaphore,
      onStopped: (exchangeAccountId: string) => this.reconcile(exchangeAccountId),
    };
    for (const claim of claims) {
      void this.#release(claim.exchangeAccountId);
      this.#owned.set(claim.exchangeAccountId, new AccountBots(claim, this.#options, shared));
    }
    for (const [exchangeId, all] of Map.groupBy(claims, (claim) => claim.exchangeId)) {
      const arrivals = this.#arrivalsOf(exchangeId);
      for (let first = 0; first < all.length; first += groupSize) {
        const group = all.slice(first, first + groupSize);
        void arrivals.run(() => this.#loadGroup(group));
      }
    }
  }

  /** Reads what is requested of the bots of one account, and sees to it. Does nothing for an account that it does not own. */
  reconcile(exchangeAccountId: string): void {
    void this.#owned.get(exchangeAccountId)?.reconcile();
  }

  ownedAccounts(): Claim[] {
    return [...this.#owned.values()].map(({ claim }) => claim);
  }

  /** A connection of its own. The caller closes it. @throws {ExchangeError} */
  openFreshAccount({ organizationId, exchangeAccountId }: Claim): Promise<ExchangeAccount> {
    return this.#connections.openFresh(accountKeyOf(organizationId, exchangeAccountId));
  }

  /** A share in the connection that the account's bots have. The caller releases it. @throws {ExchangeError} */
  leaseAccount({ organizationId, exchangeAccountId }: Claim): Promise<AccountLease> {
    return this.#connections.lease(accountKeyOf(organizationId, exchangeAccountId));
  }

  /** Stops the bots of an account, for a reason that nobody asked for. */
  stopAccount(exchangeAccountId: string, fault: BotFault): void {
    this.#owned.get(exchangeAccountId)?.stop(fault);
  }

  reconcileAll(): void {
    for (const [exchangeAccountId, { isArriving }] of this.#owned) if (!isArriving) this.reconcile(exchangeAccountId);
  }

  /** Looks at the accounts where something is to be done, which is one question for all of them. Throws never. */
  async reconcileUnmet(): Promise<void> {
    const here = [...this.#owned.values()].filter(({ isArriving }) => !isArriving);
    for (const { claim, isReconciled } of here) if (!isReconciled) this.reconcile(claim.exchangeAccountId);
    const claims = here.map(({ claim }) => claim);
    if (claims.length === 0) return;
    try {
      for (const { exchangeAccountId } of await this.#options.db.platform.workers.listUnmet(claims)) this.reconcile(exchangeAccountId);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'account.reconcile_failed');
    }
  }

  /**
   * Time passed: one timer for all bots, to be called every {@link tickMs}. Looking takes each of them a moment
   * only, but an order that waits for a thousand of them would wait long.
   */
  tick(): void {
    for (const runner of this.#ticks.next(this.#runners)) runner.tick();
    for (const [exchangeAccountId, { isArriving }] of this.#reconciles.next([...this.#owned]))
      if (!isArriving) this.reconcile(exchangeAccountId);
  }

  /** Lets go of some accounts: what is in flight is finished, open orders stay open. */
  async release(exchangeAccountIds: readonly string[]): Promise<void> {
    await Promise.all(exchangeAccountIds.map((id) => this.#release(id)));
  }

  /** Lets go of everything in the same way. */
  async close(): Promise<void> {
    const all = [...this.#owned.keys()];
    // Whoever owns them next, also here, connects for itself.
    this.#connections = this.#newRegistry();
    await this.release(all);
  }

  async #release(exchangeAccountId: string): Promise<void> {
    const owned = this.#owned.get(exchangeAccountId);
    if (!owned) return;
    this.#owned.delete(exchangeAccountId);
    await owned.release();
  }

  #arrivalsOf(exchangeId: string): Semaphore {
    const arrivals = this.#arrivals.get(exchangeId) ?? new Semaphore(groupsAtOnce);
    this.#arrivals.set(exchangeId, arrivals);
    return arrivals;
  }

  /** Loads a group of accounts and opens their bots; resolves when these see their exchange. Throws never. */
  async #loadGroup(group: readonly Claim[]): Promise<void> {
    const { clock } = this.#options;
    const waiting = () =>
      group.flatMap((claim) => {
        const owned = this.#owned.get(claim.exchangeAccountId);
        return owned?.claim === claim && owned.isArriving ? [owned] : [];
      });
    const loaded = await this.#load(waiting().map(({ claim }) => claim));
    const arrivals = waiting().map(async (owned) => {
      const { exchangeAccountId } = owned.claim;
      owned.loaded = loaded.get(exchangeAccountId) ?? null;
      if (owned.loaded) this.#storedAccounts.set(exchangeAccountId, owned.loaded.account);
      await owned.reconcile();
      await Promise.all(owned.runners.map((runner) => runner.arrived));
      this.#storedAccounts.delete(exchangeAccountId);
    });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(maxArrivalMs, resolve, { unref: true });
    await Promise.race([Promise.all(arrivals), late]);
    stop();
  }

  /** By account; what could not be loaded is left out, and loads itself. */
  async #load(claims: readonly Claim[]): Promise<ReadonlyMap<string, LoadedAccount>> {
    const { db, log, strategyOf } = this.#options;
    const loading = [...Map.groupBy(claims, (claim) => claim.organizationId)].map(async ([organizationId, own]) => {
      const ids = own.map(({ exchangeAccountId }) => exchangeAccountId);
      return loadAccounts(db.forOrganization(organizationId), ids, strategyOf).catch((error: unknown) => {
        log.warn({ organizationId, accounts: ids.length, err: error }, 'account.load_failed');
        return new Map<string, LoadedAccount>();
      });
    });
    return new Map((await Promise.all(loading)).flatMap((some) => [...some]));
  }

  #newRegistry(): AccountRegistry {
    return new AccountRegistry(async (accountKey) => {
      const [organizationId = '', accountId = ''] = accountKey.split('/');
      const organization = this.#options.db.forOrganization(organizationId);
      const account = this.#storedAccounts.get(accountId) ?? (await organization.exchangeAccounts.require(accountId));
      const { connector } = await this.#options.exchanges.require(account.exchangeId);
      return connector.account(openCredentials(organizationId, account, this.#options.openSeal));
    }, this.#options);
  }
}
