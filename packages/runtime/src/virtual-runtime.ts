import { v7 } from 'uuid';
import type { Cancel, Runtime } from './runtime.ts';
import { type Random, seededRandom } from './seeded-random.ts';

export interface VirtualOptions {
  readonly seed?: number;
  readonly startAt?: Date;
}

interface Alarm {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** Of all alarms, in the order in which they were set. */
  readonly order: number;
  readonly wake: () => void;
}

/**
 * A made-up machine, for tests and simulations. The same seed and the same work give the same history.
 *
 * - Time stands still until it is told to go on, and then jumps from one alarm to the next.
 * - Alarms go off in the order of their times, and of one time in the order in which they were set.
 * - Before each of them everything that can go on without waiting does so: promises first, then what was put off by `soon`.
 * - No timer of the machine is used: whoever waits for the machine (a file, a socket) is not waited for.
 */
export class VirtualRuntime implements Runtime {
  readonly #random: Random;
  readonly #startMs: number;
  #elapsedMs = 0;
  #alarmsSet = 0;
  #idsMade = 0;
  /** A heap: the first is the next. */
  readonly #alarms: Alarm[] = [];
  readonly #cancelled = new WeakSet<Alarm>();
  #soon: { readonly run: () => void; isCancelled: boolean }[] = [];

  constructor({ seed = 1, startAt = new Date('2026-01-01T00:00:00Z') }: VirtualOptions = {}) {
    this.#random = seededRandom(seed);
    this.#startMs = startAt.getTime();
  }

  now(): Date {
    return new Date(this.#startMs + Math.floor(this.#elapsedMs));
  }

  elapsedMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, wake: () => void): Cancel {
    // A timer of the machine takes a millisecond at least.
    const alarm = { atMs: this.#elapsedMs + Math.max(1, delayMs), order: this.#alarmsSet++, wake };
    this.#push(alarm);
    return () => this.#cancelled.add(alarm);
  }

  every(periodMs: number, wake: () => void): Cancel {
    let cancel: Cancel = () => {};
    const set = () => {
      cancel = this.after(periodMs, () => {
        set();
        wake();
      });
    };
    set();
    return () => cancel();
  }

  soon(run: () => void): Cancel {
    const put = { run, isCancelled: false };
    this.#soon.push(put);
    return () => {
      put.isCancelled = true;
    };
  }

  random(): number {
    return this.#random.next();
  }

  newId(): string {
    const random = Uint8Array.from({ length: 16 }, () => Math.floor(256 * this.random()));
    return v7({ msecs: this.now().getTime(), seq: this.#idsMade++, random });
  }

  /** Lets everything go on that need not wait for time to pass. */
  async settle(): Promise<void> {
    await promisesAreDone();
    while (this.#soon.length > 0) {
      const due = this.#soon;
      this.#soon = [];
      for (const { run, isCancelled } of due) {
        if (isCancelled) continue;
        run();
        await promisesAreDone();
      }
    }
  }

  /** Lets so much time pass. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#elapsedMs + ms;
    await this.settle();
    while ((this.#next()?.atMs ?? Number.POSITIVE_INFINITY) <= endMs) await this.#goOn();
    this.#elapsedMs = endMs;
  }

  /** Lets time pass until no alarm is set. What begins anew again and again has no end: `maxMs` is how long it is watched. */
  async run(maxMs = 3_600_000): Promise<void> {
    const endMs = this.#elapsedMs + maxMs;
    await this.settle();
    while (this.#next()) {
      if (this.#elapsedMs > endMs) throw new Error(`alarms were still set after ${maxMs} ms`);
      await this.#goOn();
    }
  }

  /** Lets time pass until the work is done. @throws what the work throws, and where it waits for something that does not come */
  async until<T>(work: Promise<T>, maxMs = 3_600_000): Promise<T> {
    const endMs = this.#elapsedMs + maxMs;
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    await this.settle();
    while (!isDone) {
      if (!this.#next()) throw new Error('the work waits, and no alarm is set that could wake it');
      if (this.#elapsedMs > endMs) throw new Error(`the work was not done after ${maxMs} ms`);
      await this.#goOn();
    }
    return work;
  }

  async #goOn(): Promise<void> {
    const alarm = this.#pop();
    if (!alarm) return;
    this.#elapsedMs = Math.max(this.#elapsedMs, alarm.atMs);
    alarm.wake();
    await this.settle();
  }

  #next(): Alarm | undefined {
    while (this.#alarms[0] && this.#cancelled.has(this.#alarms[0])) this.#pop();
    return this.#alarms[0];
  }

  #push(alarm: Alarm): void {
    const heap = this.#alarms;
    let at = heap.push(alarm) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || isBefore(above, alarm)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = alarm;
  }

  #pop(): Alarm | undefined {
    const heap = this.#alarms;
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const [one, other] = [heap[left], heap[right]];
      const child = other && one && isBefore(other, one) ? right : left;
      const below = heap[child];
      if (!below || isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (one: Alarm, other: Alarm): boolean => one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** Node calls it when no promise is left to go on: before any timer, immediate, or I/O of the machine. */
const promisesAreDone = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
