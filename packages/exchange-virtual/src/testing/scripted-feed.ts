import type { PairName } from '@tenbin/market';
import type { Feed, PriceMove } from '../feed/feed.ts';

export interface ScriptedFeed extends Feed {
  /** The next moves to be stepped through. */
  script(...moves: readonly PriceMove[]): void;
}

/** A feed that a test writes move by move. */
export function scriptedFeed(opening: Readonly<Record<PairName, number>>, fills: Feed['fills'] = 'partly'): ScriptedFeed {
  const waiting: PriceMove[] = [];
  return {
    name: 'scripted',
    speed: 1,
    fills,
    open: async (pairs) => pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 })),
    advance: () => waiting.splice(0),
    step: () => waiting.shift() ?? null,
    close: async () => {},
    script: (...moves) => {
      waiting.push(...moves);
    },
  };
}
