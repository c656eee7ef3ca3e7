import type { FaultInput } from '@tenbin/exchange-virtual';
import type { PairName } from '@tenbin/market';
import { drawFrom } from './draw.ts';
import { type Happening, troubleMs } from './happening.ts';
import { defaultPairOf, type OwnCoin, pairsOf } from './own-coin.ts';

type Rules = Omit<Extract<FaultInput, { type: 'changeRules' }>, 'type'>;

/** Coarser steps than a pair began with, and back again; the orders of a round's bots stay above the minimums. */
export function otherRules(coin: OwnCoin | null): readonly Rules[] {
  const [ofBtc, ofCoin, crossed] = pairsOf(coin) as readonly [PairName, PairName, PairName];
  return [
    { pair: ofBtc, tickSize: '0.1', lotSize: '0.0001' },
    { pair: ofBtc, tickSize: '0.01', lotSize: '0.00001' },
    { pair: ofCoin, tickSize: '0.1', minimumNotional: '8' },
    { pair: ofCoin, tickSize: '0.01', minimumNotional: '5' },
    { pair: crossed, lotSize: '0.001' },
    { pair: crossed, lotSize: '0.0001' },
  ];
}

interface OwnMarkets {
  /** Null where a round's bots balance what most others do. */
  readonly coin: OwnCoin | null;
  readonly bots: readonly { readonly begins: string }[];
}

/**
 * What happens to the pairs of a round's own coin, often, since no other round trades them; and who joins there. It has a
 * draw of its own: what else a seed says about a round stays.
 *
 * @param only - as in `planRound`
 */
export function planOwnMarkets(seed: number, { coin, bots }: OwnMarkets, only: readonly string[] | null): Happening[] {
  if (coin === null) return [];
  const draw = drawFrom(Math.imul(seed, 0xc2b2ae35) >>> 0);
  const share = (type: string, usual: number) => (only?.includes(type) ? 1 : usual);
  const own = pairsOf(coin).filter((pair) => defaultPairOf(pair) !== pair);
  const halt = { atMs: draw.whole(500, troubleMs - 4_000), pair: draw.oneOf(own), forMs: draw.whole(200, 2_500) } as const;
  const rules = draw.oneOf(otherRules(coin).filter(({ pair }) => own.includes(pair)));
  const change = { type: 'fault', atMs: draw.whole(0, troubleMs / 2), fault: { type: 'changeRules', ...rules } } as const;
  const delist = { type: 'delist', atMs: draw.whole(1_500, troubleMs - 500), pair: draw.oneOf(own) } as const;
  const joins = bots.flatMap(({ begins }, bot): Happening[] =>
    begins === 'contrary' ? [{ type: 'join', atMs: draw.whole(200, 3_000), bot }] : [],
  );
  const isHalted = draw.chance(share('halt', 0.25));
  const isChanged = draw.chance(share('changeRules', 0.4)) && !coin.isThin;
  return [
    ...(isHalted && !coin.leaves ? [{ type: 'halt', ...halt } as const] : []),
    ...(isChanged && !coin.leaves ? [change] : []),
    ...(coin.leaves ? [delist] : []),
    ...joins,
  ];
}
