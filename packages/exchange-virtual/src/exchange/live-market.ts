import { CandleBook } from '../candles/candle-book.ts';
import type { VenueCandle } from '../candles/candle-series.ts';
import type { OrderBook } from '../matching/order-book.ts';
import type { Market } from './market.ts';
import type { TapeTrade } from './order.ts';

/** House orders' ids begin here; accounts' orders stay below. */
export const firstHouseId = 2 ** 40;

const keptTrades = 1_000;

/** A market while it trades. */
export class LiveMarket {
  readonly market: Market;
  readonly book: OrderBook;
  readonly candles: CandleBook;
  /** The latest trade's price in ticks; 0 before the first. */
  lastTicks = 0;
  /** Where the feed stands, in ticks, not necessarily whole. */
  feedTicks = 0;
  /** Grows with every change of the book, over restarts too. */
  version: number;
  nextTradeId: number;
  #tape: TapeTrade[] = [];

  constructor(
    market: Market,
    {
      book,
      version,
      nextTradeId,
      onMinute,
    }: { book: OrderBook; version: number; nextTradeId: number; onMinute: (candle: VenueCandle) => void },
  ) {
    this.market = market;
    this.book = book;
    this.version = version;
    this.nextTradeId = nextTradeId;
    this.candles = new CandleBook(onMinute);
  }

  /** The latest public trades, oldest first. */
  get tape(): readonly TapeTrade[] {
    return this.#tape;
  }

  print(trade: TapeTrade): void {
    this.lastTicks = trade.ticks;
    this.#tape.push(trade);
    if (this.#tape.length > keptTrades * 1.5) this.#tape = this.#tape.slice(-keptTrades);
    const price = trade.ticks * Number(this.market.tickSize);
    const amount = trade.lots * Number(this.market.lotSize);
    this.candles.record({ at: trade.at, price, amount, takerBuys: trade.takerSide === 'buy' });
  }
}
