/** Deals everything there is out over the parts of a round: each has its turn once a round, and never all at the same time. */
export class RoundRobin {
  readonly #parts: number;
  #part = 0;

  constructor(parts: number) {
    this.#parts = parts;
  }

  /** Those whose turn it is in the next part. What comes or goes during a round may have its turn twice in it, or not at all. */
  next<T>(all: readonly T[]): readonly T[] {
    const upTo = (part: number) => Math.floor((all.length * part) / this.#parts);
    const turn = all.slice(upTo(this.#part), upTo(this.#part + 1));
    this.#part = (this.#part + 1) % this.#parts;
    return turn;
  }
}
