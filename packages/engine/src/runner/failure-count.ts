/** So many failures of ours in a row, and a bot is given up. */
const maxFailures = 5;
const forgivenMs = 10 * 60_000;

/** The failures of one bot in a row. It outlives whoever runs the bot: a bot that is taken up anew fails for the same reason. */
export class FailureCount {
  #count = 0;
  #lastAt = 0;

  get count(): number {
    return this.#count;
  }

  get isTooMany(): boolean {
    return this.#count >= maxFailures;
  }

  /** One more; what was long ago is forgiven. */
  add(now: Date): void {
    const at = now.getTime();
    if (at - this.#lastAt > forgivenMs) this.#count = 0;
    this.#lastAt = at;
    this.#count += 1;
  }
}
