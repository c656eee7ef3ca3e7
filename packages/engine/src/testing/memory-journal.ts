import { forward } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import type { BotFault, Write } from '../bot-effect.ts';
import type { BotOrder } from '../bot-order.ts';
import { type BotMemory, tradeKey } from '../bot-state.ts';
import { type Journal, JournalDisagrees, type Neighbour } from '../journal.ts';

type Of<T extends Write['type']> = Extract<Write, { type: T }>;

/** Keeps what a bot writes, as strictly as a database: a trade only once, an order's state only forward. */
export class MemoryJournal implements Journal {
  readonly writes: Write[] = [];
  readonly #trades = new Set<string>();
  #memory: BotMemory;
  others: readonly Neighbour[] = [];
  /** What the others paid in coins that they do not balance. */
  othersPaid: Balances = {};
  /** Fails so many times before it works again. */
  failures = 0;
  /** Which writes fail then. */
  isFailing: (writes: readonly Write[]) => boolean = () => true;

  constructor(memory: Pick<BotMemory, 'settings'> & Partial<BotMemory>) {
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

  all<T extends Write['type']>(type: T): Of<T>[] {
    return this.writes.filter((write): write is Of<T> => write.type === type);
  }

  get faults(): BotFault[] {
    return this.all('fault').map((write) => write.fault);
  }

  get kinds(): string[] {
    return this.all('timeline').map((write) => write.entry.kind);
  }

  async load(): Promise<BotMemory> {
    return this.#memory;
  }

  async neighbours(): Promise<readonly Neighbour[]> {
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

  async record(writes: readonly Write[]): Promise<void> {
    await Promise.resolve();
    if (this.failures > 0 && this.isFailing(writes)) {
      this.failures -= 1;
      throw new Error('the database is away');
    }
    for (const write of writes) {
      if (write.type !== 'fill') continue;
      const key = tradeKey(write.fill);
      if (this.#trades.has(key)) throw new JournalDisagrees(`trade ${key} twice`);
      this.#trades.add(key);
    }
    for (const write of writes) this.#apply(write);
    this.writes.push(...writes);
  }

  #apply(write: Write): void {
    if (write.type === 'order') this.#store(write.order);
    if (write.type === 'ledger') this.#memory = { ...this.#memory, ledger: write.ledger };
    if (write.type === 'recovered') this.#memory = { ...this.#memory, recoverSince: null };
    if (write.type === 'cursors') this.#memory = { ...this.#memory, cursors: write.cursors };
    if (write.type === 'phase') this.#memory = { ...this.#memory, phase: write.phase, duringStop: write.duringStop };
  }

  #store(order: BotOrder): void {
    const before = this.#memory.orders.find((one) => one.clientOrderId === order.clientOrderId);
    if (before && forward(before.state, order.state) !== order.state) throw new JournalDisagrees(`${order.clientOrderId} went back`);
    const others = this.#memory.orders.filter((one) => one !== before);
    this.#memory = {
      ...this.#memory,
      orders: [...others, order].sort((a, b) => a.sequence - b.sequence),
      nextSequence: Math.max(this.#memory.nextSequence, order.sequence + 1),
    };
  }
}
