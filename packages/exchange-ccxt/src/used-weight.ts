import type { Runtime } from '@tenbin/runtime';
import type { Brake } from './leaky-lane.ts';

/** How an exchange says what an address has used: in this header, up to this much in each window of the clock. */
export interface WeightRule {
  /** In small letters. */
  readonly header: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Of the limit: up to `easy` nobody waits, from `most` on everybody does. */
interface Share {
  readonly easy: number;
  readonly most: number;
}

/** What traders read; what is above is left to placing and cancelling… */
const ofReads: Share = { easy: 0.5, most: 0.85 };
/** …and the last of it to cancelling alone. */
const placingShare = 0.95;
/** What others read ends where what traders read would begin to wait. */
const ofOthers: Share = { easy: 0.25, most: 0.5 };

/**
 * Keeps reads below an exchange's limit: from half of it on they are spread over what is left of the window, and once
 * their share is used up they wait for the next one; so does placing, once nearly all is used up. What others on the
 * same address use counts as well, other processes among them, since the exchange's own figure is taken.
 */
export class UsedWeight {
  readonly reads = this.#brakeOf(ofReads);
  readonly others = this.#brakeOf(ofOthers);
  readonly placing: Brake = { delayMs: () => this.#placingDelayMs(), note: () => undefined };
  readonly #clock: Pick<Runtime, 'now'>;
  readonly #rule: WeightRule;
  #used = 0;
  #windowEnds = 0;
  #typicalCost = 1;

  constructor(clock: Pick<Runtime, 'now'>, rule: WeightRule) {
    this.#clock = clock;
    this.#rule = rule;
  }

  note(headers: Readonly<Record<string, unknown>>): void {
    const now = this.#now();
    const said = headerOf(headers, this.#rule.header);
    const used = said === null ? Number.NaN : Number(said);
    if (!Number.isFinite(used)) return;
    if (used > this.#used && now < this.#windowEnds) this.#typicalCost = 0.8 * this.#typicalCost + 0.2 * (used - this.#used);
    this.#used = used;
    this.#windowEnds = (Math.floor(now / this.#rule.windowMs) + 1) * this.#rule.windowMs;
  }

  /** Of the limit, in the window that runs. */
  get usedRatio(): number {
    return this.#now() < this.#windowEnds ? this.#used / this.#rule.limit : 0;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #placingDelayMs(): number {
    return this.#used < placingShare * this.#rule.limit ? 0 : Math.max(0, this.#windowEnds - this.#now());
  }

  #brakeOf({ easy, most }: Share): Brake {
    let nextAt = 0;
    const gapMs = (now: number): number => {
      const left = most * this.#rule.limit - this.#used;
      const windowLeftMs = this.#windowEnds - now;
      return left <= 0 ? windowLeftMs : Math.min(windowLeftMs, (windowLeftMs * this.#typicalCost) / left);
    };
    const isEasy = (now: number): boolean => now >= this.#windowEnds || this.#used < easy * this.#rule.limit;
    return {
      delayMs: () => {
        const now = this.#now();
        if (isEasy(now)) return 0;
        return this.#used >= most * this.#rule.limit ? this.#windowEnds - now : Math.max(0, nextAt - now);
      },
      note: () => {
        const now = this.#now();
        if (!isEasy(now)) nextAt = Math.max(now, nextAt) + gapMs(now);
      },
    };
  }
}

/** A header by its name in small letters, however the server spells it. */
export function headerOf(headers: Readonly<Record<string, unknown>>, name: string): string | null {
  const spelled = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return spelled === undefined ? null : String(headers[spelled]);
}
