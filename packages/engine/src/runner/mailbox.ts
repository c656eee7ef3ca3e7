/**
 * Takes letters and hands them over in order, all that wait at once: what comes meanwhile waits until they were dealt with.
 * What letters break does not stop the next ones; it goes to `onError`.
 */
export class Mailbox<Letter> {
  readonly #handle: (letters: readonly Letter[]) => Promise<void>;
  readonly #onError: (error: unknown, letters: readonly Letter[]) => void;
  readonly #gather: () => Promise<void>;
  readonly #waiting: Letter[] = [];
  #working: Promise<void> | null = null;
  #closed = false;
  #isHeld = false;

  /** @param gather - waited for before letters are handed over: what comes until then is handed over with them */
  constructor(
    handle: (letters: readonly Letter[]) => Promise<void>,
    onError: (error: unknown, letters: readonly Letter[]) => void,
    gather: () => Promise<void>,
  ) {
    this.#handle = handle;
    this.#onError = onError;
    this.#gather = gather;
  }

  /** How many letters nobody has taken yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Takes a letter; after closing it is dropped. */
  post(letter: Letter): void {
    if (this.#closed) return;
    this.#waiting.push(letter);
    this.#start();
  }

  /** Hands nothing over until {@link release}: what comes waits. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Goes on, with this letter before those that wait. */
  release(first: Letter): void {
    this.#isHeld = false;
    if (!this.#closed) this.#waiting.unshift(first);
    this.#start();
  }

  /** Resolves when everything posted so far, and what it led to, was dealt with, or is held. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Takes nothing more, finishes what it has. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.idle();
  }

  #start(): void {
    if (!this.#isHeld) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isHeld) {
      await this.#gather();
      const letters = this.#waiting.splice(0);
      try {
        await this.#handle(letters);
      } catch (error) {
        this.#onError(error, letters);
      }
    }
    this.#working = null;
  }
}
