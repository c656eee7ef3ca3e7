import type { Interval } from '../candles/interval.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { BookChanges, type LevelChange } from '../wire/book-changes.ts';
import { wireBook, wireCandle, wireLevel, wireTicker, wireTrade } from './market-wire.ts';
import type { OpenChannel, Push } from './push.ts';

const bookLevels = 400;

/** Looks now, then again and again until the market is delisted; in a stepped exchange also after each step. */
function polled({ exchange, live }: { exchange: VirtualExchange; live: LiveMarket }, everyMs: number, poll: () => void): () => void {
  const look = () => {
    if (live.rules.state !== 'delisted') poll();
  };
  look();
  const stopTimer = exchange.runtime.every(everyMs, look);
  const stop = exchange.onStep.subscribe(look);
  return () => {
    stopTimer();
    stop();
  };
}

/** Tells what it is shown unless it is as before, the time and the version aside. */
function whenNew(emit: (push: Push) => void): (item: object) => void {
  let sent = '';
  return (item) => {
    const content = JSON.stringify({ ...item, ts: '', seqId: 0 });
    if (content === sent) return;
    sent = content;
    emit({ data: [item] });
  };
}

export const tickerChannel =
  (exchange: VirtualExchange, live: LiveMarket): OpenChannel =>
  (emit) => {
    const show = whenNew(emit);
    return polled({ exchange, live }, 100, () => show(wireTicker(live, exchange.now())));
  };

export const tradesChannel =
  (exchange: VirtualExchange, live: LiveMarket): OpenChannel =>
  (emit) => {
    const latest = live.tape.at(-1);
    if (latest) emit({ data: [wireTrade(live, latest)] });
    return exchange.onTape.subscribe((trade) => {
      if (trade.pair === live.market.pair) emit({ data: [wireTrade(live, trade)] });
    });
  };

/** The best level of each side, at once when it changes. */
export const bestChannel =
  (exchange: VirtualExchange, live: LiveMarket): OpenChannel =>
  (emit) => {
    const show = whenNew(emit);
    const look = () => show(wireBook(live, { levels: 1, now: exchange.now() }));
    look();
    return exchange.onBook.subscribe((changed) => {
      if (changed === live) look();
    });
  };

/** The best five levels of each side. */
export const topChannel =
  (exchange: VirtualExchange, live: LiveMarket): OpenChannel =>
  (emit) => {
    const show = whenNew(emit);
    return polled({ exchange, live }, 100, () => show(wireBook(live, { levels: 5, now: exchange.now() })));
  };

/** The whole book, then what changes: each update begins where the one before ended. */
export const bookChannel =
  (exchange: VirtualExchange, live: LiveMarket): OpenChannel =>
  (emit) => {
    const changes = new BookChanges(live);
    emit({ action: 'snapshot', data: [{ ...wireBook(live, { levels: bookLevels, now: exchange.now() }), prevSeqId: -1 }] });
    const wire = (levels: readonly LevelChange[]) => levels.map(([ticks, lots]) => wireLevel(live, ticks, lots));
    return polled({ exchange, live }, 100, () => {
      const change = changes.next();
      if (!change) return;
      const { from: prevSeqId, to: seqId } = change;
      const sides = { asks: wire(change.asks), bids: wire(change.bids) };
      emit({ action: 'update', data: [{ ...sides, ts: String(exchange.now()), prevSeqId, seqId }] });
    });
  };

/** The open candle as it grows; one that closes is told once more. */
export const candleChannel =
  (exchange: VirtualExchange, live: LiveMarket, interval: Interval): OpenChannel =>
  (emit) => {
    const series = live.candles.series(interval);
    let sentFrom = series.last?.at ?? 0;
    let sent = '';
    return polled({ exchange, live }, 500, () => {
      const now = exchange.now();
      series.rollTo(now);
      const candles = series.since(sentFrom).map((candle) => wireCandle(candle, interval, now));
      sentFrom = series.last?.at ?? sentFrom;
      const content = JSON.stringify(candles);
      if (candles.length === 0 || content === sent) return;
      sent = content;
      for (const candle of candles) emit({ data: [candle] });
    });
  };
