import type { BotOrder } from '@tenbin/bots';
import type { Metrics } from '@tenbin/telemetry';
import type { Act } from '../decision/act.ts';
import { OrderSearch } from '../orders/order-search.ts';
import type { UnknownOrderPolicy } from '../orders/unknown-order-policy.ts';
import { AnswerBatcher } from './answer-batcher.ts';
import type { BotLink } from './bot-link.ts';
import type { BotTimers } from './bot-timers.ts';
import { type CallsOptions, ExchangeCalls } from './exchange-calls.ts';
import { RequoteTime } from './requote-time.ts';

interface PerformerOptions extends Omit<CallsOptions, 'lease'> {
  readonly link: BotLink;
  readonly timers: BotTimers;
  readonly isClosing: () => boolean;
  readonly tick: () => void;
  readonly metrics: Metrics;
  readonly unknownOrderPolicy: UnknownOrderPolicy;
}

/** Does what one bot decided, once that is stored. Every answer becomes an event; nothing throws. */
export class ActPerformer {
  readonly #options: PerformerOptions;
  /** By what it is called. */
  readonly #underWay = new Map<Promise<void>, string>();
  readonly #calls: ExchangeCalls;
  readonly #answers: AnswerBatcher;
  readonly #search: OrderSearch;
  readonly #requotes: RequoteTime;

  constructor(options: PerformerOptions) {
    this.#options = options;
    const { hub, journal, clock, metrics, bot, link, timers, isClosing, emit } = options;
    const labels = { exchange: hub.exchange };
    this.#requotes = new RequoteTime(clock, (seconds) => metrics.observe('fill_to_requote_seconds', labels, seconds));
    this.#answers = new AnswerBatcher(clock);
    this.#calls = new ExchangeCalls({
      ...options,
      lease: () => link.lease,
      emit: (event) => {
        if (event.type === 'snapshotTaken') this.#search.wake();
        emit(event);
      },
    });
    this.#search = new OrderSearch({
      ...options,
      bot,
      account: () => (isClosing() ? null : (link.lease?.account ?? null)),
      linkedOrders: (pair) => journal.linkedOrders(pair),
      wait: (ms) => timers.wait(ms),
      now: () => clock.now(),
    });
  }

  /** What has not ended yet, by name. */
  get underWay(): string[] {
    return [...this.#underWay.values(), ...this.#search.sought.map((id) => `search ${id}`)];
  }

  /** Whether anything is under way but searches, which nobody waits for. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Resolves when all that is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.keys());
  }

  /** Resolves when what was sent together is answered, or was waited for. */
  flushAnswers(): Promise<void> {
    return this.#answers.flush();
  }

  /** The exchange can be asked again for orders whose fate is unknown. */
  wakeSearches(): void {
    this.#search.wake();
  }

  /** From here to the next order is the time of a requote. */
  noteFill(): void {
    this.#requotes.noteFill();
  }

  perform(act: Act): void {
    const { link, timers, tick } = this.#options;
    switch (act.type) {
      case 'connect':
        this.underTake(act.type, link.connect());
        return;
      case 'disconnect':
        this.underTake(act.type, link.disconnect());
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
        this.underTake(act.type, this.#takeSnapshot());
        return;
      case 'checkWallet':
        this.underTake(act.type, this.#calls.checkWallet(act.askedAt));
        return;
      case 'fetchFills':
        this.underTake(act.type, this.#calls.fetchFills(act.order, act));
        return;
      case 'checkKey':
        this.underTake(act.type, this.#calls.checkKey());
        return;
      case 'tickAt':
        timers.tickAt(act.at, tick);
        return;
      case 'askAt':
        timers.askAt(act.at, tick);
        return;
      default:
        act satisfies never;
    }
  }

  /** Whoever closes the bot waits for it. */
  underTake(name: string, work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'bot.act_failed');
      })
      .finally(() => this.#underWay.delete(guarded));
    this.#underWay.set(guarded, name);
  }

  #send(name: string, call: Promise<void>): void {
    this.#answers.expect(call);
    this.underTake(name, call);
  }

  async #takeSnapshot(): Promise<void> {
    for (const order of await this.#calls.takeSnapshot()) this.#find(order, true);
  }

  #find(order: BotOrder, afterCancel: boolean): void {
    this.#search.run(order, { afterCancel }).catch((error: unknown) => {
      this.#options.log.error({ clientOrderId: order.clientOrderId, err: error }, 'order.search_failed');
    });
  }
}
