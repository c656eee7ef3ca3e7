import type { Cancel, Runtime } from '@tenbin/runtime';

/** How long a connection that owes answers has said nothing. Several statements may wait on it: each answer begins it anew. */
export class Silence {
  readonly #runtime: Pick<Runtime, 'elapsedMs' | 'after'>;
  readonly #limitMs: number | null;
  readonly #end: () => void;
  #owed = 0;
  #beganAt = 0;
  #cancel: Cancel = () => {};

  /** @param limitMs - null: any time. @param end - called once it lasted too long */
  constructor(runtime: Pick<Runtime, 'elapsedMs' | 'after'>, limitMs: number | null, end: () => void) {
    this.#runtime = runtime;
    this.#limitMs = limitMs;
    this.#end = end;
  }

  /** An answer more is owed. */
  await(): void {
    this.#owed += 1;
    if (this.#owed > 1 || this.#limitMs === null) return;
    this.#beganAt = this.#runtime.elapsedMs();
    this.#endIn(this.#limitMs, this.#limitMs);
  }

  /** One came. */
  onAnswer(): void {
    this.#owed -= 1;
    if (this.#owed === 0) this.#cancel();
    else this.#beganAt = this.#runtime.elapsedMs();
  }

  /** Answers move the end only by their time: a timer for each would cost more than they do. */
  #endIn(ms: number, limitMs: number): void {
    this.#cancel = this.#runtime.after(ms, () => {
      const leftMs = this.#beganAt + limitMs - this.#runtime.elapsedMs();
      // A timer may go off a moment too early.
      if (leftMs > 1) this.#endIn(leftMs, limitMs);
      else this.#end();
    });
  }
}
