import { Semaphore } from '@tenbin/engine';
import { Refusal } from '../route/refusal.ts';

const tryAgainSeconds = 1;

/**
 * Lets few through at once; the next ones wait in a short line, and who comes when it is full is refused at once.
 * Every key has a line of its own.
 */
export class ShortLine {
  readonly #settings: { readonly atOnce: number; readonly waiting: number };
  readonly #lines = new Map<string, { readonly door: Semaphore; inside: number }>();

  constructor(settings: { readonly atOnce: number; readonly waiting: number }) {
    this.#settings = settings;
  }

  /** @throws {Refusal} `tooManyRequests` */
  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, waiting } = this.#settings;
    const line = this.#lines.get(key) ?? { door: new Semaphore(atOnce), inside: 0 };
    if (line.inside >= atOnce + waiting)
      throw new Refusal('tooManyRequests', { facts: { seconds: tryAgainSeconds }, retryAfterSeconds: tryAgainSeconds });
    this.#lines.set(key, line);
    line.inside += 1;
    try {
      return await line.door.run(work);
    } finally {
      line.inside -= 1;
      if (line.inside === 0) this.#lines.delete(key);
    }
  }
}
