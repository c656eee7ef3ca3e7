import type { HaltedAddress } from './exchange-halts.ts';

/**
 * The turns to open a connection that were taken lately from an address of ours. They are counted by the database's
 * clock, for all processes on the address together, and outlive them: one that starts anew knows what was opened before.
 */
export interface ExchangeTurns {
  /**
   * Takes as many turns as `decide` says, in one step: nobody else takes any meanwhile.
   *
   * @param given - `keepMs`: what is older is forgotten; `decide`: told how long ago each was taken, in ms, oldest first
   * @returns how many were taken
   */
  take(address: HaltedAddress, given: { readonly keepMs: number; readonly decide: (agesMs: readonly number[]) => number }): Promise<number>;
}
