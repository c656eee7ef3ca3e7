import type { AskedBy, BotFault, BotOrder, BotStep } from '@tenbin/bots';
import type { ExchangeAccount, PrivateEvent } from '@tenbin/exchange';
import { type Log, type Metrics, noMetrics } from '@tenbin/telemetry';
import type { AccountLease } from '../account/account-registry.ts';
import type { Act } from '../decision/act.ts';
import type { BotEvent } from '../decision/bot-event.ts';
import { type BotState, wake } from '../decision/bot-state.ts';
import { decideAll } from '../decision/decide.ts';
import { defaultKeyPolicy } from '../decision/doubt-key.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';
import { OrderSearch } from '../orders/order-search.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { defaultUnknownOrderPolicy, pause, type UnknownOrderPolicy } from '../orders/unknown-order-policy.ts';
import type { Clock } from '../runtime/clock.ts';
import { questionTimeoutMs, withTimeout } from '../runtime/with-timeout.ts';
import { AnswerBatcher } from './answer-batcher.ts';
import { BotLink } from './bot-link.ts';
import { BotTimers } from './bot-timers.ts';
import { type BotDiagnostics, diagnosticsOf } from './diagnostics.ts';
import { ExchangeCalls } from './exchange-calls.ts';
import { giveUp } from './give-up.ts';
import { type Journal, JournalDisagrees, JournalRefuses, OwnershipLost } from './journal.ts';
import { Mailbox } from './mailbox.ts';
import { reportStep } from './report-step.ts';
import { RequoteTime } from './requote-time.ts';

export interface RunnerOptions {
  readonly journal: Journal;
  readonly hub: MarketDataHub;
  /** The bot's share in its exchange account. @throws {ExchangeError} */
  readonly leaseAccount: () => Promise<AccountLease>;
  /** A connection of its own with the same key. @throws {ExchangeError} */
  readonly openFreshAccount: () => Promise<ExchangeAccount>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly unknownOrderPolicy?: UnknownOrderPolicy;
  /** The runner has ended by itself: another worker owns the bot, or it failed again and again. */
  readonly onEnd?: (why: 'ownershipLost' | 'failed') => void;
}

const journalPauseMs = 1_000;
const finishTimeoutMs = 2_000;
/** Whoever closes it does not wait longer for what is in flight. */
const leaveTimeoutMs = 15_000;
const maxReloadPauseMs = 30_000;
const minCheckMs = 30_000;
/**
 * A look at a wallet costs 20 of the 6,000 weight that Binance grants an address a minute. Reads may use half of that, and
 * looks a third of it all: what is left is for what has to be read besides.
 */
const checkShareMs = 600;
/** So many failures of ours in a row, and the bot is given up. */
const maxFailures = 5;
const forgivenMs = 10 * 60_000;

/**
 * Runs one bot: takes what is in its mailbox, lets `decide` say what follows, stores that, and only then sends it. Answers come back as events. A fault of ours makes it load what is stored and go on from there.
 */
export class BotRunner {
  readonly #options: RunnerOptions;
  readonly #mailbox: Mailbox<BotEvent>;
  /** By what it is called. */
  readonly #underWay = new Map<Promise<void>, string>();
  readonly #link: BotLink;
  readonly #calls: ExchangeCalls;
  readonly #answers: AnswerBatcher;
  readonly #search: OrderSearch;
  readonly #timers: BotTimers;
  readonly #metrics: Metrics;
  readonly #requotes: RequoteTime;
  #state: BotState;
  readonly #arriving = Promise.withResolvers<void>();
  #isClosing = false;
  #reconciledAt: Date;
  #failures = 0;
  #failedAt = 0;

  private constructor(options: RunnerOptions, state: BotState) {
    this.#options = options;
    this.#state = state;
    this.#reconciledAt = options.clock.now();
    this.#timers = new BotTimers(options.clock);
    this.#metrics = options.metrics ?? noMetrics;
    const labels = { exchange: options.hub.exchange };
    this.#requotes = new RequoteTime(options.clock, (seconds) => this.#metrics.observe('fill_to_requote_seconds', labels, seconds));
    this.#answers = new AnswerBatcher(options.clock);
    this.#mailbox = new Mailbox(
      (events) => this.#take(events),
      (error, events) => this.#recover(error, events),
      () => this.#answers.flush(),
    );
    this.#link = new BotLink({
      ...options,
      bot: () => this.#state,
      isClosing: () => this.#isClosing,
      tell: (told) => this.#mailbox.post(told),
      onPrivateEvent: (event) => this.#hear(event),
    });
    this.#calls = new ExchangeCalls({
      ...options,
      bot: () => this.#state,
      lease: () => this.#link.lease,
      tell: (told) => {
        if (told.type === 'snapshotTaken') this.#search.wake();
        this.#mailbox.post(told);
      },
    });
    this.#search = new OrderSearch({
      bot: () => this.#state,
      account: () => (this.#isClosing ? null : (this.#link.lease?.account ?? null)),
      linkedOrders: (pair) => options.journal.linkedOrders(pair),
      tell: (told) => this.#mailbox.post(told),
      wait: (ms) => this.#timers.wait(ms),
      now: () => options.clock.now(),
      unknownOrderPolicy: options.unknownOrderPolicy ?? defaultUnknownOrderPolicy,
      log: options.log,
    });
  }

  /** Loads the bot; one that was running goes on running. */
  static async open(options: RunnerOptions): Promise<BotRunner> {
    const runner = new BotRunner(options, wake(await options.journal.load()));
    runner.#mailbox.post({ type: 'resumed' });
    return runner;
  }

  get state(): BotState {
    return this.#state;
  }

  /** When it was last compared with its exchange, or taken up. */
  get reconciledAt(): Date {
    return this.#reconciledAt;
  }

  /** Events that wait for their turn. */
  get waiting(): number {
    return this.#mailbox.waiting;
  }

  get diagnostics(): BotDiagnostics {
    return diagnosticsOf(this.#state, {
      isConnected: this.#link.lease !== null,
      isClosing: this.#isClosing,
      underWay: [...this.#underWay.values(), ...this.#search.sought.map((id) => `search ${id}`)],
      waiting: this.#mailbox.waiting,
      failures: this.#failures,
    });
  }

  /** Resolves when it sees its exchange for the first time, or cannot for now. */
  get arrived(): Promise<void> {
    return this.#arriving.promise;
  }

  start(by: AskedBy): void {
    this.#mailbox.post({ type: 'startAsked', by });
  }

  /** Makes the wallet of a stopped bot even. */
  rebalance(rebalanceId: string, by: AskedBy): void {
    this.#mailbox.post({ type: 'rebalanceAsked', rebalanceId, by });
  }

  /** @param fault - why, where nobody asked for it */
  stop(by: AskedBy, fault: BotFault | null = null): void {
    this.#mailbox.post({ type: 'stopAsked', by, fault });
  }

  /** Its owner does not wait for the confirmation any longer. */
  forceStop(by: string): void {
    this.#mailbox.post({ type: 'stopForced', by });
  }

  /** Time passed. Called by one timer for all bots. */
  tick(): void {
    this.#mailbox.post({ type: 'ticked' });
  }

  /** Resolves when nothing is waiting and nothing is under way. */
  async idle(): Promise<void> {
    do {
      await this.#mailbox.idle();
      await Promise.all(this.#underWay.keys());
      await this.#mailbox.idle();
    } while (this.#underWay.size > 0);
  }

  /** Finishes what is in flight and goes; orders stay open, and the bot goes on when it is opened again. */
  async close(): Promise<void> {
    // An order that is being replaced is replaced, so that as many as possible stay while nobody is here.
    await Promise.race([this.idle(), pause(this.#options.clock, finishTimeoutMs)]);
    await this.#leave();
  }

  /** Takes in the answers to what was sent, and does nothing more. */
  async #leave(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#arriving.resolve();
    this.#timers.stop();
    await this.#atMost(
      leaveTimeoutMs,
      this.idle().then(() => this.#mailbox.close()),
    );
    await this.#atMost(leaveTimeoutMs, this.#link.disconnect());
  }

  /** Whatever it waits for, whoever closes it goes on. */
  async #atMost(ms: number, work: Promise<void>): Promise<void> {
    const { clock, log } = this.#options;
    await withTimeout(ms, clock, work).catch((error: unknown) => {
      log.warn({ unfinished: this.diagnostics.underWay, err: error }, 'bot.close_timed_out');
    });
  }

  async #take(events: readonly BotEvent[]): Promise<void> {
    // Answers to what was sent are still taken in while closing; nothing new follows from them. What was decided before
    // is stored, so it is sent.
    const isLate = this.#isClosing;
    const state: BotState = isLate ? { ...this.#state, link: 'none' } : this.#state;
    const { hub, clock } = this.#options;
    const checkEveryMs = Math.max(minCheckMs, hub.botCount * checkShareMs);
    const { prices, rules, closed, haltedUntil } = hub;
    const decision = decideAll(state, events, {
      now: clock.now(),
      prices,
      rules,
      closed,
      haltedUntil,
      createsInFlight: this.#link.createsElsewhere,
      checkEveryMs,
      refusalPolicy: this.#options.unknownOrderPolicy?.refusals ?? defaultRefusalPolicy,
      keyPolicy: this.#options.unknownOrderPolicy?.key ?? defaultKeyPolicy,
    });
    this.#link.announce(decision.state.orders);
    if (decision.step !== null) await this.#store(decision.step, events);
    this.#state = decision.state;
    if (events.some(({ type }) => type === 'walletSeen' || type === 'snapshotTaken')) this.#reconciledAt = clock.now();
    this.#link.prices.decided({ isTaken: events.some(({ type }) => type === 'pricesMoved') });
    const { link, hold, phase } = decision.state;
    if (link === 'synced' || link === 'waiting' || hold !== null || phase.kind === 'stopped') this.#arriving.resolve();
    if (!isLate) for (const act of decision.acts) this.#perform(act);
  }

  /** Nothing is sent before it is stored: until the database takes it, the bot waits; what it never takes is not repeated. */
  async #record(step: BotStep): Promise<void> {
    const { journal, clock, log } = this.#options;
    for (;;) {
      try {
        await journal.record(step);
        return;
      } catch (error) {
        if (isLasting(error) || this.#isClosing) throw error;
        log.warn({ err: error }, 'journal.write_failed');
        await pause(clock, journalPauseMs);
      }
    }
  }

  /** @param events - what was decided upon */
  async #store(step: BotStep, events: readonly BotEvent[]): Promise<void> {
    const { hub, log } = this.#options;
    await this.#record(step);
    reportStep(step, this.#state, { events, exchange: hub.exchange, log, metrics: this.#metrics });
  }

  #recover(error: unknown, events: readonly BotEvent[]): void {
    const { log, onEnd, clock } = this.#options;
    if (this.#isClosing) return;
    if (error instanceof OwnershipLost) {
      log.warn({}, 'bot.ownership_lost');
      void this.#leave();
      onEnd?.('ownershipLost');
      return;
    }
    const at = clock.now().getTime();
    if (at - this.#failedAt > forgivenMs) this.#failures = 0;
    this.#failedAt = at;
    this.#failures += 1;
    log.error({ events: events.map(({ type }) => type), failures: this.#failures, err: error }, 'bot.failed');
    // What comes meanwhile is decided by what is stored, not by what turned out to be wrong.
    this.#mailbox.hold();
    this.#reloadAfter(1_000 * 2 ** this.#failures, this.#failures >= maxFailures ? () => this.#giveUp(error) : () => this.#goOn());
  }

  /** Loads what is stored and goes on from there; as long as the database is away, it tries again, ever more rarely. */
  #reloadAfter(pauseMs: number, goOn: () => Promise<void> | void): void {
    const reload = async () => {
      try {
        await this.#reload();
        await goOn();
      } catch (error) {
        if (error instanceof OwnershipLost || this.#isClosing) {
          this.#recover(error, []);
          return;
        }
        this.#options.log.warn({ err: error }, 'bot.reload_failed');
        this.#reloadAfter(Math.min(2 * pauseMs, maxReloadPauseMs), goOn);
      }
    };
    this.#timers.after(pauseMs, () => this.#underTake('reload', reload()));
  }

  async #reload(): Promise<void> {
    const { journal, clock, log } = this.#options;
    void this.#link.disconnect().catch((error: unknown) => log.warn({ err: error }, 'account.disconnect_failed'));
    this.#state = wake(await withTimeout(questionTimeoutMs, clock, journal.load()));
  }

  #goOn(): void {
    this.#mailbox.release({ type: 'resumed' });
  }

  async #giveUp(error: unknown): Promise<void> {
    this.#state = await giveUp(this.#state, error, { ...this.#options, record: (step) => this.#store(step, []) });
    this.#options.onEnd?.('failed');
    void this.#leave();
  }

  #perform(act: Act): void {
    switch (act.type) {
      case 'connect':
        this.#underTake(act.type, this.#link.connect());
        return;
      case 'disconnect':
        this.#underTake(act.type, this.#link.disconnect());
        return;
      case 'place':
        this.#send(act.type, this.#requotes.measure(this.#calls.place(act.order)));
        return;
      case 'cancel':
        this.#send(act.type, this.#calls.cancel(act.order));
        return;
      case 'search':
        // It lasts; closing does not wait for it, since whoever opens the bot again searches anew.
        this.#find(act.order, act.afterCancel);
        return;
      case 'takeSnapshot':
        this.#underTake(act.type, this.#takeSnapshot());
        return;
      case 'checkWallet':
        this.#underTake(act.type, this.#calls.checkWallet(act.askedAt));
        return;
      case 'fetchFills':
        this.#underTake(act.type, this.#calls.fetchFills(act.order, act));
        return;
      case 'checkKey':
        this.#underTake(act.type, this.#calls.checkKey());
        return;
      case 'tickAt':
        this.#timers.tickAt(act.at, () => this.tick());
        return;
      case 'askAt':
        this.#timers.askAt(act.at, () => this.tick());
        return;
      default:
        act satisfies never;
    }
  }

  #hear(event: PrivateEvent): void {
    switch (event.type) {
      case 'order':
        this.#mailbox.post({ type: 'orderReported', order: event.order, afterCancel: false });
        return;
      case 'fill':
        this.#requotes.noteFill();
        this.#mailbox.post({ type: 'fillReported', fill: event.fill });
        return;
      case 'connected':
        this.#search.wake();
        this.#mailbox.post({ type: 'streamConnected' });
        return;
      case 'waiting':
        this.#mailbox.post({ type: 'streamWaits', until: event.until });
        return;
      case 'disconnected':
        this.#options.log.warn({ err: event.error }, 'stream.disconnected');
        this.#mailbox.post({ type: 'streamBroke' });
        return;
      default:
        event satisfies never;
    }
  }

  async #takeSnapshot(): Promise<void> {
    for (const order of await this.#calls.takeSnapshot()) this.#find(order, true);
  }

  #find(order: BotOrder, afterCancel: boolean): void {
    this.#search.run(order, { afterCancel }).catch((error: unknown) => {
      this.#options.log.error({ clientOrderId: order.clientOrderId, err: error }, 'order.search_failed');
    });
  }

  #send(name: string, call: Promise<void>): void {
    this.#answers.expect(call);
    this.#underTake(name, call);
  }

  #underTake(name: string, work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'bot.act_failed');
      })
      .finally(() => this.#underWay.delete(guarded));
    this.#underWay.set(guarded, name);
  }
}

/** Trying the same again would not help. */
const isLasting = (error: unknown): boolean =>
  error instanceof OwnershipLost || error instanceof JournalDisagrees || error instanceof JournalRefuses;
