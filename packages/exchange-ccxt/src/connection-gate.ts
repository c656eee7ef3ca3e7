import type { AddressTurns, TurnLog } from '@tenbin/exchange';
import { pause, type Runtime } from '@tenbin/runtime';
import { nextTurns, type TurnRule } from './next-turns.ts';

/** So many turns are taken from the log at a time, so that other processes on the address have theirs in between. */
const takenAtOnce = 10;
/** A wait as short as this is not worth a word. */
const soonMs = 5000;
/** Nor is one that is as it was told, but for so much. */
const sameMs = 15_000;
/** Until the log is asked again when it did not answer. */
const silencePauseMs = 1000;

interface Waiter {
  readonly enter: () => void;
  readonly onWait: (until: Date) => void;
  announcedMs: number;
}

interface Pass {
  /** Gives the place back. */
  readonly signal: AbortSignal;
  /** Told when the turn is expected, and again when that changes; never where it is soon. */
  readonly onWait: (until: Date) => void;
}

/**
 * Where all that want to open a connection of their own wait: an exchange counts the new connections of an address, and
 * refuses all of them for a while where there are too many. Those who came first go first. Everybody has a turn, and
 * nobody has one while the address is halted.
 *
 * A turn is an attempt, whatever comes of it. The turns that were taken stand in a log that other processes on the same
 * address may share, and that outlives this one; none is taken before it is due, so that none is lost with a process.
 */
export class ConnectionGate implements AddressTurns {
  readonly #runtime: Pick<Runtime, 'now' | 'after'>;
  readonly #rules: () => readonly TurnRule[];
  readonly #haltMs: () => number;
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiter>();
  #log: TurnLog;
  /** When the last turns were taken, as far as is known here, oldest first. */
  #taken: readonly number[] = [];
  #isOpen = false;
  #arrival = new AbortController();

  /**
   * @param rules - asked for each time; none: nobody waits
   * @param haltMs - how long nobody may call from this address
   */
  constructor(
    runtime: Pick<Runtime, 'now' | 'after'>,
    { rules, haltMs }: { readonly rules: () => readonly TurnRule[]; readonly haltMs: () => number },
  ) {
    this.#runtime = runtime;
    this.#log = new OwnTurnLog(() => this.#now());
    this.#rules = rules;
    this.#haltMs = haltMs;
  }

  shareBy(log: TurnLog): void {
    this.#log = log;
  }

  /** Resolves when it is this one's turn, or when the signal fires. Rejects never. */
  async pass({ signal, onWait }: Pass): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { enter: resolve, onWait, announcedMs: 0 };
    const leave = () => {
      this.#waiting.delete(waiter);
      resolve();
    };
    this.#waiting.add(waiter);
    signal.addEventListener('abort', leave);
    this.#arrival.abort();
    if (!this.#isOpen) void this.#letIn();
    await promise;
    signal.removeEventListener('abort', leave);
  }

  async #letIn(): Promise<void> {
    this.#isOpen = true;
    // Those that come in the same moment are told their time together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      this.#arrival = new AbortController();
      const turns = this.#expected();
      const waitMs = (await this.#take(turns)) ?? silencePauseMs;
      if (waitMs > 0) await pause(this.#runtime, waitMs, { signal: this.#arrival.signal });
    }
    this.#isOpen = false;
  }

  #now(): number {
    return this.#runtime.now().getTime();
  }

  /** When those who wait have their turns, in ms from now, as far as is known here. */
  #expected(): number[] {
    const now = this.#now();
    const haltMs = this.#haltMs();
    const ages = this.#taken.map((at) => now - at);
    return nextTurns(ages, this.#rules(), this.#waiting.size).map((ms) => Math.max(ms, haltMs));
  }

  /** @returns how long until the next turn; null where the log does not answer */
  async #take(turns: readonly number[]): Promise<number | null> {
    const due = turns.filter((ms) => ms <= 0).length;
    if (due > 0) {
      const granted = await this.#grant(Math.min(due, takenAtOnce));
      if (granted === null) return null;
      for (const waiter of [...this.#waiting].slice(0, granted)) {
        this.#waiting.delete(waiter);
        waiter.enter();
      }
    }
    const left = this.#expected();
    this.#announce(left);
    return left[0] ?? 0;
  }

  async #grant(wanted: number): Promise<number | null> {
    const rules = this.#rules();
    if (rules.length === 0) return wanted;
    let known: readonly number[] = [];
    const decide = (agesMs: readonly number[]): number => {
      const now = this.#now();
      const granted = nextTurns(agesMs, rules, wanted).filter((ms) => ms <= 0).length;
      known = [...agesMs.map((age) => now - age), ...Array.from({ length: granted }, () => now)];
      return granted;
    };
    try {
      const granted = await this.#log.take(Math.max(...rules.map(({ windowMs }) => windowMs)), decide);
      this.#taken = known;
      return granted;
    } catch {
      // It says itself what is wrong with it; whoever waits goes on waiting.
      return null;
    }
  }

  #announce(turns: readonly number[]): void {
    const now = this.#now();
    for (const [index, waiter] of [...this.#waiting].entries()) {
      const waitMs = turns[index] ?? 0;
      const at = now + waitMs;
      if (waitMs < soonMs || Math.abs(at - waiter.announcedMs) < sameMs) continue;
      waiter.announcedMs = at;
      waiter.onWait(new Date(at));
    }
  }
}

/** The turns of this process alone. */
class OwnTurnLog implements TurnLog {
  readonly #now: () => number;
  #taken: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  async take(keepMs: number, decide: (agesMs: readonly number[]) => number): Promise<number> {
    const now = this.#now();
    this.#taken = this.#taken.filter((at) => now - at < keepMs);
    const count = decide(this.#taken.map((at) => now - at));
    for (let left = count; left > 0; left -= 1) this.#taken.push(now);
    return count;
  }
}
