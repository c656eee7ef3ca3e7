import {
  type Adjustment,
  type BookedFill,
  type BotError,
  type BotFault,
  type BotOrder,
  type BotPhase,
  type BotStep,
  type ContractRecord,
  type DuringStop,
  hasEnded,
  hasShare,
  isSettled,
  joinedProgress,
  type Ledger,
  type Reason,
  type RebalanceProgress,
  rememberedOrders,
  type TimelineEntry,
  type TimelineFacts,
  type TimelineKind,
} from '@tenbin/bots';
import { isPositive, type PairName, subtract } from '@tenbin/market';
import type { DayEntry } from '@tenbin/strategy';
import { type MoneyUnits, moneyUnitsOf } from '../account/money-units.ts';
import { restInBook } from '../market/market-of-bot.ts';
import { questionTimeoutMs } from '../runtime/with-timeout.ts';
import type { Act } from './act.ts';
import type { BotState, Hold, View } from './bot-state.ts';
import { foldEntry } from './timeline.ts';

const rememberedTrades = 2_000;
const maxPauseMs = 60_000;
/** No book is as old as that and still known. */
const forgetLeftMs = 30_000;
/** Each bot has its own time, so that they do not all ask at once. */
const maxSpreadMs = 30_000;

/** What comes out of one decision. */
export interface Decision {
  readonly state: BotState;
  /** What is to be stored before anything is sent; null: nothing. */
  readonly step: BotStep | null;
  readonly acts: readonly Act[];
}

/**
 * One decision while it is being made: the state so far, and what is to be stored and done. It lives inside `decide`
 * only; from outside a decision is a plain function of plain values.
 */
export class DecisionBuilder {
  readonly view: View;
  /** Orders asked for by hand that may not be sent now, by client order id. */
  readonly withheld = new Set<string>();
  #state: BotState;
  readonly #fills: BookedFill[] = [];
  readonly #records: ContractRecord[] = [];
  readonly #days: DayEntry[] = [];
  readonly #adjustments: Adjustment[] = [];
  readonly #messages: BotError[] = [];
  readonly #timeline: TimelineEntry[] = [];
  readonly #acts: Act[] = [];
  readonly #changedOrders = new Set<string>();
  readonly #changed = { ledger: false, cursors: false, phase: false, warnings: false, recovered: false };
  #rebalance: RebalanceProgress | undefined;

  constructor(state: BotState, view: View) {
    this.#state = state;
    this.view = view;
  }

  get state(): BotState {
    return this.#state;
  }

  /** The ledger of a bot that has started. */
  get ledger(): Ledger {
    if (!this.#state.ledger) throw new Error(`bot ${this.#state.id} has orders and no ledger`);
    return this.#state.ledger;
  }

  /** The smallest money of each of the bot's currencies at its exchange. */
  get moneyUnits(): MoneyUnits {
    return moneyUnitsOf(this.#state.strategy.pairs, this.view.rules);
  }

  /** Whether a question is so old that its answer will not come. */
  isOverdue(askedAt: Date): boolean {
    return this.view.now.getTime() - askedAt.getTime() > questionTimeoutMs;
  }

  /** Whether nothing may be sent at present. */
  get isHeld(): boolean {
    return this.#state.hold !== null && this.#state.hold.until > this.view.now;
  }

  /** What this bot waits longer than others. */
  get spreadMs(): number {
    return this.#state.number % maxSpreadMs;
  }

  change(part: Partial<BotState>): void {
    this.#state = { ...this.#state, ...part };
  }

  act(act: Act): void {
    this.#acts.push(act);
  }

  writeFill(fill: BookedFill): void {
    this.#fills.push(fill);
  }

  writeRecord(record: ContractRecord): void {
    this.#records.push(record);
  }

  writeDay(day: DayEntry): void {
    this.#days.push(day);
  }

  writeRebalance(progress: RebalanceProgress): void {
    this.#rebalance = joinedProgress(this.#rebalance, progress);
  }

  /** Everything since `recoverSince` was asked for. */
  endRecovery(): void {
    this.change({ recoverSince: null });
    this.#changed.recovered = true;
  }

  /** Adds the order, or takes the place of its earlier state. */
  setOrder(order: BotOrder): void {
    if (this.#state.strategy.quoting.byBook === true) this.#noteLeftBook(order);
    const others = this.#state.orders.filter((other) => other.clientOrderId !== order.clientOrderId);
    this.change({ orders: [...others, order].sort((a, b) => a.sequence - b.sequence), changes: this.#state.changes + 1 });
    this.#changedOrders.add(order.clientOrderId);
  }

  #noteLeftBook(order: BotOrder): void {
    const { now } = this.view;
    const before = this.#state.orders.find((other) => other.clientOrderId === order.clientOrderId);
    const gone = subtract(before ? restInBook(before) : '0', restInBook(order));
    if (!isPositive(gone)) return;
    const { pair, side, price } = order;
    const lately = this.#state.leftBook.filter(({ at }) => now.getTime() - at.getTime() < forgetLeftMs);
    this.change({ leftBook: [...lately, { pair, side, price, remaining: gone, at: now }] });
  }

  setLedger(ledger: Ledger): void {
    this.change({ ledger });
    this.#changed.ledger = true;
  }

  /** Names what changes the balances besides trades; the change itself is the ledger's. */
  adjust(adjustment: Adjustment): void {
    this.#adjustments.push(adjustment);
  }

  setPhase(phase: BotPhase, duringStop: DuringStop = this.#state.duringStop): void {
    this.change({ phase, duringStop });
    this.#changed.phase = true;
  }

  setCursor(pair: PairName, tradeId: string): void {
    if (this.#state.cursors[pair] === tradeId) return;
    this.change({ cursors: { ...this.#state.cursors, [pair]: tradeId } });
    this.#changed.cursors = true;
  }

  /** Tells the user why it does not run (any more). */
  fault(fault: BotFault): void {
    this.#messages.push({ ...fault, at: this.view.now });
  }

  /** Warnings are stored when what they are about changes, not with every new number in them. */
  warn(warnings: readonly Reason[]): void {
    const about = (reasons: readonly Reason[]) =>
      reasons.map(({ code, facts: { pair, side, level } }) => `${code} ${pair} ${side} ${level}`).join();
    const isNews = about(warnings) !== about(this.#state.warnings);
    this.change({ warnings });
    if (isNews) this.#changed.warnings = true;
  }

  /** @param options - `about`: one reason at a time stands about it, see `foldEntry` */
  note<K extends TimelineKind>(kind: K, facts: TimelineFacts[K], { about = null }: { readonly about?: string | null } = {}): void {
    const entry = { kind, at: this.view.now, facts } as TimelineEntry;
    const { last, isWritten } = foldEntry(this.#state.lastWritten, entry, about);
    this.change({ lastWritten: last });
    if (isWritten) this.#timeline.push(entry);
  }

  /** What is said next about it is written, even if it is the same again. */
  forgetNote(about: string): void {
    const lastWritten = new Map(this.#state.lastWritten);
    if (lastWritten.delete(about)) this.change({ lastWritten });
  }

  /** Asks for a snapshot, unless one is on its way. */
  takeSnapshot(): void {
    const { snapshot } = this.#state;
    if (snapshot?.isUnderWay && !this.isOverdue(snapshot.askedAt)) return;
    const askedAt = this.view.now;
    this.change({ snapshot: { askedAt, changes: this.#state.changes, isUnderWay: true } });
    this.act({ type: 'takeSnapshot' });
  }

  /** Looks that long from now whether anything was missed. */
  checkAgainIn(ms: number): void {
    this.change({ checkAt: new Date(this.view.now.getTime() + ms) });
  }

  /** Sends nothing for a while: as long as the exchange said, or longer from failure to failure. */
  hold(because: Reason, retryAfterMs: number | undefined): void {
    const hold = nextHold(this.#state.hold, because, { now: this.view.now, retryAfterMs });
    this.change({ hold });
    this.act({ type: 'tickAt', at: hold.until });
    if (because.code === 'rateLimited') this.noteRateLimit(hold.until);
    else this.note('exchangeUnreachable', { reason: because.code });
  }

  noteRateLimit(until: Date): void {
    const retryAfterMs = until.getTime() - this.view.now.getTime();
    this.note('rateLimited', { retryAfterMs, until: until.toISOString() });
  }

  rememberTrade(key: string): void {
    const seen = new Set(this.#state.seenTrades).add(key);
    for (const oldest of seen.values().take(Math.max(0, seen.size - rememberedTrades))) seen.delete(oldest);
    this.change({ seenTrades: seen });
  }

  end(): Decision {
    const { orders, ledger, cursors, phase, duringStop, warnings } = this.#state;
    const changed = this.#changed;
    const step: { -readonly [Part in keyof BotStep]: BotStep[Part] } = {};
    if (this.#changedOrders.size > 0) step.orders = orders.filter((order) => this.#changedOrders.has(order.clientOrderId));
    if (this.#fills.length > 0) step.fills = this.#fills;
    if (this.#records.length > 0) step.records = this.#records;
    if (this.#days.length > 0) step.days = this.#days;
    if (changed.ledger || (changed.phase && ledger !== null && hasShare(phase))) step.ledger = this.ledger;
    if (this.#adjustments.length > 0) step.adjustments = this.#adjustments;
    if (changed.recovered) step.recovered = true;
    if (changed.cursors) step.cursors = cursors;
    if (changed.phase) Object.assign(step, { phase, duringStop });
    if (this.#rebalance) step.rebalance = this.#rebalance;
    if (changed.warnings) step.warnings = warnings;
    if (this.#messages.length > 0) Object.assign(step, { messages: this.#messages, active: false });
    if (this.#timeline.length > 0) step.timeline = this.#timeline;
    const settled = this.#changedOrders.size === 0 ? [] : this.#forgettable();
    this.#forget(settled.slice(0, Math.max(0, settled.length - rememberedOrders)));
    return { state: this.#state, step: Object.keys(step).length === 0 ? null : step, acts: this.#acts };
  }

  /** A strategy that is not asked after a fill leaves the filled slots empty until it is: what filled them is remembered. */
  #forgettable(): BotOrder[] {
    const { orders, asked, strategy } = this.#state;
    const needed = new Set(asked === null || strategy.quoting.onFill ? [] : filledSince(asked.orders, orders));
    return orders.filter((order) => isSettled(order) && !needed.has(order));
  }

  #forget(orders: readonly BotOrder[]): void {
    if (orders.length === 0) return;
    const gone = new Set(orders);
    const { upTo, neverPlaced } = this.#state.forgotten;
    const never = orders.filter(({ state }) => state === 'neverPlaced').map(({ sequence }) => sequence);
    this.change({
      orders: this.#state.orders.filter((order) => !gone.has(order)),
      forgotten: {
        upTo: Math.max(upTo, ...orders.map(({ sequence }) => sequence)),
        neverPlaced: never.length === 0 ? neverPlaced : new Set([...neverPlaced, ...never]),
      },
    });
  }
}

/**
 * The pause after a failure: as long as the exchange said, or twice the one before, a minute at most.
 *
 * @param given - `firstMs`: how long the first of a row is, 1 second unless given
 */
export function nextHold(
  before: Hold | null,
  because: Reason,
  given: { readonly now: Date; readonly retryAfterMs?: number | undefined; readonly firstMs?: number },
): Hold {
  // Calls that were under way together fail together: that is one failure, not many.
  const isTheSame = before !== null && before.until > given.now;
  const failures = (before?.failures ?? 0) + (isTheSame ? 0 : 1);
  const growingMs = Math.min(maxPauseMs, (given.firstMs ?? 1_000) * 2 ** (failures - 1));
  const untilMs = Math.max(given.now.getTime() + (given.retryAfterMs ?? growingMs), isTheSame ? before.until.getTime() : 0);
  return { until: new Date(untilMs), because, failures };
}

/** Orders that have ended with trades that they did not have before; those that were being cancelled do not count: another may stand in their stead. */
export function filledSince(before: readonly BotOrder[], now: readonly BotOrder[]): BotOrder[] {
  const traded = new Map(before.map(({ clientOrderId, trades }) => [clientOrderId, trades.length]));
  const isNew = ({ clientOrderId, trades }: BotOrder) => trades.length > (traded.get(clientOrderId) ?? 0);
  return now.filter((order) => hasEnded(order) && order.cancelAskedAt === null && isNew(order));
}
