import type { Fees } from '@tenbin/exchange';
import type { MarketRules, PairName } from '@tenbin/market';
import { type BreakEven, breakEven, feeToReckonWith } from '@tenbin/strategy';

/** Where fees are known from: the account's own go before what is published for everybody. */
interface KnownFees {
  readonly own?: ReadonlyMap<PairName, Fees> | undefined;
  readonly published: ReadonlyMap<PairName, Pick<MarketRules, 'makerFee' | 'takerFee'>>;
}

/** The dearest fees of some pairs: a width must earn on every one of them. */
export function dearestOf(pairs: readonly PairName[], { own, published }: KnownFees): Fees {
  const fees = pairs.map((pair) => own?.get(pair) ?? publishedFees(published.get(pair)));
  return { maker: Math.max(...fees.map(({ maker }) => maker)), taker: Math.max(...fees.map(({ taker }) => taker)) };
}

const publishedFees = (rules: Pick<MarketRules, 'makerFee' | 'takerFee'> | undefined): Fees => ({
  maker: rules?.makerFee ?? 0,
  taker: rules?.takerFee ?? 0,
});

/** @param given - `postOnly`: orders only rest, so that the taker's fee is never paid */
export const breakEvenOf = (fees: Fees, given: { readonly postOnly: boolean }): BreakEven => breakEven(feeToReckonWith(fees, given));
