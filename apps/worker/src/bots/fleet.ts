import type { BotRow, Claim, Database, ExchangeAccount as StoredAccount } from '@tenbin/db';
import {
  AccountRegistry,
  type BotFault,
  type BotMemory,
  BotRunner,
  type Clock,
  type Log,
  type Patience,
  type Standing,
  Turnstile,
} from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import type { ExchangePool } from '../accounts/exchange-pool.ts';
import { type OpenSeal, openCredentials } from '../accounts/open-credentials.ts';
import type { UserMails } from '../mails/user-mails.ts';
import { Rounds } from '../rounds.ts';
import { DatabaseJournal } from './database-journal.ts';
import { type LoadedAccount, loadAccounts } from './load-accounts.ts';
import { refusalOfExchange, refuseBot } from './refuse-bot.ts';

export interface FleetOptions {
  readonly db: Database;
  readonly exchanges: ExchangePool;
  readonly openSeal: OpenSeal;
  readonly clock: Clock;
  readonly log: Log;
  readonly patience?: Patience | undefined;
  /** Null: nobody is told anything. */
  readonly mails: UserMails | null;
  /** What a bot wrote was refused, since somebody else owns it. */
  readonly onOwnershipLost?: () => void;
}

/** For whoever asks why a bot does not go on. Plain JSON, nothing secret. */
export interface FleetStanding {
  readonly accounts: readonly {
    readonly exchangeAccountId: string;
    readonly epoch: number;
    readonly isArriving: boolean;
    readonly isLooking: boolean;
    readonly isFollowed: boolean;
  }[];
  readonly bots: readonly Standing[];
}

/** Fewer than there are connections to the database would leave them idle; more would wait for one, and give up. */
const looksAtOnce = 16;
/** Accounts that are loaded together when many come at once, and how many such groups of one exchange are taken in at a time. */
const groupSize = 25;
const groupsAtOnce = 2;
/** The next group does not wait longer for bots that do not reach their exchange. */
const longestArrivalMs = 1_000;

export const partOfRoundMs = 250;
/** How often each bot is told that time passed. */
const knockMs = 5_000;
/** How often each account is looked at in case something is to be done that nobody thought of. */
const lookMs = 120_000;

interface OwnedAccount {
  readonly claim: Claim;
  /** The bots that were opened under this claim, by id. */
  readonly runners: Map<string, BotRunner>;
  /** It waits for its turn among those that came with it; whoever wants to look at it need not wait for that. */
  isArriving: boolean;
  /** What was loaded for the first look. */
  loaded: LoadedAccount | null;
  /** One look at a time. */
  looking: Promise<void> | null;
  isLookWanted: boolean;
  /** Every bot that runs, or shall, has been opened here. */
  isFollowed: boolean;
}

/** The bots of the exchange accounts that this worker owns: makes what runs follow what is wished for. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #owned = new Map<string, OwnedAccount>();
  /** Many accounts come at once when another worker has ended. */
  readonly #turnstile = new Turnstile(looksAtOnce);
  /** By exchange, so that one that does not answer keeps nobody else waiting. */
  readonly #arrivals = new Map<string, Turnstile>();
  readonly #storedAccounts = new Map<string, StoredAccount>();
  readonly #knocks = new Rounds(knockMs / partOfRoundMs);
  readonly #looks = new Rounds(lookMs / partOfRoundMs);
  #accounts: AccountRegistry;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#accounts = this.#newRegistry();
  }

  get size(): number {
    return this.#runners.length;
  }

  get #runners(): BotRunner[] {
    return [...this.#owned.values()].flatMap(({ runners }) => [...runners.values()]);
  }

  /** How everything stands that it has in hand. */
  get standing(): FleetStanding {
    const accounts = [...this.#owned].map(([exchangeAccountId, { claim, isArriving, looking, isFollowed }]) => ({
      exchangeAccountId,
      epoch: claim.epoch,
      isArriving,
      isLooking: looking !== null,
      isFollowed,
    }));
    return { accounts, bots: this.#runners.map(({ standing }) => standing) };
  }

  own(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const untouched = { looking: null, isLookWanted: false, isFollowed: false, isArriving: true, loaded: null };
      void this.#disown(claim.exchangeAccountId);
      this.#owned.set(claim.exchangeAccountId, { claim, runners: new Map(), ...untouched });
    }
    for (const [exchangeId, all] of Map.groupBy(claims, (claim) => claim.exchangeId)) {
      const arrivals = this.#arrivalsOf(exchangeId);
      for (let first = 0; first < all.length; first += groupSize) {
        const group = all.slice(first, first + groupSize);
        void arrivals.pass(() => this.#takeIn(group));
      }
    }
  }

  /** Reads what is wished for the bots of one account, and sees to it. Does nothing for an account that it does not own. */
  look(exchangeAccountId: string): void {
    const owned = this.#owned.get(exchangeAccountId);
    if (!owned) return;
    owned.isArriving = false;
    owned.isLookWanted = true;
    owned.looking ??= this.#lookUntilDone(owned);
  }

  ownedAccounts(): Claim[] {
    return [...this.#owned.values()].map(({ claim }) => claim);
  }

  /** A connection of its own. The caller closes it. @throws {ExchangeError} */
  openFreshAccount({ organizationId, exchangeAccountId }: Claim): Promise<ExchangeAccount> {
    return this.#accounts.openFresh(keyOf(organizationId, exchangeAccountId));
  }

  /** Stops the bots of an account, for a reason that nobody asked for. */
  stopAccount(exchangeAccountId: string, fault: BotFault): void {
    for (const runner of this.#owned.get(exchangeAccountId)?.runners.values() ?? []) runner.stop('automatic', fault);
  }

  lookAtAll(): void {
    for (const [exchangeAccountId, { isArriving }] of this.#owned) if (!isArriving) this.look(exchangeAccountId);
  }

  /** Looks at the accounts where something is to be done, which is one question for all of them. Throws never. */
  async lookAtUnmet(): Promise<void> {
    const here = [...this.#owned.values()].filter(({ isArriving }) => !isArriving);
    for (const { claim, isFollowed } of here) if (!isFollowed) this.look(claim.exchangeAccountId);
    const claims = here.map(({ claim }) => claim);
    if (claims.length === 0) return;
    try {
      for (const { exchangeAccountId } of await this.#options.db.platform.workers.listUnmet(claims)) this.look(exchangeAccountId);
    } catch (error) {
      this.#options.log.warn({ error: String(error) }, 'accounts.notLookedAt');
    }
  }

  /**
   * Time passed: one timer for all bots, to be called every {@link partOfRoundMs}. Looking takes each of them a moment
   * only, but an order that waits for a thousand of them would wait long.
   */
  passTime(): void {
    for (const runner of this.#knocks.next(this.#runners)) runner.look();
    for (const [exchangeAccountId, { isArriving }] of this.#looks.next([...this.#owned])) if (!isArriving) this.look(exchangeAccountId);
  }

  /** Lets go of some accounts in the same way. */
  async disown(exchangeAccountIds: readonly string[]): Promise<void> {
    await Promise.all(exchangeAccountIds.map((id) => this.#disown(id)));
  }

  /** Lets go of everything: what is in flight is finished, open orders stay open. */
  async close(): Promise<void> {
    const all = [...this.#owned.keys()];
    // Whoever owns them next, also here, connects for itself.
    this.#accounts = this.#newRegistry();
    await this.disown(all);
  }

  async #disown(exchangeAccountId: string): Promise<void> {
    const owned = this.#owned.get(exchangeAccountId);
    if (!owned) return;
    this.#owned.delete(exchangeAccountId);
    await Promise.allSettled([...owned.runners.values()].map((runner) => runner.close()));
    await owned.looking;
  }

  /** Not any more, once it was let go of: the same account may have come back since, under another claim. */
  #isOwned(owned: OwnedAccount): boolean {
    return this.#owned.get(owned.claim.exchangeAccountId) === owned;
  }

  #arrivalsOf(exchangeId: string): Turnstile {
    const arrivals = this.#arrivals.get(exchangeId) ?? new Turnstile(groupsAtOnce);
    this.#arrivals.set(exchangeId, arrivals);
    return arrivals;
  }

  /** Loads a group of accounts and opens their bots; resolves when these see their exchange. Throws never. */
  async #takeIn(group: readonly Claim[]): Promise<void> {
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
      this.look(exchangeAccountId);
      await owned.looking;
      await Promise.all([...owned.runners.values()].map((runner) => runner.arrived));
      this.#storedAccounts.delete(exchangeAccountId);
    });
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(longestArrivalMs, resolve);
    await Promise.race([Promise.all(arrivals), late]);
    stop();
  }

  /** By account; what could not be loaded is left out, and loads itself. */
  async #load(claims: readonly Claim[]): Promise<ReadonlyMap<string, LoadedAccount>> {
    const { db, log } = this.#options;
    const loading = [...Map.groupBy(claims, (claim) => claim.organizationId)].map(async ([organizationId, own]) => {
      const ids = own.map(({ exchangeAccountId }) => exchangeAccountId);
      return loadAccounts(db.forOrganization(organizationId), ids).catch((error: unknown) => {
        log.warn({ organizationId, accounts: ids.length, error: String(error) }, 'accounts.notLoaded');
        return new Map<string, LoadedAccount>();
      });
    });
    return new Map((await Promise.all(loading)).flatMap((some) => [...some]));
  }

  async #lookUntilDone(owned: OwnedAccount): Promise<void> {
    const { claim } = owned;
    await Promise.resolve();
    while (owned.isLookWanted && this.#isOwned(owned)) {
      owned.isLookWanted = false;
      try {
        owned.isFollowed = await this.#turnstile.pass(() => this.#follow(owned));
      } catch (error) {
        this.#options.log.warn({ exchangeAccountId: claim.exchangeAccountId, error: String(error) }, 'account.notLookedAt');
      }
    }
    owned.looking = null;
  }

  /** @returns whether all of its bots could be followed */
  async #follow(owned: OwnedAccount): Promise<boolean> {
    let areAll = true;
    const { claim, loaded } = owned;
    owned.loaded = null;
    const bots = loaded?.bots ?? (await this.#options.db.forOrganization(claim.organizationId).bots.listOfAccount(claim.exchangeAccountId));
    for (const bot of bots) {
      if (!this.#isOwned(owned)) break;
      try {
        await this.#followOne(owned, bot, loaded?.memories.get(bot.id) ?? null);
      } catch (error) {
        if (await this.#couldRefuse(claim, bot, error)) continue;
        areAll = false;
        this.#options.log.error({ botId: bot.id, error: String(error) }, 'bot.notFollowed');
      }
    }
    return areAll;
  }

  /** @returns whether its exchange is refused, and its user has been told */
  async #couldRefuse(claim: Claim, bot: BotRow, error: unknown): Promise<boolean> {
    const reason = refusalOfExchange(error);
    if (reason === null) return false;
    const { clock, log } = this.#options;
    try {
      await refuseBot(this.#journalOf(claim, bot, null), bot, { reason, at: clock.now() });
    } catch (failure) {
      log.warn({ botId: bot.id, error: String(failure) }, 'bot.notRefused');
      return false;
    }
    log.warn({ botId: bot.id, reason }, 'bot.refused');
    return true;
  }

  async #followOne(owned: OwnedAccount, bot: BotRow, memory: BotMemory | null): Promise<void> {
    const { runners } = owned;
    const runner = runners.get(bot.id);
    // What is stored of a stopped bot may have been changed by its user: a start reads it anew.
    if (runner?.state.phase.kind === 'stopped') {
      runners.delete(bot.id);
      await runner.close();
    }
    if (bot.phase.kind === 'stopped' && !bot.active && bot.rebalanceId === null) return;
    const running = runners.get(bot.id) ?? (await this.#open(owned, bot, memory));
    if (!this.#isOwned(owned)) {
      await running.close();
      return;
    }
    const by = bot.wishedBy ?? bot.userId;
    const { kind } = running.state.phase;
    // First the wallet is made even; the end of that is looked at again.
    if (kind === 'stopped' && bot.rebalanceId !== null) running.rebalance(bot.rebalanceId, by);
    else if (kind === 'stopped' && bot.active) running.start(by);
    if (!bot.active && (kind === 'starting' || kind === 'running')) running.stop(by);
    if (bot.rebalanceId === null && kind === 'rebalancing') running.stop(by);
    if (bot.forcedBy !== null && kind !== 'stopped') running.forceStop(bot.forcedBy);
  }

  async #open(owned: OwnedAccount, bot: BotRow, loaded: BotMemory | null): Promise<BotRunner> {
    const { exchanges, clock, log, patience } = this.#options;
    const { claim, runners } = owned;
    const { organizationId, exchangeAccountId } = claim;
    const accounts = this.#accounts;
    const { hub } = await exchanges.require(claim.exchangeId);
    const accountKey = keyOf(organizationId, exchangeAccountId);
    const runner = await BotRunner.open({
      journal: this.#journalOf(claim, bot, loaded),
      hub,
      clock,
      log,
      ...(patience && { patience }),
      leaseAccount: () => accounts.lease(accountKey),
      openFreshAccount: () => accounts.openFresh(accountKey),
      onEnd: (why) => {
        log.warn({ botId: bot.id, why }, 'bot.ended');
        if (why === 'ownershipLost') this.#options.onOwnershipLost?.();
        if (runners.get(bot.id) === runner) runners.delete(bot.id);
        owned.isFollowed = false;
      },
    });
    runners.set(bot.id, runner);
    log.info({ botId: bot.id, phase: runner.state.phase.kind, openOrders: bot.openOrderCount }, 'bot.opened');
    return runner;
  }

  #journalOf({ organizationId, exchangeAccountId, epoch }: Claim, bot: BotRow, loaded: BotMemory | null): DatabaseJournal {
    const { db, mails } = this.#options;
    return new DatabaseJournal({
      organization: db.forOrganization(organizationId),
      bot,
      epoch,
      loaded,
      mails,
      onStopped: () => this.look(exchangeAccountId),
    });
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

const keyOf = (organizationId: string, exchangeAccountId: string): string => `${organizationId}/${exchangeAccountId}`;
