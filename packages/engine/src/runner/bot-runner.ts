import { type AskedBy, type BotFault, type BotStep, slotOf } from '@tenbin/bots';
import type { ExchangeAccount, PrivateEvent } from '@tenbin/exchange';
import { newReference } from '@tenbin/runtime';
import { type Log, type Metrics, noMetrics } from '@tenbin/telemetry';
import type { AccountLease } from '../account/account-registry.ts';
import { withFunds } from '../account/take-funds.ts';
import type { AskedOrder, BotEvent, WithheldOrder } from '../decision/bot-event.ts';
import { type BotState, type Funds, type View, wake } from '../decision/bot-state.ts';
import { decideAll } from '../decision/decide.ts';
import type { Decision } from '../decision/decision-builder.ts';
import { defaultKeyPolicy } from '../decision/key-refusal.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';
import { marketOfBot } from '../market/market-of-bot.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { defaultUnknownOrderPolicy, pause, type UnknownOrderPolicy } from '../orders/unknown-order-policy.ts';
import type { Clock } from '../runtime/clock.ts';
import { questionTimeoutMs, withTimeout } from '../runtime/with-timeout.ts';
import { ActPerformer } from './act-performer.ts';
import { BotLink } from './bot-link.ts';
import { BotTimers } from './bot-timers.ts';
import { type BotDiagnostics, diagnosticsOf } from './diagnostics.ts';
import { FailureCount } from './failure-count.ts';
import { giveUp } from './give-up.ts';
import { type Journal, JournalDisagrees, JournalRefuses, JournalWithholds, OwnershipLost } from './journal.ts';
import { Mailbox } from './mailbox.ts';
import { reportStep } from './report-step.ts';

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
  /** Of whoever ran the bot before in this process; absent: it has not failed yet. */
  readonly failures?: FailureCount;
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

/**
 * Runs one bot: takes what is in its mailbox, lets `decide` say what follows, stores that, and only then sends it. Answers come back as events. A fault of ours makes it load what is stored and go on from there.
 */
export class BotRunner {
  readonly #options: RunnerOptions;
  readonly #mailbox: Mailbox<BotEvent>;
  readonly #link: BotLink;
  readonly #performer: ActPerformer;
  readonly #timers: BotTimers;
  readonly #metrics: Metrics;
  #state: BotState;
  readonly #arriving = Promise.withResolvers<void>();
  #isClosing = false;
  #reconciledAt: Date;
  readonly #failures: FailureCount;

  private constructor(options: RunnerOptions, state: BotState) {
    this.#options = options;
    this.#state = state;
    this.#reconciledAt = options.clock.now();
    this.#timers = new BotTimers(options.clock);
    this.#metrics = options.metrics ?? noMetrics;
    this.#failures = options.failures ?? new FailureCount();
    this.#mailbox = new Mailbox(
      (events) => this.#take(events),
      (error, events) => this.#recover(error, events),
      () => this.#performer.flushAnswers(),
    );
    this.#link = new BotLink({
      ...options,
      bot: () => this.#state,
      isClosing: () => this.#isClosing,
      emit: (event) => this.#mailbox.post(event),
      onPrivateEvent: (event) => this.#onPrivateEvent(event),
    });
    this.#performer = new ActPerformer({
      ...options,
      bot: () => this.#state,
      link: this.#link,
      timers: this.#timers,
      isClosing: () => this.#isClosing,
      emit: (event) => this.#mailbox.post(event),
      tick: () => this.tick(),
      metrics: this.#metrics,
      unknownOrderPolicy: options.unknownOrderPolicy ?? defaultUnknownOrderPolicy,
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
      underWay: this.#performer.underWay,
      waiting: this.#mailbox.waiting,
      failures: this.#failures.count,
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

  /** @param asked - `fault`: why, where nobody asked for it; `askedAt`: when somebody did, if not just now */
  stop(by: AskedBy, { fault = null, askedAt = null }: { readonly fault?: BotFault | null; readonly askedAt?: Date | null } = {}): void {
    this.#mailbox.post({ type: 'stopAsked', by, fault, askedAt });
  }

  /** Its owner does not wait for the confirmation any longer. */
  forceStop(by: string): void {
    this.#mailbox.post({ type: 'stopForced', by });
  }

  /** Its virtual account was changed by somebody else. */
  takeFunds(funds: Funds): void {
    this.#mailbox.post({ type: 'fundsSeen', funds });
  }

  /** What is asked for by hand; what is known already is passed over. */
  followHand(asked: { readonly send: readonly AskedOrder[]; readonly cancel: readonly string[] }): void {
    if (asked.send.length + asked.cancel.length > 0) this.#mailbox.post({ type: 'askedByHand', ...asked });
  }

  /** Time passed. Called by one timer for all bots. */
  tick(): void {
    this.#mailbox.post({ type: 'ticked' });
  }

  /** Resolves when nothing is waiting and nothing is under way. */
  async idle(): Promise<void> {
    do {
      await this.#mailbox.idle();
      await this.#performer.settled();
      await this.#mailbox.idle();
    } while (this.#performer.isBusy);
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
    const { rules, closed, haltedUntil } = hub;
    const view: View = {
      now: clock.now(),
      ...marketOfBot(hub, state),
      rules,
      closed,
      haltedUntil,
      createsInFlight: this.#link.createsElsewhere,
      restMs: this.#link.restMs,
      checkEveryMs,
      refusalPolicy: this.#options.unknownOrderPolicy?.refusals ?? defaultRefusalPolicy,
      keyPolicy: this.#options.unknownOrderPolicy?.key ?? defaultKeyPolicy,
    };
    const decision = await this.#decide(state, events, view);
    this.#state = decision.state;
    this.#metrics.count('bot_events_total', {}, events.length);
    if (events.some(({ type }) => type === 'walletSeen' || type === 'snapshotTaken')) this.#reconciledAt = clock.now();
    this.#link.prices.decided({ isTaken: events.some(({ type }) => type === 'pricesMoved') });
    const { link, hold, phase } = decision.state;
    if (link === 'synced' || link === 'waiting' || hold !== null || phase.kind === 'stopped') this.#arriving.resolve();
    if (!isLate) for (const act of decision.acts) this.#performer.perform(act);
  }

  /** Decides and stores. What its virtual account may not send is left out, and everything decided anew. */
  async #decide(state: BotState, events: readonly BotEvent[], view: View): Promise<Decision> {
    const withheld: WithheldOrder[] = [];
    for (;;) {
      const all: readonly BotEvent[] = withheld.length === 0 ? events : [{ type: 'sendWithheld', orders: withheld }, ...events];
      const decision = decideAll(state, all, view);
      this.#link.announce(decision.state.orders);
      if (decision.step === null) return decision;
      try {
        const funds = await this.#store(decision.step, all);
        return { ...decision, state: withFunds(decision.state, funds) };
      } catch (error) {
        const more = error instanceof JournalWithholds ? withheldOf(decision.step, error, withheld) : [];
        if (more.length === 0) throw error;
        withheld.push(...more);
      }
    }
  }

  /** Nothing is sent before it is stored: until the database takes it, the bot waits; what it never takes is not repeated. */
  async #record(step: BotStep): Promise<Funds | null> {
    const { journal, clock, log } = this.#options;
    for (;;) {
      try {
        return await journal.record(step);
      } catch (error) {
        if (isLasting(error) || this.#isClosing) throw error;
        log.warn({ err: error }, 'journal.write_failed');
        await pause(clock, journalPauseMs);
      }
    }
  }

  /** @param events - what was decided upon */
  async #store(step: BotStep, events: readonly BotEvent[]): Promise<Funds | null> {
    const { hub, log } = this.#options;
    const funds = await this.#record(step);
    reportStep(step, this.#state, { events, exchange: hub.exchange, log, metrics: this.#metrics });
    return funds;
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
    this.#failures.add(clock.now());
    const { count, isTooMany } = this.#failures;
    const reference = newReference(clock);
    log.error({ reference, events: events.map(({ type }) => type), failures: count, err: error }, 'bot.failed');
    // What comes meanwhile is decided by what is stored, not by what turned out to be wrong.
    this.#mailbox.hold();
    this.#reloadAfter(Math.min(1_000 * 2 ** count, maxReloadPauseMs), isTooMany ? () => this.#giveUp(reference) : () => this.#goOn());
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
    this.#timers.after(pauseMs, () => this.#performer.underTake('reload', reload()));
  }

  async #reload(): Promise<void> {
    const { journal, clock, log } = this.#options;
    void this.#link.disconnect().catch((error: unknown) => log.warn({ err: error }, 'account.disconnect_failed'));
    this.#state = wake(await withTimeout(questionTimeoutMs, clock, journal.load()));
  }

  #goOn(): void {
    this.#mailbox.release({ type: 'resumed' });
  }

  async #giveUp(reference: string): Promise<void> {
    const record = async (step: BotStep) => void (await this.#store(step, []));
    this.#state = await giveUp(this.#state, { ...this.#options, reference, record });
    this.#options.onEnd?.('failed');
    void this.#leave();
  }

  #onPrivateEvent(event: PrivateEvent): void {
    if (event.type === 'fill') this.#performer.noteFill();
    if (event.type === 'connected') this.#performer.wakeSearches();
    if (event.type === 'disconnected') this.#options.log.warn({ err: event.error }, 'stream.disconnected');
    this.#mailbox.post(botEventOf(event));
  }
}

/** What a bot takes of its account's stream. */
function botEventOf(event: PrivateEvent): BotEvent {
  switch (event.type) {
    case 'order':
      return { type: 'orderReported', order: event.order, afterCancel: false };
    case 'fill':
      return { type: 'fillReported', fill: event.fill };
    case 'connected':
      return { type: 'streamConnected' };
    case 'waiting':
      return { type: 'streamWaits', until: event.until };
    case 'disconnected':
      return { type: 'streamBroke' };
    default:
      return event satisfies never;
  }
}

/** Trying the same again would not help. */
const isLasting = (error: unknown): boolean =>
  error instanceof OwnershipLost ||
  error instanceof JournalDisagrees ||
  error instanceof JournalRefuses ||
  error instanceof JournalWithholds;

/** Of a step, what may not be sent and was not known to be; empty where that would change nothing. */
function withheldOf({ orders = [] }: BotStep, { orders: codes }: JournalWithholds, known: readonly WithheldOrder[]): WithheldOrder[] {
  return orders.flatMap((order) => {
    const because = codes.get(order.clientOrderId);
    const isKnown = known.some((one) => one.order.clientOrderId === order.clientOrderId && slotOf(one.order) === slotOf(order));
    return because === undefined || isKnown ? [] : [{ order, because }];
  });
}
