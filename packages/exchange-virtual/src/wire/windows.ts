/** Counts in windows that begin at whole multiples of their length, as exchanges do. */
export class Windows {
  readonly lengthMs: number;
  #openedAt = 0;
  #counts = new Map<string, number>();

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  /** @returns how much `who` has used in the window that is open now */
  add(who: string, weight: number, now: number): number {
    const openedAt = now - (now % this.lengthMs);
    if (openedAt !== this.#openedAt) this.#counts.clear();
    this.#openedAt = openedAt;
    const count = (this.#counts.get(who) ?? 0) + weight;
    this.#counts.set(who, count);
    return count;
  }

  secondsLeft(now: number): string {
    return String(Math.max(1, Math.ceil((this.#openedAt + this.lengthMs - now) / 1_000)));
  }
}
