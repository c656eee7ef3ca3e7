import type { PairName } from '@tenbin/market';
import type { Random } from '@tenbin/runtime';
import type { Feed, PriceMove } from '../feed/feed.ts';
import type { House } from '../house/house.ts';
import type { LiveMarket } from './live-market.ts';
import type { Trading } from './trading.ts';

export interface MarketDriverOptions {
  readonly feed: Feed;
  readonly house: House;
  readonly trading: Trading;
  readonly random: Random;
  readonly live: ReadonlyMap<PairName, LiveMarket>;
}

/** Brings the feed's prices into the markets: the house follows, reached orders fill, the tape prints. */
export class MarketDriver {
  readonly #options: MarketDriverOptions;
  /** The market of the feed's latest trade; null before the first. */
  #latest: LiveMarket | null = null;

  constructor(options: MarketDriverOptions) {
    this.#options = options;
  }

  /** @returns the market that moved, null for a pair that is not traded here, or not at the moment */
  move({ pair, price, volume }: PriceMove): LiveMarket | null {
    const { house, trading, random } = this.#options;
    const live = this.#options.live.get(pair);
    if (!live || !(price > 0)) return null;
    const cameFrom = live.feedTicks;
    live.feedTicks = toTicks(live, price);
    if (live.rules.state !== 'trading') return null;
    live.version++;
    house.follow(live);
    this.#latest = live;
    const lots = volume === undefined ? house.printLots(live) : Math.round(volume / Number(live.market.lotSize));
    const isUp = live.feedTicks === cameFrom ? random.next() < 0.5 : live.feedTicks > cameFrom;
    const { tickStep, lotStep } = live.rules;
    const whole = (value: number, step: number) => Math.max(1, Math.round(value / step)) * step;
    trading.print(live, { ticks: whole(live.feedTicks, tickStep), lots: whole(lots, lotStep), takerSide: isUp ? 'buy' : 'sell' });
    return live;
  }

  /** Makes room for an order that must fill at its own price: nothing but accounts' orders may meet it. */
  stepAside(live: LiveMarket): void {
    if (this.#options.feed.fills === 'whole') this.#options.house.withdraw(live);
  }

  /**
   * Comes back after {@link stepAside}. A trade fills orders of its own market only, and goes on filling until none is
   * reached: so what was placed is taken where the latest trade reaches it, and on every other market it waits for
   * that market's next trade.
   */
  comeBack(live: LiveMarket): void {
    const { feed, house } = this.#options;
    if (feed.fills !== 'whole') return;
    live.version++;
    if (live === this.#latest) house.follow(live);
    else house.quote(live);
  }

  /** The market is gone: nobody quotes any more. */
  close(live: LiveMarket): void {
    this.#options.house.withdraw(live);
    live.version++;
  }

  /** Opening prices are known now; no trade has been yet. */
  hasOpened(): void {
    this.#latest = null;
  }
}

/** A price that doubles cannot tell from a whole tick is that tick. */
function toTicks(live: LiveMarket, price: number): number {
  const ticks = price / Number(live.market.tickSize);
  const whole = Math.round(ticks);
  return Math.abs(ticks - whole) < 1e-9 * Math.max(1, ticks) ? whole : ticks;
}
