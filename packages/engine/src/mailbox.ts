/**
 * Takes letters in order and hands them over one at a time: the next only when the last was dealt with.
 * What one letter breaks does not stop the next; it goes to `onError`.
 */
export class Mailbox<Letter> {
  readonly #handle: (letter: Letter) => Promise<void>;
  readonly #onError: (error: unknown, letter: Letter) => void;
  readonly #waiting: Letter[] = [];
  #working: Promise<void> | null = null;
  #closed = false;

  constructor(handle: (letter: Letter) => Promise<void>, onError: (error: unknown, letter: Letter) => void) {
    this.#handle = handle;
    this.#onError = onError;
  }

  /** Takes a letter; after closing it is dropped. */
  post(letter: Letter): void {
    if (this.#closed) return;
    this.#waiting.push(letter);
    this.#working ??= this.#work();
  }

  /** Resolves when everything posted so far, and what it led to, was dealt with. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  /** Takes nothing more, finishes what it has. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.idle();
  }

  async #work(): Promise<void> {
    await Promise.resolve();
    for (let letter = this.#waiting.shift(); letter !== undefined; letter = this.#waiting.shift()) {
      try {
        await this.#handle(letter);
      } catch (error) {
        this.#onError(error, letter);
      }
    }
    this.#working = null;
  }
}
