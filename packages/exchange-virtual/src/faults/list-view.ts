import type { ListView } from '../exchange/account-lists.ts';
import type { AccountTrade } from '../exchange/order.ts';
import type { ListFault } from './fault.ts';
import { chance } from './meet-fault.ts';

/** What strikes one answer, one fault of a kind at most. */
export interface ListTrouble {
  readonly lag: Extract<ListFault, { type: 'lagLists' }> | null;
  readonly withholding: Extract<ListFault, { type: 'withholdFills' }> | null;
  readonly shuffling: Extract<ListFault, { type: 'shuffleFills' }> | null;
}

/** What a list tells under its troubles; the same fault withholds the same trades from every answer. */
export function viewUnder({ lag, withholding, shuffling }: ListTrouble, now: number): ListView | null {
  if (!lag && !withholding && !shuffling) return null;
  return {
    upTo: lag ? now - lag.ms : Number.POSITIVE_INFINITY,
    isWithheld: ({ at, sequence }) =>
      withholding !== null && at > now - withholding.ms && chance(withholding.seed, sequence) < withholding.share,
    arrange: (trades) => (shuffling ? shuffle(trades, shuffling.seed) : trades),
  };
}

/** Trades of one millisecond change places, and no others. @param trades - oldest first, or newest first */
function shuffle(trades: readonly AccountTrade[], seed: number): readonly AccountTrade[] {
  const direction = (trades.at(0)?.at ?? 0) <= (trades.at(-1)?.at ?? 0) ? 1 : -1;
  return trades.toSorted((a, b) => direction * (a.at - b.at) || chance(seed, a.sequence) - chance(seed, b.sequence));
}
