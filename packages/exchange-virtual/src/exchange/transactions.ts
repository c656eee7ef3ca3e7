import { takeSnapshot } from '../store/snapshot.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Fact } from './fact.ts';
import type { VenueState } from './venue-state.ts';

/**
 * Runs changes one at a time: facts are applied as they happen, written together when the change is done,
 * and only then do listeners hear of it and does the caller get its answer.
 *
 * When the store fails, what is in memory may be more than what is written; nothing is accepted from then on.
 */
export class Transactions {
  readonly #store: VenueStore;
  readonly #state: VenueState;
  #facts: Fact[] = [];
  #announcements: (() => void)[] = [];
  #broken: Error | null = null;

  constructor(store: VenueStore, state: VenueState) {
    this.#store = store;
    this.#state = state;
  }

  /** Whether the venue has stopped accepting anything, and why. */
  get broken(): Error | null {
    return this.#broken;
  }

  /** Something happened. Throws, and nothing has happened, when it cannot be. */
  record(fact: Fact): void {
    this.#state.apply(fact);
    this.#facts.push(fact);
  }

  /** To be said once everything so far is written. */
  announce(announcement: () => void): void {
    this.#announcements.push(announcement);
  }

  /** @throws what `work` throws; facts recorded before that stay */
  run<Result>(work: () => Result): Result {
    if (this.#broken) throw new Error('the venue has stopped: its store failed', { cause: this.#broken });
    try {
      return work();
    } finally {
      this.#commit();
    }
  }

  #commit(): void {
    const facts = this.#facts;
    const announcements = this.#announcements;
    this.#facts = [];
    this.#announcements = [];
    if (facts.length > 0) {
      try {
        this.#store.append(facts);
        if (this.#store.wantsSnapshot) this.#store.saveSnapshot(takeSnapshot(this.#state));
      } catch (error) {
        this.#broken = error instanceof Error ? error : new Error(String(error));
        throw new Error('the venue has stopped: its store failed', { cause: error });
      }
    }
    for (const announcement of announcements) announcement();
  }
}
