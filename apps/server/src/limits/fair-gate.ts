import type { Asker } from './places.ts';

interface Waiting {
  readonly asker: Asker;
  readonly enter: () => void;
}

/**
 * Lets a few through at a time. Next comes the organization whose last turn was the longest ago, in it the user whose was,
 * and of one user who came first: however many one of them sends, the others wait for a turn and not for a queue.
 */
export class FairGate {
  readonly #waiting = new Set<Waiting>();
  /** The number of the last turn of each organization and user, as long as anybody waits. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
  #free: number;

  constructor(width: number) {
    this.#free = width;
  }

  /**
   * @param signal - gives the turn up as long as it has not come
   * @throws the signal's reason, and what `work` throws
   */
  async pass<T>(asker: Asker, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#enter(asker);
    else await this.#untilTurn(asker, signal);
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#letIn();
    }
  }

  async #untilTurn(asker: Asker, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { asker, enter: resolve };
    const leave = () => {
      this.#waiting.delete(waiting);
      reject(signal?.reason);
    };
    this.#waiting.add(waiting);
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #letIn(): void {
    const next = this.#next();
    if (next === null) {
      this.#lastTurns.clear();
      return;
    }
    this.#waiting.delete(next);
    this.#enter(next.asker);
    next.enter();
  }

  #enter(asker: Asker): void {
    this.#free -= 1;
    this.#turns += 1;
    for (const name of namesOf(asker)) this.#lastTurns.set(name, this.#turns);
  }

  #next(): Waiting | null {
    let best: { readonly waiting: Waiting; readonly turns: readonly [number, number] } | null = null;
    for (const waiting of this.#waiting) {
      const [organization, user] = namesOf(waiting.asker);
      const turns = [this.#lastTurns.get(organization) ?? 0, this.#lastTurns.get(user) ?? 0] as const;
      if (best === null || turns[0] < best.turns[0] || (turns[0] === best.turns[0] && turns[1] < best.turns[1])) best = { waiting, turns };
    }
    return best?.waiting ?? null;
  }
}

const namesOf = ({ userId, organizationId }: Asker): readonly [string, string] => [organizationId, `${organizationId} ${userId}`];
