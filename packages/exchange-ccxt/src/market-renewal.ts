interface RenewalParts {
  readonly everyMs: number;
  /** However many orders are refused: not more often than this. */
  readonly atMostEveryMs: number;
  /** May fail: the next time comes. */
  readonly renew: () => Promise<void>;
}

/** Sees to it that an exchange's rules do not grow old: now and then, and soon after one of them surprised us. */
export class MarketRenewal {
  readonly #parts: RenewalParts;
  #timer: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewing = false;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** The rules were just loaded. The timer keeps no process alive. */
  start(): void {
    this.stop();
    this.#timer = setInterval(() => void this.#renew(), this.#parts.everyMs).unref();
  }

  /** Now, or as soon as enough time has passed since the last time. */
  renewSoon(): void {
    if (this.#timer === null || this.#soon !== null) return;
    const waitMs = Math.max(0, this.#renewedAt + this.#parts.atMostEveryMs - performance.now());
    this.#soon = setTimeout(() => {
      this.#soon = null;
      void this.#renew();
    }, waitMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#soon !== null) clearTimeout(this.#soon);
    this.#timer = null;
    this.#soon = null;
  }

  async #renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    this.#renewedAt = performance.now();
    await this.#parts.renew().catch(() => undefined);
    this.#renewing = false;
  }
}
