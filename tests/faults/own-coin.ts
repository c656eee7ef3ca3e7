import { type DialectName, defaultMarkets, type MarketDefinition } from '@tenbin/exchange-virtual';
import type { Currency, PairName } from '@tenbin/market';
import type { Draw } from './draw.ts';

/**
 * A coin that the bots of one round balance in place of ETH: what happens to its pairs strikes no other round. It trades
 * by the rules of ETH and at its price.
 */
export interface OwnCoin {
  readonly name: Currency;
  /** Decimals of its money. */
  readonly digits: number;
  readonly selfTradePrevention: NonNullable<MarketDefinition['selfTradePrevention']>;
  /** Hardly anybody else trades it: orders of one account come to meet. */
  readonly isThin: boolean;
  /** One of its pairs is to be delisted. */
  readonly leaves: boolean;
}

/** What bots balance beside BTC and USDT. */
export const defaultCoin: Currency = 'ETH';

const preventions = ['expireMaker', 'expireTaker', 'expireBoth', 'none'] as const;
/** OKX does not say with how many digits it counts, so it is not to count more coarsely than everybody thinks. */
const digitsOf = { binance: [5, 8, 10], okx: [8, 10, 18] } as const;
/** Then all quotes of the house together are worth less than an order of a bot. */
const thinNotional = '0.00005';

const share = 0.3;
const shareThatLeaves = 0.25;
const shareThatIsThin = 0.6;

/**
 * @param only - as in `planRound`
 * @returns null for most rounds
 */
export function drawOwnCoin(
  draw: Draw,
  { seed, dialect, only }: { readonly seed: number; readonly dialect: DialectName; readonly only: readonly string[] | null },
): OwnCoin | null {
  const own = draw.chance(only === null ? share : 0);
  const coin = {
    name: `X${seed}`,
    digits: draw.oneOf(digitsOf[dialect]),
    selfTradePrevention: draw.oneOf(preventions),
    leaves: draw.chance(shareThatLeaves),
    isThin: draw.chance(shareThatIsThin),
  };
  if (only === null) return own ? coin : null;
  const [leaves, isThin] = [only.includes('delist'), only.includes('join')];
  return leaves || isThin ? { ...coin, leaves, isThin } : null;
}

/** The pairs of a round's bots. */
export const pairsOf = (coin: OwnCoin | null): readonly PairName[] =>
  ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map((pair) => pair.replace(defaultCoin, coin?.name ?? defaultCoin));

/** The pair among the usual ones that trades as this one does. */
export const defaultPairOf = (pair: PairName): PairName => pair.replace(/^X\d+\//, `${defaultCoin}/`);

/** What the exchange lists besides the usual pairs. */
export const marketsOf = (coin: OwnCoin): readonly MarketDefinition[] =>
  pairsOf(coin).flatMap((pair) => {
    const usual = defaultMarkets.find((market) => market.pair === defaultPairOf(pair));
    if (!usual || usual.pair === pair) return [];
    const { selfTradePrevention } = coin;
    const thin = coin.isThin && pair.endsWith('/USDT') ? { minimumNotional: thinNotional } : {};
    return [{ ...usual, ...thin, pair, selfTradePrevention }];
  });
