import { type BotFault, isActive, isOrderOf, type LiveSignal, ledgerStateOf, lifecycleOf } from '@tenbin/bots';
import {
  type AnyBotRow,
  type Claim,
  type Database,
  fundsOf,
  platformOrganizationId,
  type ExchangeAccount as StoredAccount,
  type VirtualAccount,
} from '@tenbin/db';
import {
  type AccountLease,
  AccountRegistry,
  type BotDiagnostics,
  type BotMemory,
  BotRunner,
  type Clock,
  FailureCount,
  isWindingUp,
  Semaphore,
  type UnknownOrderPolicy,
} from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import { compare } from '@tenbin/market';
import type { StrategyOf } from '@tenbin/strategy';
import { type Log, logWith, type Metrics } from '@tenbin/telemetry';
import { type ExchangePool, requireEnabled } from '../accounts/exchange-pool.ts';
import { type OpenSeal, openCredentials } from '../accounts/open-credentials.ts';
import type { UserMails } from '../mails/user-mails.ts';
import { RoundRobin } from '../round-robin.ts';
import { DatabaseJournal } from './database-journal.ts';
import { type LoadedAccount, loadAccounts } from './load-accounts.ts';
import { refusalOfExchange, refuseBot } from './refuse-bot.ts';

export interface FleetOptions {
  readonly db: Database;
  readonly exchanges: ExchangePool;
  readonly openSeal: OpenSeal;
  readonly clock: Clock;
  readonly log: Log;
  readonly unknownOrderPolicy?: UnknownOrderPolicy | undefined;
  readonly strategyOf?: StrategyOf | undefined;
  /** Null: nobody is told anything. */
  readonly mails: UserMails | null;
  readonly metrics: Metrics;
  /** After something of a bot was stored. */
  readonly onNews: (news: LiveSignal) => void;
  /** After a bot was taken up. */
  readonly onOpened?: (owner: { readonly organizationId: string; readonly userId: string | null }) => void;
  /** What a bot wrote was refused, since somebody else owns it. */
  readonly onOwnershipLost?: () => void;
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
/** A market order that could not be sent for longer is not sent any more: prices have gone on. */
const marketOrderWithinMs = 5_000;
/** How often each account is looked at in case something is to be done that nobody thought of. */
const reconcileMs = 120_000;

interface OwnedAccount {
  readonly claim: Claim;
  /** Of the bots that were opened under this claim, by id: the virtual account that they trade on. */
  readonly virtualAccountOf: Map<string, string>;
  /** The bots that were opened under this claim, by id. */
  readonly runners: Map<string, BotRunner>;
  /** It waits for its turn among those that came with it; whoever wants to look at it need not wait for that. */
  isArriving: boolean;
  /** What was loaded for the first look. */
  loaded: LoadedAccount | null;
  /** One look at a time. */
  /** Bots that were given up here: nothing is done for them before somebody asks. */
  readonly failed: Set<string>;
  reconciling: Promise<void> | null;
  needsReconcile: boolean;
  /** Every bot that runs, or shall, has been opened here. */
  isReconciled: boolean;
}

/** The bots of the exchange accounts that this worker owns: makes what runs follow what is requested. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #owned = new Map<string, OwnedAccount>();
  /** Of the bots that were opened here and not given up, by id, under whatever claim. */
  readonly #failures = new Map<string, FailureCount>();
  /** Many accounts come at once when another worker has ended. */
  readonly #semaphore = new Semaphore(reconcilesAtOnce);
  /** By exchange, so that one that does not answer keeps nobody else waiting. */
  readonly #arrivals = new Map<string, Semaphore>();
  readonly #storedAccounts = new Map<string, StoredAccount>();
  readonly #ticks = new RoundRobin(botTickMs / tickMs);
  readonly #reconciles = new RoundRobin(reconcileMs / tickMs);
  #accounts: AccountRegistry;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#accounts = this.#newRegistry();
  }

  get size(): number {
    return this.#runners.length;
  }

  /** What an operator watches. */
  get figures() {
    const runners = this.#runners;
    const running = runners.filter(({ state }) => state.phase.kind === 'running');
    const differing = runners
      .map(({ state }) => state.walletDiffers)
      .filter((seen) => seen !== null && isSeenTwice(seen)) as SeenDifference[];
    return {
      accounts: this.#owned.size,
      /** The longest ago; null while no bot runs. */
      reconciledAt: running.length === 0 ? null : new Date(Math.min(...running.map(({ reconciledAt }) => reconciledAt.getTime()))),
      /** Since when, of each bot with one that two looks running have seen. */
      lacking: differing.filter(({ difference }) => isLacking(difference)).map(({ since }) => since),
      /** Bots whose wallet has more than it should, or what nobody explains. */
      moved: runners.filter(({ state: { walletDiffers, unexplained } }) =>
        walletDiffers ? isSeenTwice(walletDiffers) && !isLacking(walletDiffers.difference) : unexplained.seen !== null,
      ).length,
      eventsWaiting: runners.reduce((sum, { waiting }) => sum + waiting, 0),
      ordersUnknown: runners.reduce((sum, { state }) => sum + state.orders.filter((order) => order.state === 'unknown').length, 0),
    };
  }

  get #runners(): BotRunner[] {
    return [...this.#owned.values()].flatMap(({ runners }) => [...runners.values()]);
  }

  /** How everything stands that it has in hand. */
  get diagnostics(): FleetDiagnostics {
    const accounts = [...this.#owned].map(([exchangeAccountId, { claim, isArriving, reconciling, isReconciled }]) => ({
      exchangeAccountId,
      epoch: claim.epoch,
      isArriving,
      isReconciling: reconciling !== null,
      isReconciled,
    }));
    return { accounts, bots: this.#runners.map(({ diagnostics }) => diagnostics) };
  }

  claim(claims: readonly Claim[]): void {
    for (const claim of claims) {
      const untouched = { reconciling: null, needsReconcile: false, isReconciled: false, isArriving: true, loaded: null };
      void this.#release(claim.exchangeAccountId);
      this.#owned.set(claim.exchangeAccountId, { claim, runners: new Map(), virtualAccountOf: new Map(), failed: new Set(), ...untouched });
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
    const owned = this.#owned.get(exchangeAccountId);
    if (!owned) return;
    owned.isArriving = false;
    owned.needsReconcile = true;
    owned.reconciling ??= this.#reconcileUntilDone(owned);
  }

  ownedAccounts(): Claim[] {
    return [...this.#owned.values()].map(({ claim }) => claim);
  }

  /** A connection of its own. The caller closes it. @throws {ExchangeError} */
  openFreshAccount({ organizationId, exchangeAccountId }: Claim): Promise<ExchangeAccount> {
    return this.#accounts.openFresh(keyOf(organizationId, exchangeAccountId));
  }

  /** A share in the connection that the account's bots have. The caller releases it. @throws {ExchangeError} */
  leaseAccount({ organizationId, exchangeAccountId }: Claim): Promise<AccountLease> {
    return this.#accounts.lease(keyOf(organizationId, exchangeAccountId));
  }

  /** Stops the bots of an account, for a reason that nobody asked for. */
  stopAccount(exchangeAccountId: string, fault: BotFault): void {
    for (const runner of this.#owned.get(exchangeAccountId)?.runners.values() ?? []) runner.stop('automatic', { fault });
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

  /** Lets go of some accounts in the same way. */
  async release(exchangeAccountIds: readonly string[]): Promise<void> {
    await Promise.all(exchangeAccountIds.map((id) => this.#release(id)));
  }

  /** Lets go of everything: what is in flight is finished, open orders stay open. */
  async close(): Promise<void> {
    const all = [...this.#owned.keys()];
    // Whoever owns them next, also here, connects for itself.
    this.#accounts = this.#newRegistry();
    await this.release(all);
  }

  async #release(exchangeAccountId: string): Promise<void> {
    const owned = this.#owned.get(exchangeAccountId);
    if (!owned) return;
    this.#owned.delete(exchangeAccountId);
    await Promise.allSettled([...owned.runners.values()].map((runner) => runner.close()));
    await owned.reconciling;
  }

  /** Not any more, once it was let go of: the same account may have come back since, under another claim. */
  #isOwned(owned: OwnedAccount): boolean {
    return this.#owned.get(owned.claim.exchangeAccountId) === owned;
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
      this.reconcile(exchangeAccountId);
      await owned.reconciling;
      await Promise.all([...owned.runners.values()].map((runner) => runner.arrived));
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

  async #reconcileUntilDone(owned: OwnedAccount): Promise<void> {
    const { claim } = owned;
    await Promise.resolve();
    while (owned.needsReconcile && this.#isOwned(owned)) {
      owned.needsReconcile = false;
      try {
        owned.isReconciled = await this.#semaphore.run(() => this.#reconcileBots(owned));
      } catch (error) {
        this.#options.log.warn({ exchangeAccountId: claim.exchangeAccountId, err: error }, 'account.reconcile_failed');
      }
    }
    owned.reconciling = null;
  }

  /** @returns whether all of its bots could be followed */
  async #reconcileBots(owned: OwnedAccount): Promise<boolean> {
    let areAll = true;
    const { claim, loaded } = owned;
    owned.loaded = null;
    const bots = loaded?.bots ?? (await this.#options.db.forOrganization(claim.organizationId).bots.listOfAccount(claim.exchangeAccountId));
    const held = (await this.#readVirtualAccounts(owned)).flatMap(({ holds }) => Object.keys(holds));
    await this.#closeDeleted(owned, bots);
    for (const bot of bots) {
      if (!this.#isOwned(owned)) break;
      try {
        const mayBeLeft = bot.isExchangeEnabled && !owned.failed.has(bot.id);
        const isLeft = mayBeLeft && held.some((clientOrderId) => isOrderOf(bot.botNumber, clientOrderId));
        await this.#reconcileBot(owned, bot, { memory: loaded?.memories.get(bot.id) ?? null, isLeft });
      } catch (error) {
        if (await this.#couldRefuse(claim, bot, error)) continue;
        areAll = false;
        this.#logOf(claim, bot).error({ err: error }, 'bot.reconcile_failed');
      }
    }
    return areAll;
  }

  /** What is deleted wants nothing any more, and nothing of it is open. */
  async #closeDeleted({ runners, virtualAccountOf }: OwnedAccount, bots: readonly AnyBotRow[]): Promise<void> {
    const left = new Set(bots.map(({ id }) => id));
    for (const [botId, runner] of runners) {
      if (left.has(botId)) continue;
      runners.delete(botId);
      virtualAccountOf.delete(botId);
      this.#failures.delete(botId);
      await runner.close();
    }
  }

  /** @returns whether its exchange is refused, and its user has been told */
  async #couldRefuse(claim: Claim, bot: AnyBotRow, error: unknown): Promise<boolean> {
    const reason = refusalOfExchange(error);
    if (reason === null) return false;
    const { clock } = this.#options;
    const log = this.#logOf(claim, bot);
    try {
      await refuseBot(this.#journalOf(claim, bot, null), bot, { reason, at: clock.now() });
    } catch (failure) {
      log.warn({ err: failure }, 'bot.refuse_failed');
      return false;
    }
    log.warn({ reason }, 'bot.refused');
    return true;
  }

  /** @param given - `isLeft`: its orders hold money of its virtual account, also when it has stopped */
  async #reconcileBot(
    owned: OwnedAccount,
    bot: AnyBotRow,
    { memory, isLeft }: { readonly memory: BotMemory | null; readonly isLeft: boolean },
  ): Promise<void> {
    const { runners } = owned;
    const runner = runners.get(bot.id);
    const isAsked = lifecycleOf(bot).next.length > 0;
    if (runner && (isDone(runner, isAsked) || !bot.isExchangeEnabled || hasOtherStrategy(runner, bot))) {
      runners.delete(bot.id);
      await runner.close();
    }
    if (bot.phase.kind === 'stopped' && !isAsked && !isLeft) return;
    requireEnabled(bot.isExchangeEnabled);
    const running = runners.get(bot.id) ?? (await this.#open(owned, bot, memory));
    if (!this.#isOwned(owned)) {
      await running.close();
      return;
    }
    const by = bot.requestedBy ?? bot.userId ?? 'automatic';
    // The end of a rebalance is looked at again: it may be followed by a start.
    for (const next of lifecycleOf({ ...bot, phase: running.state.phase }).next) {
      if (next === 'rebalance' && bot.rebalanceId !== null) running.rebalance(bot.rebalanceId, by);
      if (next === 'start') running.start(by);
      if (next === 'stop') running.stop(by, { askedAt: bot.requestedAt });
      if (next === 'forceStop' && bot.forcedBy !== null) running.forceStop(bot.forcedBy);
    }
    if (bot.strategy.kind === 'byHand') await this.#followHand(owned, bot, running);
  }

  /** Has sent and cancelled what was asked for by hand. What shall be filled at once is not sent long after; nor anything after a stop. */
  async #followHand({ claim }: OwnedAccount, bot: AnyBotRow, runner: BotRunner): Promise<void> {
    const { virtualAccounts } = this.#options.db.forOrganization(claim.organizationId);
    if (!bot.active && bot.requestedAt !== null) await virtualAccounts.withdrawUnsent(bot.id, bot.requestedAt);
    const { toSend, toCancel } = await virtualAccounts.listToDo(bot.id);
    const now = this.#options.clock.now().getTime();
    const [late, send] = partition(toSend, ({ isMarket, at }) => isMarket && now - at.getTime() > marketOrderWithinMs);
    for (const { clientOrderId } of late) await virtualAccounts.askCancel(clientOrderId);
    runner.followHand({ send: send.map(({ isMarket: isImmediate, ...order }) => ({ ...order, isImmediate })), cancel: toCancel });
  }

  /** Others may have changed them: each of their bots is told. */
  async #readVirtualAccounts(owned: OwnedAccount): Promise<readonly VirtualAccount[]> {
    const { organizationId, exchangeAccountId } = owned.claim;
    if (organizationId !== platformOrganizationId) return [];
    const accounts = await this.#options.db.forOrganization(organizationId).virtualAccounts.list(exchangeAccountId);
    for (const account of accounts) this.#takeFunds(owned, account);
    return accounts;
  }

  /** Tells the bots of a virtual account what there is, and stops them where nothing may go out of it. */
  #takeFunds({ runners, virtualAccountOf }: OwnedAccount, account: VirtualAccount): void {
    const state = ledgerStateOf(account);
    for (const [botId, runner] of runners) {
      if (virtualAccountOf.get(botId) !== account.id) continue;
      runner.takeFunds(fundsOf(account, { botNumber: runner.state.number }));
      const { strategy, phase } = runner.state;
      if (state === 'active' || strategy.settings.kind === 'byHand' || !isActive(phase)) continue;
      runner.stop('automatic', { fault: { code: faultOfState[state], facts: {} } });
    }
  }

  async #open(owned: OwnedAccount, bot: AnyBotRow, loaded: BotMemory | null): Promise<BotRunner> {
    const { exchanges, clock, unknownOrderPolicy, metrics } = this.#options;
    const { claim, runners } = owned;
    const { organizationId, exchangeAccountId } = claim;
    const accounts = this.#accounts;
    const { hub } = await exchanges.require(claim.exchangeId);
    const log = logWith(this.#logOf(claim, bot), { exchange: hub.exchange });
    const accountKey = keyOf(organizationId, exchangeAccountId);
    const failures = this.#failures.get(bot.id) ?? new FailureCount();
    this.#failures.set(bot.id, failures);
    const runner = await BotRunner.open({
      journal: this.#journalOf(claim, bot, loaded, (account) => this.#takeFunds(owned, account)),
      hub,
      clock,
      log,
      metrics,
      failures,
      ...(unknownOrderPolicy && { unknownOrderPolicy }),
      leaseAccount: () => accounts.lease(accountKey),
      openFreshAccount: () => accounts.openFresh(accountKey),
      onEnd: (why) => {
        log.warn({ reason: why }, 'bot.ended');
        if (why === 'ownershipLost') this.#options.onOwnershipLost?.();
        else {
          owned.failed.add(bot.id);
          this.#failures.delete(bot.id);
        }
        if (runners.get(bot.id) === runner) runners.delete(bot.id);
        owned.isReconciled = false;
      },
    });
    runners.set(bot.id, runner);
    if (bot.userId === null) owned.virtualAccountOf.set(bot.id, bot.subAccountId);
    log.info({ phase: runner.state.phase.kind, openOrders: bot.openOrderCount }, 'bot.opened');
    this.#options.onOpened?.({ organizationId, userId: bot.userId });
    return runner;
  }

  #logOf({ organizationId, exchangeAccountId }: Claim, { id: botId }: AnyBotRow): Log {
    return logWith(this.#options.log, { organizationId, exchangeAccountId, botId });
  }

  #journalOf(
    { organizationId, exchangeAccountId, epoch }: Claim,
    bot: AnyBotRow,
    loaded: BotMemory | null,
    onFunds?: (account: VirtualAccount) => void,
  ): DatabaseJournal {
    const { db, mails, onNews, strategyOf } = this.#options;
    return new DatabaseJournal({
      organization: db.forOrganization(organizationId),
      bot,
      epoch,
      loaded,
      strategyOf,
      mails,
      onNews,
      onFunds,
      onStopped: () => this.reconcile(exchangeAccountId),
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

/** What is stored of a stopped bot may have been changed by its user: a start reads it anew. */
const isDone = ({ state }: BotRunner, isAsked: boolean): boolean => state.phase.kind === 'stopped' && (isAsked || !isWindingUp(state));

/** Its settings were changed while it ran: opened again, it brings its orders to what they say now. */
const hasOtherStrategy = ({ state }: BotRunner, { userId, strategy }: AnyBotRow): boolean =>
  userId === null && JSON.stringify(sorted(state.strategy.settings)) !== JSON.stringify(sorted(strategy));

/** The database keeps the fields of a value in an order of its own. */
const sorted = (settings: object) => Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

const faultOfState = { frozen: 'ledgerFrozen', overdrawn: 'ledgerOverdrawn', closed: 'ledgerClosed' } as const;

type SeenDifference = NonNullable<BotRunner['state']['walletDiffers']>;
/** A trade on its way makes a difference that the next look does not see. */
const isSeenTwice = ({ times }: SeenDifference): boolean => times >= 2;
const isLacking = (difference: SeenDifference['difference']): boolean =>
  Object.values(difference).some((amount) => compare(amount, '0') < 0);

const keyOf = (organizationId: string, exchangeAccountId: string): string => `${organizationId}/${exchangeAccountId}`;
