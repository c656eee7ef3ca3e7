import type { QueryClient } from '@tanstack/react-query';
import type { Route } from '@tenbin/contract';
import { keyOf } from '../app/query.ts';
import { gatherReads } from '../live/gather-reads.ts';

/** Of many bots something changes every second: what is shown of them is read again once for all that came meanwhile. */
const gatherMs = 5000;

/**
 * An event has a bot's state and counts; of its figures, and of which filters find it, the reads alone can tell.
 *
 * @param reads - what any event of a bot makes old
 */
export const readBotsAgain = (reads: readonly Route[]) => (queries: QueryClient) => {
  const readAgain = gatherReads(queries, gatherMs);
  const keys = reads.map((route) => keyOf(route));
  return ({ type }: { readonly type: string }): void => {
    if (type !== 'hello') readAgain(keys);
  };
};
