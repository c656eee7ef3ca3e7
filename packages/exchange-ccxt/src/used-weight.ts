import { headerOf } from './header-of.ts';

/** How an exchange says what an address has used: in this header, up to this much in each window of the clock. */
export interface WeightRule {
  /** In small letters. */
  readonly header: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Up to here nobody waits. */
const easyShare = 0.5;
/** What is above is left to placing and cancelling… */
const readsShare = 0.85;
/** …and the last of it to cancelling alone. */
const placingShare = 0.95;

/**
 * Keeps reads below an exchange's limit: from half of it on they are spread over what is left of the window, and once
 * their share is used up they wait for the next one; so does placing, once nearly all is used up. What others on the
 * same address use counts as well, other processes among them, since the exchange's own figure is taken.
 */
export class UsedWeight {
  readonly #rule: WeightRule;
  #used = 0;
  #windowEnds = 0;
  #typicalCost = 1;
  #nextReadAt = 0;

  constructor(rule: WeightRule) {
    this.#rule = rule;
  }

  note(headers: Readonly<Record<string, unknown>>, now = Date.now()): void {
    const said = headerOf(headers, this.#rule.header);
    const used = said === null ? Number.NaN : Number(said);
    if (!Number.isFinite(used)) return;
    if (used > this.#used && now < this.#windowEnds) this.#typicalCost = 0.8 * this.#typicalCost + 0.2 * (used - this.#used);
    this.#used = used;
    this.#windowEnds = (Math.floor(now / this.#rule.windowMs) + 1) * this.#rule.windowMs;
  }

  /** How long the next order has to wait. */
  placingDelayMs(now = Date.now()): number {
    return this.#used < placingShare * this.#rule.limit ? 0 : Math.max(0, this.#windowEnds - now);
  }

  /** How long the next read has to wait; asking takes its place. */
  delayMs(now = Date.now()): number {
    const { limit } = this.#rule;
    if (now >= this.#windowEnds || this.#used < easyShare * limit) return 0;
    const left = readsShare * limit - this.#used;
    const windowLeftMs = this.#windowEnds - now;
    const gapMs = left <= 0 ? windowLeftMs : Math.min(windowLeftMs, (windowLeftMs * this.#typicalCost) / left);
    const at = left <= 0 ? this.#windowEnds : Math.max(now, this.#nextReadAt);
    this.#nextReadAt = at + gapMs;
    return at - now;
  }
}
