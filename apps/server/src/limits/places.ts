import { Refusal } from '../route/refusal.ts';

/** Who has something done that others wait for too. */
export interface Asker {
  readonly userId: string;
  readonly organizationId: string;
  /** Aborts when they no longer wait for it; absent where that cannot be known. */
  readonly gone?: () => AbortSignal;
}

/** The same asker, who asks on when they have gone: others may wait for the same answer. */
export const stayingOn = ({ userId, organizationId }: Asker): Asker => ({ userId, organizationId });

export interface PlaceRules {
  readonly most: number;
  readonly maxPerOrganization: number;
  readonly maxPerUser: number;
  /** When whoever has no place may ask again. */
  readonly askAgainSeconds: number;
}

/** Counts what waits or is under way, and for whom: no organization has all of it, and no user all of what their organization may have. */
export class Places {
  readonly #rules: PlaceRules;
  readonly #taken = new Map<string, number>();

  constructor(rules: PlaceRules) {
    this.#rules = rules;
  }

  /**
   * @returns gives one of them back
   * @throws {Refusal} `tooManyRequests`: then none is taken
   */
  take({ userId, organizationId }: Asker, count = 1): () => void {
    const { most, maxPerOrganization, maxPerUser, askAgainSeconds: seconds } = this.#rules;
    const shares = new Map([
      ['', most],
      [organizationId, maxPerOrganization],
      [`${organizationId} ${userId}`, maxPerUser],
    ]);
    const isFull = [...shares].some(([of, limit]) => this.#of(of) + count > limit);
    if (isFull) throw new Refusal('tooManyRequests', { facts: { seconds }, retryAfterSeconds: seconds });
    const add = (change: number) => {
      for (const of of shares.keys()) this.#set(of, this.#of(of) + change);
    };
    add(count);
    return () => add(-1);
  }

  #of(of: string): number {
    return this.#taken.get(of) ?? 0;
  }

  #set(of: string, count: number): void {
    if (count === 0) this.#taken.delete(of);
    else this.#taken.set(of, count);
  }
}
