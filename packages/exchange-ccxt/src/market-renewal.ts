import type { Cancel, Runtime } from '@tenbin/runtime';

interface RenewalParts {
  readonly runtime: Pick<Runtime, 'elapsedMs' | 'after' | 'every'>;
  readonly everyMs: number;
  /** However many orders are refused: not more often than this. */
  readonly atMostEveryMs: number;
  /** May fail: the next time comes. */
  readonly renew: () => Promise<void>;
}

/** Sees to it that an exchange's rules do not grow old: now and then, and soon after one of them surprised us. */
export class MarketRenewal {
  readonly #parts: RenewalParts;
  #timer: Cancel | null = null;
  #soon: Cancel | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewing = false;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** The rules were just loaded. The timer keeps no process alive. */
  start(): void {
    this.stop();
    this.#timer = this.#parts.runtime.every(this.#parts.everyMs, () => void this.#renew(), { unref: true });
  }

  /** Now, or as soon as enough time has passed since the last time. */
  renewSoon(): void {
    if (this.#timer === null || this.#soon !== null) return;
    const { runtime, atMostEveryMs } = this.#parts;
    const waitMs = Math.max(0, this.#renewedAt + atMostEveryMs - runtime.elapsedMs());
    const renew = () => {
      this.#soon = null;
      void this.#renew();
    };
    this.#soon = runtime.after(waitMs, renew, { unref: true });
  }

  stop(): void {
    this.#timer?.();
    this.#soon?.();
    this.#timer = null;
    this.#soon = null;
  }

  async #renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    this.#renewedAt = this.#parts.runtime.elapsedMs();
    await this.#parts.renew().catch(() => undefined);
    this.#renewing = false;
  }
}
