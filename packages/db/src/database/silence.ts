/** How long a connection that owes answers has said nothing. Several statements may wait on it: each answer begins it anew. */
export class Silence {
  readonly #limitMs: number | null;
  readonly #end: () => void;
  #owed = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs - null: any time. @param end - called once it lasted too long */
  constructor(limitMs: number | null, end: () => void) {
    this.#limitMs = limitMs;
    this.#end = end;
  }

  /** An answer more is owed. */
  await(): void {
    this.#owed += 1;
    if (this.#owed === 1 && this.#limitMs !== null) this.#timer = setTimeout(this.#end, this.#limitMs);
  }

  /** One came. */
  hear(): void {
    this.#owed -= 1;
    if (this.#owed === 0) clearTimeout(this.#timer);
    else this.#timer?.refresh();
  }
}
