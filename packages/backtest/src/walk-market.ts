import type { Book } from './book.ts';
import type { CandleMarket } from './candle-market.ts';
import type { WorthWatch } from './worth-watch.ts';

/** What a run through the candles counted. */
export interface Walk {
  readonly executions: number;
  /** Fills in whose candle and pair there was one on the other side too. */
  readonly sharedCandleFills: number;
  /** By pair: what was traded, in the currency of worth at the candle's close. */
  readonly volumes: Float64Array;
  /** Σ of what grew and is no profit, a logarithm: see `EvenOut`. */
  readonly evened: number;
  /** The moment at which an order came under the minimums; null where none did. */
  readonly refusedAt: number | null;
}

/**
 * Walks through the candles: moment by moment, in each moment pair by pair, a pair's candle against the pair's orders.
 *
 * A trade on a market fills orders of that market only. So a fill may bring another pair's order to where that pair's
 * price already is; it fills when the other pair trades next. (Filling it at once would let inconsistent prices, such
 * as one pair's low beside another's open, be traded against each other without end.)
 */
export function walkMarket(market: CandleMarket, book: Book, watch: WorthWatch): Walk {
  const walker = new Walker(market, book, watch);
  while (!walker.walkOn()) {
    // Until the candles end.
  }
  return walker;
}

/**
 * Moments with a reached order that one call walks through. The loop is cut into calls because an engine optimizes
 * functions that are called often; a loop that is entered once is replaced under way, anew in every run.
 */
const momentsOfCall = 128;

class Walker implements Walk {
  executions = 0;
  sharedCandleFills = 0;
  refusedAt: number | null = null;
  readonly volumes: Float64Array;
  readonly #market: CandleMarket;
  readonly #book: Book;
  readonly #watch: WorthWatch;
  #moment = 0;

  constructor(market: CandleMarket, book: Book, watch: WorthWatch) {
    this.volumes = new Float64Array(market.pairs.length);
    this.#market = market;
    this.#book = book;
    this.#watch = watch;
  }

  get evened(): number {
    return this.#book.evened;
  }

  /** @returns whether the candles have ended */
  walkOn(): boolean {
    const { reach } = this.#market;
    const book = this.#book;
    const watch = this.#watch;
    for (let count = 0; count < momentsOfCall; count++) {
      const next = reach.next(this.#moment, book.sell, book.buy);
      const looked = watch.isQuiet ? next : watch.look(this.#moment, next, book.held);
      if (looked < next) {
        this.#refuse(looked);
        return true;
      }
      if (next === reach.length) return true;
      this.#walkMoment(next);
      this.#moment = next + 1;
      if (watch.look(next, next + 1, book.held) === next || book.isRefused) {
        this.#refuse(next);
        return true;
      }
      watch.settle(book.held, areBanded(book.sell, book.buy));
    }
    return false;
  }

  #walkMoment(moment: number): void {
    const { rows, stride, counters } = this.#market;
    const book = this.#book;
    const { sell, buy } = book;
    const pairs = sell.length;
    for (let p = 0; p < pairs; p++) {
      const at = moment * stride + 4 * p;
      if (rows[at + 1]! < sell[p]! && rows[at + 2]! > buy[p]!) continue;
      book.walkCandle(p, moment);
      const { sells, buys } = book;
      if (sells + buys === 0) continue;
      this.executions += sells + buys;
      if (sells > 0 && buys > 0) this.sharedCandleFills += sells + buys;
      this.volumes[p]! += book.notional[0]! * rows[moment * stride + 4 * pairs + counters[p]!]!;
      book.reprice();
    }
  }

  /** The bot stops: no order any more, the balances stay what they are. */
  #refuse(moment: number): void {
    this.refusedAt = moment;
    this.#watch.checkRest(moment + 1, this.#market.reach.length, this.#book.held);
  }
}

/** Whether every pair has both its orders, so that its price stays between them until one is reached. */
function areBanded(sell: Float64Array, buy: Float64Array): boolean {
  for (let p = 0; p < sell.length; p++) if (!(sell[p]! < Number.POSITIVE_INFINITY && buy[p]! > 0)) return false;
  return true;
}
