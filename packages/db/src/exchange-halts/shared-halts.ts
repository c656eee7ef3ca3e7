import { channels, type HaltSignal } from '@tenbin/bots';
import type { AddressHalt } from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import type { Database } from '../database/database.ts';

type HaltDatabase = Pick<Database, 'listen' | 'notify'> & { readonly platform: Pick<Database['platform'], 'exchangeHalts'> };

/**
 * What an exchange told one process to wait holds for every process that calls it from the same address: it is stored,
 * so that one that starts later knows it, and told to those that run.
 */
export class SharedHalts {
  readonly #db: HaltDatabase;
  readonly #clock: Pick<Runtime, 'now'>;
  readonly #from: string;
  readonly #log: Log;
  readonly #halts = new Map<string, AddressHalt>();
  #stops: (() => void | Promise<void>)[] = [];

  /** @param given - `from`: names the address that this process calls from */
  constructor(db: HaltDatabase, { clock, from, log }: { readonly clock: Pick<Runtime, 'now'>; readonly from: string; readonly log: Log }) {
    this.#clock = clock;
    this.#db = db;
    this.#from = from;
    this.#log = log;
  }

  async open(): Promise<void> {
    const take = (payload: string) => this.#take(payload);
    this.#stops.push(await this.#db.listen(channels.exchangeHalts, take, () => void this.#readAll()));
  }

  /** From now on its halts are everybody's, and everybody's are its. @param exchange - its address, or its name at ccxt */
  async share(exchange: string, halt: AddressHalt): Promise<void> {
    this.#halts.set(exchange, halt);
    this.#stops.push(halt.onHalted((until) => void this.#share(exchange, until)));
    if (halt.until) await this.#share(exchange, halt.until);
    await this.#read(exchange, halt);
  }

  async close(): Promise<void> {
    const stops = this.#stops;
    this.#stops = [];
    this.#halts.clear();
    for (const stop of stops) await stop();
  }

  async #share(exchange: string, until: Date): Promise<void> {
    const signal: HaltSignal = { exchange, from: this.#from, forMs: until.getTime() - this.#now() };
    this.#log.warn({ ...signal }, 'exchange.halted');
    try {
      await this.#db.platform.exchangeHalts.extend({ exchange, from: this.#from }, signal.forMs);
      await this.#db.notify(channels.exchangeHalts, JSON.stringify(signal));
    } catch (error) {
      this.#log.warn({ exchange, err: error }, 'halt.share_failed');
    }
  }

  #take(payload: string): void {
    const signal: Partial<HaltSignal> = JSON.parse(payload);
    if (signal.from !== this.#from || typeof signal.forMs !== 'number') return;
    this.#halts.get(signal.exchange ?? '')?.extendTo(new Date(this.#now() + signal.forMs));
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  async #readAll(): Promise<void> {
    for (const [exchange, halt] of this.#halts) await this.#read(exchange, halt);
  }

  async #read(exchange: string, halt: AddressHalt): Promise<void> {
    try {
      const forMs = await this.#db.platform.exchangeHalts.remainingMs({ exchange, from: this.#from });
      if (forMs > 0) halt.extendTo(new Date(this.#now() + forMs));
    } catch (error) {
      this.#log.warn({ exchange, err: error }, 'halt.read_failed');
    }
  }
}
