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

  /** One less in the window that is open now; never below none. */
  giveBack(who: string, now: number): void {
    if (this.add(who, 0, now) > 0) this.add(who, -1, now);
  }

  secondsLeft(now: number): string {
    return String(Math.max(1, Math.ceil((this.#openedAt + this.lengthMs - now) / 1_000)));
  }
}
