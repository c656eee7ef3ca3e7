import { type BotFault, isActive, isOrderOf, type LiveSignal, ledgerStateOf, lifecycleOf } from '@tenbin/bots';
import { type AnyBotRow, type Claim, type Database, fundsOf, platformOrganizationId, type VirtualAccount } from '@tenbin/db';
import {
  type AccountRegistry,
  type BotMemory,
  BotRunner,
  type Clock,
  FailureCount,
  isWindingUp,
  type Semaphore,
  type UnknownOrderPolicy,
} from '@tenbin/engine';
import type { StrategyOf } from '@tenbin/strategy';
import { type Log, logWith, type Metrics } from '@tenbin/telemetry';
import { type ExchangePool, requireEnabled } from '../accounts/exchange-pool.ts';
import type { UserMails } from '../mails/user-mails.ts';
import { DatabaseJournal } from './database-journal.ts';
import type { LoadedAccount } from './load-accounts.ts';
import { refusalOfExchange, refuseBot } from './refuse-bot.ts';

export interface AccountBotsOptions {
  readonly db: Database;
  readonly exchanges: ExchangePool;
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

/** What all accounts of a worker share. */
export interface SharedByAccounts {
  readonly connections: AccountRegistry;
  /** Of the bots that were opened here and not given up, by id, under whatever claim. */
  readonly failures: Map<string, FailureCount>;
  /** How many are reconciled at once: many come together when another worker has ended. */
  readonly semaphore: Semaphore;
  /** A bot has stopped: its account is to be looked at, under whatever claim. */
  readonly onStopped: (exchangeAccountId: string) => void;
}

/** A market order that could not be sent for longer is not sent any more: prices have gone on. */
const marketOrderWithinMs = 5_000;

/** The bots of one exchange account under one claim: makes what runs follow what is requested. */
export class AccountBots {
  readonly claim: Claim;
  /** It waits for its turn among those that came with it; whoever wants to look at it need not wait for that. */
  isArriving = true;
  /** What was loaded for the first look. */
  loaded: LoadedAccount | null = null;
  readonly #options: AccountBotsOptions;
  readonly #shared: SharedByAccounts;
  /** Those that were opened under this claim, by id. */
  readonly #runners = new Map<string, BotRunner>();
  /** Of those, by id: the virtual account that they trade on. */
  readonly #virtualAccountOf = new Map<string, string>();
  /** Bots that were given up here: nothing is done for them before somebody asks. */
  readonly #failed = new Set<string>();
  /** One look at a time. */
  #reconciling: Promise<void> | null = null;
  #needsReconcile = false;
  #isReconciled = false;
  /** Once it was let go of: the same account may have come back since, under another claim. */
  #isReleased = false;

  constructor(claim: Claim, options: AccountBotsOptions, shared: SharedByAccounts) {
    this.claim = claim;
    this.#options = options;
    this.#shared = shared;
  }

  get runners(): readonly BotRunner[] {
    return [...this.#runners.values()];
  }

  /** Every bot that runs, or shall, has been opened here. */
  get isReconciled(): boolean {
    return this.#isReconciled;
  }

  get isReconciling(): boolean {
    return this.#reconciling !== null;
  }

  /** Reads what is requested of its bots, and sees to it. @returns when nothing more is to be looked at; never throws */
  reconcile(): Promise<void> {
    this.isArriving = false;
    this.#needsReconcile = true;
    this.#reconciling ??= this.#reconcileUntilDone();
    return this.#reconciling;
  }

  /** Stops them all, for a reason that nobody asked for. */
  stop(fault: BotFault): void {
    for (const runner of this.#runners.values()) runner.stop('automatic', { fault });
  }

  /** Lets go of them: what is in flight is finished, open orders stay open. */
  async release(): Promise<void> {
    this.#isReleased = true;
    await Promise.allSettled(this.runners.map((runner) => runner.close()));
    await this.#reconciling;
  }

  async #reconcileUntilDone(): Promise<void> {
    await Promise.resolve();
    while (this.#needsReconcile && !this.#isReleased) {
      this.#needsReconcile = false;
      try {
        this.#isReconciled = await this.#shared.semaphore.run(() => this.#reconcileBots());
      } catch (error) {
        this.#options.log.warn({ exchangeAccountId: this.claim.exchangeAccountId, err: error }, 'account.reconcile_failed');
      }
    }
    this.#reconciling = null;
  }

  /** @returns whether all of its bots could be followed */
  async #reconcileBots(): Promise<boolean> {
    let areAll = true;
    const { claim, loaded } = this;
    this.loaded = null;
    const bots = loaded?.bots ?? (await this.#options.db.forOrganization(claim.organizationId).bots.listOfAccount(claim.exchangeAccountId));
    const held = (await this.#readVirtualAccounts()).flatMap(({ holds }) => Object.keys(holds));
    await this.#closeDeleted(bots);
    for (const bot of bots) {
      if (this.#isReleased) break;
      try {
        const mayBeLeft = bot.isExchangeEnabled && !this.#failed.has(bot.id);
        const isLeft = mayBeLeft && held.some((clientOrderId) => isOrderOf(bot.botNumber, clientOrderId));
        await this.#reconcileBot(bot, { memory: loaded?.memories.get(bot.id) ?? null, isLeft });
      } catch (error) {
        if (await this.#couldRefuse(bot, error)) continue;
        areAll = false;
        this.#logOf(bot).error({ err: error }, 'bot.reconcile_failed');
      }
    }
    return areAll;
  }

  /** What is deleted wants nothing any more, and nothing of it is open. */
  async #closeDeleted(bots: readonly AnyBotRow[]): Promise<void> {
    const left = new Set(bots.map(({ id }) => id));
    for (const [botId, runner] of this.#runners) {
      if (left.has(botId)) continue;
      this.#runners.delete(botId);
      this.#virtualAccountOf.delete(botId);
      this.#shared.failures.delete(botId);
      await runner.close();
    }
  }

  /** @returns whether its exchange is refused, and its user has been told */
  async #couldRefuse(bot: AnyBotRow, error: unknown): Promise<boolean> {
    const reason = refusalOfExchange(error);
    if (reason === null) return false;
    const { clock } = this.#options;
    const log = this.#logOf(bot);
    try {
      await refuseBot(this.#journalOf(bot, null), bot, { reason, at: clock.now() });
    } catch (failure) {
      log.warn({ err: failure }, 'bot.refuse_failed');
      return false;
    }
    log.warn({ reason }, 'bot.refused');
    return true;
  }

  /** @param given - `isLeft`: its orders hold money of its virtual account, also when it has stopped */
  async #reconcileBot(bot: AnyBotRow, { memory, isLeft }: { readonly memory: BotMemory | null; readonly isLeft: boolean }): Promise<void> {
    const runner = this.#runners.get(bot.id);
    const isAsked = lifecycleOf(bot).next.length > 0;
    if (runner && (isDone(runner, isAsked) || !bot.isExchangeEnabled || hasOtherStrategy(runner, bot))) {
      this.#runners.delete(bot.id);
      await runner.close();
    }
    if (bot.phase.kind === 'stopped' && !isAsked && !isLeft) return;
    requireEnabled(bot.isExchangeEnabled);
    const running = this.#runners.get(bot.id) ?? (await this.#open(bot, memory));
    if (this.#isReleased) {
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
    if (running.state.strategy.isByHand === true) await this.#followHand(bot, running);
  }

  /** Has sent and cancelled what was asked for by hand. What shall be filled at once is not sent long after; nor anything after a stop. */
  async #followHand(bot: AnyBotRow, runner: BotRunner): Promise<void> {
    const { virtualAccounts } = this.#options.db.forOrganization(this.claim.organizationId);
    if (!bot.active && bot.requestedAt !== null) await virtualAccounts.withdrawUnsent(bot.id, bot.requestedAt);
    const { toSend, toCancel } = await virtualAccounts.listToDo(bot.id);
    const now = this.#options.clock.now().getTime();
    const [late, send] = partition(toSend, ({ isMarket, at }) => isMarket && now - at.getTime() > marketOrderWithinMs);
    for (const { clientOrderId } of late) await virtualAccounts.askCancel(clientOrderId);
    runner.followHand({ send: send.map(({ isMarket: isImmediate, ...order }) => ({ ...order, isImmediate })), cancel: toCancel });
  }

  /** Others may have changed them: each of their bots is told. */
  async #readVirtualAccounts(): Promise<readonly VirtualAccount[]> {
    const { organizationId, exchangeAccountId } = this.claim;
    if (organizationId !== platformOrganizationId) return [];
    const accounts = await this.#options.db.forOrganization(organizationId).virtualAccounts.list(exchangeAccountId);
    for (const account of accounts) this.#takeFunds(account);
    return accounts;
  }

  /** Tells the bots of a virtual account what there is, and stops them where nothing may go out of it. */
  #takeFunds(account: VirtualAccount): void {
    const state = ledgerStateOf(account);
    for (const [botId, runner] of this.#runners) {
      if (this.#virtualAccountOf.get(botId) !== account.id) continue;
      runner.takeFunds(fundsOf(account, { botNumber: runner.state.number }));
      const { strategy, phase } = runner.state;
      if (state === 'active' || strategy.isByHand === true || !isActive(phase)) continue;
      runner.stop('automatic', { fault: { code: faultOfState[state], facts: {} } });
    }
  }

  async #open(bot: AnyBotRow, loaded: BotMemory | null): Promise<BotRunner> {
    const { exchanges, clock, unknownOrderPolicy, metrics } = this.#options;
    const { organizationId, exchangeAccountId, exchangeId } = this.claim;
    const { connections, failures: failuresOf } = this.#shared;
    const { hub } = await exchanges.require(exchangeId);
    const log = logWith(this.#logOf(bot), { exchange: hub.exchange });
    const accountKey = accountKeyOf(organizationId, exchangeAccountId);
    const failures = failuresOf.get(bot.id) ?? new FailureCount();
    failuresOf.set(bot.id, failures);
    const runner = await BotRunner.open({
      journal: this.#journalOf(bot, loaded, (account) => this.#takeFunds(account)),
      hub,
      clock,
      log,
      metrics,
      failures,
      ...(unknownOrderPolicy && { unknownOrderPolicy }),
      leaseAccount: () => connections.lease(accountKey),
      openFreshAccount: () => connections.openFresh(accountKey),
      onEnd: (why) => {
        log.warn({ reason: why }, 'bot.ended');
        if (why === 'ownershipLost') this.#options.onOwnershipLost?.();
        else {
          this.#failed.add(bot.id);
          failuresOf.delete(bot.id);
        }
        if (this.#runners.get(bot.id) === runner) this.#runners.delete(bot.id);
        this.#isReconciled = false;
      },
    });
    this.#runners.set(bot.id, runner);
    if (bot.userId === null) this.#virtualAccountOf.set(bot.id, bot.subAccountId);
    log.info({ phase: runner.state.phase.kind, openOrders: bot.openOrderCount }, 'bot.opened');
    this.#options.onOpened?.({ organizationId, userId: bot.userId });
    return runner;
  }

  #logOf({ id: botId }: AnyBotRow): Log {
    const { organizationId, exchangeAccountId } = this.claim;
    return logWith(this.#options.log, { organizationId, exchangeAccountId, botId });
  }

  #journalOf(bot: AnyBotRow, loaded: BotMemory | null, onFunds?: (account: VirtualAccount) => void): DatabaseJournal {
    const { organizationId, exchangeAccountId, epoch } = this.claim;
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
      onStopped: () => this.#shared.onStopped(exchangeAccountId),
    });
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

/** What an account is known by among the connections. */
export const accountKeyOf = (organizationId: string, exchangeAccountId: string): string => `${organizationId}/${exchangeAccountId}`;
