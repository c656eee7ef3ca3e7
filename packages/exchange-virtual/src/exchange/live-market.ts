import { CandleBook } from '../candles/candle-book.ts';
import type { VenueCandle } from '../candles/candle-series.ts';
import type { OrderBook } from '../matching/order-book.ts';
import type { Market } from './market.ts';
import type { TapeTrade } from './order.ts';
import type { TradingRules } from './trading-rules.ts';

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
  readonly #rules: () => TradingRules;

  constructor(
    market: Market,
    {
      book,
      version,
      nextTradeId,
      rules,
      onMinute,
    }: {
      book: OrderBook;
      version: number;
      nextTradeId: number;
      rules: () => TradingRules;
      onMinute: (candle: VenueCandle) => void;
    },
  ) {
    this.market = market;
    this.book = book;
    this.version = version;
    this.nextTradeId = nextTradeId;
    this.#rules = rules;
    this.candles = new CandleBook(onMinute);
  }

  /** As they are at the moment. */
  get rules(): TradingRules {
    return this.#rules();
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
