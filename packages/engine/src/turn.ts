import type { BotState as BotPhase, TimelineEntry, TimelineFacts, TimelineKind } from '@tenbin/bots';
import type { PairName } from '@tenbin/market';
import type { Act, BotFault, Reason, Write } from './bot-effect.ts';
import { type BotOrder, isSettled } from './bot-order.ts';
import type { BotState, DuringStop, Hold, View } from './bot-state.ts';
import type { Ledger } from './ledger.ts';
import { type MoneyUnits, moneyUnitsOf } from './money-units.ts';
import { foldEntry } from './timeline.ts';
import { longestQuestionMs } from './within.ts';

/** Settled orders that are remembered in case a trade of theirs comes late. */
const rememberedOrders = 40;
const rememberedTrades = 2_000;
const longestPauseMs = 60_000;
/** Each bot has its own time, so that they do not all ask at once. */
const longestSpreadMs = 30_000;

/** What comes out of one decision. */
export interface Decision {
  readonly state: BotState;
  readonly writes: readonly Write[];
  readonly acts: readonly Act[];
}

/**
 * One decision while it is being made: the state so far, and what is to be stored and done. It lives inside `decide`
 * only; from outside a decision is a plain function of plain values.
 */
export class Turn {
  readonly view: View;
  #state: BotState;
  readonly #writes: Write[] = [];
  readonly #acts: Act[] = [];
  readonly #changedOrders = new Set<string>();
  readonly #changed = { ledger: false, cursors: false, phase: false };

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
    return moneyUnitsOf(this.#state.settings.pairs, this.view.rules);
  }

  /** Whether a question is so old that its answer will not come. */
  isOverdue(askedAt: Date): boolean {
    return this.view.now.getTime() - askedAt.getTime() > longestQuestionMs;
  }

  /** Whether nothing may be sent at present. */
  get isHeld(): boolean {
    return this.#state.hold !== null && this.#state.hold.until > this.view.now;
  }

  /** What this bot waits longer than others. */
  get spreadMs(): number {
    return this.#state.number % longestSpreadMs;
  }

  change(part: Partial<BotState>): void {
    this.#state = { ...this.#state, ...part };
  }

  act(act: Act): void {
    this.#acts.push(act);
  }

  write(write: Extract<Write, { type: 'fill' | 'record' | 'day' | 'rebalance' | 'recovered' }>): void {
    this.#writes.push(write);
  }

  /** Adds the order, or takes the place of its earlier state. */
  setOrder(order: BotOrder): void {
    const others = this.#state.orders.filter((other) => other.clientOrderId !== order.clientOrderId);
    this.change({ orders: [...others, order].sort((a, b) => a.sequence - b.sequence), changes: this.#state.changes + 1 });
    this.#changedOrders.add(order.clientOrderId);
  }

  setLedger(ledger: Ledger): void {
    this.change({ ledger });
    this.#changed.ledger = true;
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
    this.#writes.push({ type: 'fault', fault, at: this.view.now });
  }

  /** Warnings are stored when what they are about changes, not with every new number in them. */
  warn(warnings: readonly Reason[]): void {
    const about = (reasons: readonly Reason[]) => reasons.map(({ code, facts: { pair, side } }) => `${code} ${pair} ${side}`).join();
    const isNews = about(warnings) !== about(this.#state.warnings);
    this.change({ warnings });
    if (isNews) this.#writes.push({ type: 'warnings', warnings });
  }

  /** @param options - `about`: one reason at a time stands about it, see `foldEntry` */
  note<K extends TimelineKind>(kind: K, facts: TimelineFacts[K], { about = null }: { readonly about?: string | null } = {}): void {
    const entry = { kind, at: this.view.now, facts } as TimelineEntry;
    const { last, isWritten } = foldEntry(this.#state.lastWritten, entry, about);
    this.change({ lastWritten: last });
    if (isWritten) this.#writes.push({ type: 'timeline', entry });
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
    this.act({ type: 'lookAt', at: hold.until });
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

  /** Orders before their trades, trades before records: the order in which they can be stored. */
  end(): Decision {
    const writes: Write[] = this.#state.orders
      .filter((order) => this.#changedOrders.has(order.clientOrderId))
      .map((order): Write => ({ type: 'order', order }));
    if (this.#changed.ledger) writes.push({ type: 'ledger', ledger: this.ledger });
    if (this.#changed.cursors) writes.push({ type: 'cursors', cursors: this.#state.cursors });
    if (this.#changed.phase) writes.push({ type: 'phase', phase: this.#state.phase, duringStop: this.#state.duringStop });
    const settled = this.#changedOrders.size === 0 ? [] : this.#state.orders.filter(isSettled);
    this.#forget(settled.slice(0, Math.max(0, settled.length - rememberedOrders)));
    return { state: this.#state, writes: [...writes, ...this.#writes], acts: this.#acts };
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
  const growingMs = Math.min(longestPauseMs, (given.firstMs ?? 1_000) * 2 ** (failures - 1));
  const untilMs = Math.max(given.now.getTime() + (given.retryAfterMs ?? growingMs), isTheSame ? before.until.getTime() : 0);
  return { until: new Date(untilMs), because, failures };
}
