import type { Fact } from '../exchange/fact.ts';
import type { VenueSnapshot } from './snapshot.ts';

/** What the venue did before this start. */
export interface StoredPast {
  readonly snapshot: VenueSnapshot | null;
  /** The facts since, one batch per operation, oldest first. */
  readonly batches: Iterable<readonly Fact[]>;
}

/** The venue's memory beyond its process. */
export interface VenueStore {
  load(): StoredPast;
  /**
   * Keeps all facts of one operation, or none. When it returns they survive the end of this process;
   * nothing is answered before.
   */
  append(facts: readonly Fact[]): void;
  /** True when so much was appended that a snapshot would make the next start quicker. */
  readonly wantsSnapshot: boolean;
  saveSnapshot(snapshot: VenueSnapshot): void;
  close(): void | Promise<void>;
}

/** Forgets everything: for tests, and for venues that begin anew at every start. */
export function forgetfulStore(): VenueStore {
  return { load: () => ({ snapshot: null, batches: [] }), append: () => {}, wantsSnapshot: false, saveSnapshot: () => {}, close: () => {} };
}
