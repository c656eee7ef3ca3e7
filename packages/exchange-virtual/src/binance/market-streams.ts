import type { Cancel } from '@tenbin/runtime';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { DepthChanges } from './depth-changes.ts';
import { wireDepth } from './market-wire.ts';
import { findLive } from './route.ts';
import {
  aggregateTradeEvent,
  bookTickerEvent,
  candleEvent,
  miniTickerEvent,
  parseStream,
  type StreamKind,
  tickerEvent,
  tradeEvent,
} from './stream-events.ts';

/** Gets a stream's name and its event as JSON. */
export type StreamListener = (stream: string, json: string) => void;

/** A stream that somebody hears. `poll` gives what is new since the last time; streams that are pushed have none. */
interface OpenStream {
  readonly name: string;
  readonly listeners: Set<StreamListener>;
  readonly everyMs: number;
  readonly poll: ((now: number) => readonly object[]) | null;
}

const beatMs = 100;

/** The public streams. Nothing is computed for a stream that nobody hears, and no timer runs when there is none to be polled. */
export class MarketStreams {
  readonly #exchange: VirtualExchange;
  #open = new Map<string, OpenStream>();
  #stopBeats: Cancel | null = null;
  #beats = 0;
  #stopListening: (() => void)[];

  constructor(exchange: VirtualExchange) {
    this.#exchange = exchange;
    const lastBest = new Map<LiveMarket, string>();
    this.#stopListening = [
      exchange.onTape.subscribe((trade) => {
        const live = exchange.live(trade.pair);
        const symbol = live.market.symbol.toLowerCase();
        this.#publish(`${symbol}@trade`, () => tradeEvent(live, trade));
        this.#publish(`${symbol}@aggTrade`, () => aggregateTradeEvent(live, trade));
      }),
      exchange.onBook.subscribe((live) => {
        const stream = this.#open.get(`${live.market.symbol.toLowerCase()}@bookTicker`);
        if (!stream) return;
        const { u, ...best } = bookTickerEvent(live);
        const json = JSON.stringify(best);
        if (lastBest.get(live) === json) return;
        lastBest.set(live, json);
        this.#send(stream, { u, ...best });
      }),
      exchange.onStep.subscribe(() => this.#poll(Number.POSITIVE_INFINITY)),
    ];
  }

  /** A name that means nothing here is accepted and stays silent, as at Binance. */
  subscribe(name: string, listener: StreamListener): void {
    const stream = this.#open.get(name) ?? this.#openStream(name);
    if (!stream) return;
    this.#open.set(name, stream);
    stream.listeners.add(listener);
    if (stream.poll) this.#stopBeats ??= this.#exchange.runtime.every(beatMs, () => this.#poll(++this.#beats * beatMs));
  }

  unsubscribe(name: string, listener: StreamListener): void {
    const stream = this.#open.get(name);
    if (!stream) return;
    stream.listeners.delete(listener);
    if (stream.listeners.size === 0) this.#open.delete(name);
    if (![...this.#open.values()].some(({ poll }) => poll)) this.#stopTimer();
  }

  close(): void {
    this.#stopTimer();
    for (const stop of this.#stopListening) stop();
    this.#open.clear();
  }

  #openStream(name: string): OpenStream | null {
    const kind = parseStream(name);
    if (!kind) return null;
    if (!('symbol' in kind)) return stream(name, 1_000, this.#pollAll(kind.kind));
    const live = findLive(this.#exchange, kind.symbol);
    return live ? stream(name, 'everyMs' in kind ? kind.everyMs : 1_000, whileListed(live, pollOne(live, kind))) : null;
  }

  #pollAll(kind: 'allMiniTickers' | 'allTickers') {
    const event = kind === 'allTickers' ? tickerEvent : miniTickerEvent;
    return (now: number) => [[...this.#exchange.markets.keys()].map((pair) => event(this.#exchange.live(pair), now))];
  }

  /** @param elapsed - in milliseconds since the start; infinite: everything is due */
  #poll(elapsed: number): void {
    const now = this.#exchange.now();
    for (const stream of this.#open.values()) {
      if (!stream.poll || (Number.isFinite(elapsed) && elapsed % stream.everyMs !== 0)) continue;
      for (const event of stream.poll(now)) this.#send(stream, event);
    }
  }

  #publish(name: string, makeEvent: () => object): void {
    const stream = this.#open.get(name);
    if (stream) this.#send(stream, makeEvent());
  }

  #send(stream: OpenStream, event: object): void {
    const json = JSON.stringify(event);
    for (const listener of stream.listeners) listener(stream.name, json);
  }

  #stopTimer(): void {
    this.#stopBeats?.();
    this.#stopBeats = null;
  }
}

const stream = (name: string, everyMs: number, poll: OpenStream['poll']): OpenStream => ({ name, everyMs, poll, listeners: new Set() });

/** A market that was delisted is silent. */
const whileListed = (live: LiveMarket, poll: OpenStream['poll']): OpenStream['poll'] =>
  poll && ((now) => (live.rules.state === 'delisted' ? [] : poll(now)));

/** Each poll of a market tells only what is new. */
function pollOne(live: LiveMarket, kind: Extract<StreamKind, { symbol: string }>): OpenStream['poll'] {
  switch (kind.kind) {
    case 'trade':
    case 'aggTrade':
    case 'bookTicker':
      return null;
    case 'miniTicker':
      return whenTraded(live, (now) => miniTickerEvent(live, now));
    case 'ticker':
      return whenTraded(live, (now) => tickerEvent(live, now));
    case 'depth': {
      const changes = new DepthChanges(live);
      return (now) => {
        const event = changes.next(now);
        return event ? [event] : [];
      };
    }
    case 'topLevels':
      return (now) => (now > 0 ? [{ lastUpdateId: live.version, ...wireDepth(live, kind.levels) }] : []);
    case 'candle': {
      const series = live.candles.series(kind.interval);
      let sentFrom = series.last?.at ?? 0;
      return (now) => {
        series.rollTo(now);
        const news = series.since(sentFrom);
        sentFrom = series.last?.at ?? sentFrom;
        return news.map((candle) => candleEvent(live, candle, { interval: kind.interval, now }));
      };
    }
    default:
      return kind satisfies never;
  }
}

function whenTraded(live: LiveMarket, makeEvent: (now: number) => object): OpenStream['poll'] {
  let sentUpTo = 0;
  return (now) => {
    if (live.nextTradeId === sentUpTo) return [];
    sentUpTo = live.nextTradeId;
    return [makeEvent(now)];
  };
}
