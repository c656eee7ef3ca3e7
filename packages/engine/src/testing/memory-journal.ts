import {
  type BookedFill,
  type BotFault,
  type BotOrder,
  type BotStep,
  type ContractRecord,
  forward,
  type OrderNews,
  type Reason,
  type RebalanceProgress,
  type TimelineEntry,
} from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { applyFill, type DayEntry } from '@tenbin/strategy';
import { type BotMemory, type Funds, tradeKey } from '../decision/bot-state.ts';
import { type Journal, JournalDisagrees, type SiblingBot } from '../runner/journal.ts';

/** Keeps what a bot writes, as strictly as a database: a trade only once, an order's state only forward. */
export class MemoryJournal implements Journal {
  readonly steps: BotStep[] = [];
  readonly #trades = new Set<string>();
  #memory: BotMemory;
  others: readonly SiblingBot[] = [];
  /** What the others paid in coins that they do not balance. */
  othersPaid: Balances = {};
  /** Fails so many times before it works again. */
  failures = 0;
  /** Which steps fail then. */
  isFailing: (step: BotStep) => boolean = () => true;

  constructor(memory: Pick<BotMemory, 'settings' | 'strategy'> & Partial<BotMemory>) {
    this.#memory = {
      id: 'bot-1',
      number: 1,
      phase: { kind: 'stopped', receipt: null },
      duringStop: { cancelled: [], filled: [] },
      ledger: null,
      orders: [],
      nextSequence: 1,
      cursors: {},
      ...memory,
    };
  }

  get memory(): BotMemory {
    return this.#memory;
  }

  get fills(): BookedFill[] {
    return this.#all('fills');
  }

  get records(): ContractRecord[] {
    return this.#all('records');
  }

  get days(): DayEntry[] {
    return this.#all('days');
  }

  get timeline(): TimelineEntry[] {
    return this.#all('timeline');
  }

  get faults(): BotFault[] {
    return this.#all('messages').map(({ at: _, ...fault }) => fault);
  }

  /** Every list of warnings, as one took the place of the other. */
  get warnings(): (readonly Reason[])[] {
    return this.steps.flatMap(({ warnings }) => (warnings ? [warnings] : []));
  }

  get rebalances(): RebalanceProgress[] {
    return this.steps.flatMap(({ rebalance }) => (rebalance ? [rebalance] : []));
  }

  get kinds(): string[] {
    return this.timeline.map(({ kind }) => kind);
  }

  #all<Part extends 'fills' | 'records' | 'days' | 'timeline' | 'messages'>(part: Part): NonNullable<BotStep[Part]>[number][] {
    return this.steps.flatMap((step) => [...(step[part] ?? [])] as NonNullable<BotStep[Part]>[number][]);
  }

  async load(): Promise<BotMemory> {
    return this.#memory;
  }

  async siblings(): Promise<readonly SiblingBot[]> {
    return this.others;
  }

  async feesElsewhere(): Promise<Balances> {
    return this.othersPaid;
  }

  async linkedOrders(pair: string): Promise<ReadonlySet<string>> {
    const all = [...this.#memory.orders, ...this.others.flatMap((one) => one.orders)];
    return new Set(all.flatMap((order) => (order.pair === pair && order.exchangeOrderId !== null ? [order.exchangeOrderId] : [])));
  }

  async knowsOrder(clientOrderId: string): Promise<boolean> {
    return this.#memory.orders.some((order) => order.clientOrderId === clientOrderId);
  }

  /** What was written of an order after it was sent is gone: the process was killed before it could be. */
  forget(order: BotOrder): void {
    const others = this.#memory.orders.filter((one) => one.clientOrderId !== order.clientOrderId);
    this.#memory = { ...this.#memory, orders: [...others, order].sort((a, b) => a.sequence - b.sequence) };
  }

  /** What is stored of the bot's money is this. */
  keepLedger(ledger: BotMemory['ledger']): void {
    this.#memory = { ...this.#memory, ledger };
  }

  /** Somebody else changes the virtual account that the bot trades on. */
  changeFunds(change: Partial<Omit<Funds, 'version'>>): Funds {
    const { funds } = this.#memory;
    if (!funds) throw new Error('the bot trades on no virtual account');
    const changed = { ...funds, ...change, version: funds.version + 1 };
    this.#memory = { ...this.#memory, funds: changed };
    return changed;
  }

  /** @returns the virtual account that the bot trades on, with what the step did to it */
  async record(step: BotStep): Promise<Funds | null> {
    await Promise.resolve();
    if (this.failures > 0 && this.isFailing(step)) {
      this.failures -= 1;
      throw new Error('the database is away');
    }
    for (const fill of step.fills ?? []) {
      const key = tradeKey(fill);
      if (this.#trades.has(key)) throw new JournalDisagrees(`trade ${key} twice`);
      this.#trades.add(key);
    }
    const { orders = [], fills = [], ledger, recovered, cursors, phase, duringStop, warnings } = step;
    for (const order of orders) this.#store(order, fills);
    this.#memory = {
      ...this.#memory,
      ...(ledger && { ledger }),
      ...(recovered && { recoverSince: null }),
      ...(cursors && { cursors }),
      ...(phase && { phase }),
      ...(duringStop && { duringStop }),
      ...(warnings && { warnings }),
    };
    this.steps.push(step);
    const { funds = null } = this.#memory;
    return funds && fills.length > 0 ? this.changeFunds({ balances: fills.reduce(applyFill, funds.balances) }) : funds;
  }

  #store(news: OrderNews, fills: readonly BookedFill[]): void {
    const { orders } = this.#memory;
    // What is told of is nearly always one of the newest.
    const at = orders.findLastIndex((one) => one.clientOrderId === news.clientOrderId);
    const before = orders[at];
    if (before && forward(before.state, news.state) !== news.state) throw new JournalDisagrees(`${news.clientOrderId} went back`);
    const order = { ...news, trades: [...(before?.trades ?? []), ...fills.filter((fill) => fill.clientOrderId === news.clientOrderId)] };
    const next = orders.findLastIndex((one) => one !== before && one.sequence <= order.sequence) + 1;
    const others = before ? orders.toSpliced(at, 1) : orders;
    this.#memory = {
      ...this.#memory,
      orders: others.toSpliced(before && at < next ? next - 1 : next, 0, order),
      nextSequence: Math.max(this.#memory.nextSequence, order.sequence + 1),
    };
  }
}
