import type { Currency, PairName } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import { shareOf, toUnits, type Units } from '../ledger/units.ts';
import type { FeeCoin, Money } from './fee-coin.ts';
import type { LiveMarket } from './live-market.ts';
import type { VenueState } from './venue-state.ts';

const one = toUnits('1');

/** Says what a trade costs its sides, and in which currency. */
export class FeeDesk {
  readonly #state: VenueState;
  readonly #live: ReadonlyMap<PairName, LiveMarket>;

  constructor(state: VenueState, live: ReadonlyMap<PairName, LiveMarket>) {
    this.#state = state;
    this.#live = live;
  }

  /**
   * The fee of one side of a trade: in the account's coin, at a discount, while the account has enough of it; else in
   * what the trade brings.
   *
   * @param earlier - what the same account pays for the trade's other side
   */
  charge({ id, feeCoin }: Account, received: Money, { rate, earlier }: { rate: Units; earlier: Money | null }): Money {
    const fee = shareOf(received.amount, rate);
    const inCoin = feeCoin && this.#inCoin(feeCoin, { currency: received.currency, amount: fee });
    if (feeCoin && inCoin !== null) {
      const { currency } = feeCoin;
      const brought = received.currency === currency ? received.amount : 0n;
      const paid = earlier?.currency === currency ? earlier.amount : 0n;
      if (this.#state.ledger.holding(id, currency).free + brought - paid >= inCoin) return { currency, amount: inCoin };
    }
    return { currency: received.currency, amount: this.#state.money.cut(received.currency, fee) };
  }

  /** A fee in a coin, less its discount; null where nothing says what the coin is worth. */
  #inCoin(coin: FeeCoin, fee: Money): Units | null {
    const price = this.#priceOf(coin, fee.currency);
    if (price === null) return null;
    const discounted = shareOf(fee.amount, one - toUnits(coin.discount));
    return this.#state.money.cut(coin.currency, (discounted * price.of) / price.coin);
  }

  /** What a currency and a coin are worth, both in the same. */
  #priceOf({ currency: coin, prices }: FeeCoin, of: Currency): { readonly of: Units; readonly coin: Units } | null {
    if (of === coin) return { of: one, coin: one };
    const quoted = prices?.[of];
    if (quoted !== undefined) return { of: one, coin: toUnits(quoted) };
    const direct = this.#lastPrice(`${coin}/${of}`);
    if (direct !== null) return { of: one, coin: direct };
    const reverse = this.#lastPrice(`${of}/${coin}`);
    if (reverse !== null) return { of: reverse, coin: one };
    for (const { market } of this.#live.values()) {
      if (market.base !== coin) continue;
      const [ofCoin, ofOther] = [this.#lastPrice(market.pair), this.#lastPrice(`${of}/${market.counter}`)];
      if (ofCoin !== null && ofOther !== null) return { of: ofOther, coin: ofCoin };
    }
    return null;
  }

  #lastPrice(pair: PairName): Units | null {
    const live = this.#live.get(pair);
    if (!live) return null;
    const ticks = live.lastTicks || Math.round(live.feedTicks);
    return ticks > 0 ? BigInt(ticks) * live.market.tick : null;
  }
}
