import type { Exchange } from '@tenbin/db';
import type { Credentials, ExchangeAccount, ExchangeConnector, ExchangeSettings, LastPrice, MarketData, PriceTick } from '@tenbin/exchange';
import type { CcxtExchanges } from '@tenbin/exchange-ccxt';
import type { Candle, CandleInterval, Currency, MarketRules, OrderBook, PairName } from '@tenbin/market';
import { type PricesByPair, pricePairsOf, type UsdPrices, usdPrices } from '@tenbin/strategy';
import type { Clock } from '../clock.ts';
import { type Asker, type PlaceRules, stayingOn } from '../limits/places.ts';
import { ExchangeDoor, tooLate } from './exchange-door.ts';
import { createRemembering } from './remembering.ts';

/** No longer than a caller waits: what is read takes another ten seconds at most. */
const laneDeadlineMs = 10_000;

/** Beside those who trade, who may call from the same address: see `ConnectOptions`. */
export const connectAside =
  (exchanges: CcxtExchanges, localAddress: string | null): ConnectExchange =>
  (settings) =>
    exchanges.connect(settings, { isAside: true, localAddress, laneDeadlineMs });

/** `close` ends what the connector still has open. */
export type ConnectExchange = (settings: ExchangeSettings) => ExchangeConnector & { close(): Promise<void> };

export interface Prices {
  /** The middle of the book, or the last trade where there is no book. */
  readonly prices: PricesByPair;
  readonly usd: UsdPrices;
}

/**
 * What the API asks of exchanges. Market data needs no key, is shared by everybody and remembered for a few seconds;
 * candles are not, see `CandleService`.
 * With somebody's key a connection is made for one piece of work and closed after it.
 *
 * What somebody asks waits at a door ({@link ExchangeDoor}); what all share is asked once.
 *
 * Every call throws `ExchangeError`, at the latest after its deadline, and {Refusal} `tooManyRequests` where the
 * door is full for its asker.
 */
export interface ExchangeAccess {
  fetchMarkets(exchange: Exchange): Promise<ReadonlyMap<PairName, MarketRules>>;
  /** Loads the markets anew, once a minute at most: who asks soon after sees what has changed. */
  renewMarkets(exchange: Exchange): void;
  /** Of these pairs, and of what it takes to know the worth of these currencies in USD. */
  fetchPrices(
    exchange: Exchange,
    wanted: { readonly pairs?: readonly PairName[]; readonly currencies: readonly Currency[]; readonly asker: Asker },
  ): Promise<Prices>;
  /** Undefined where the exchange does not tell, or a side of the book is empty; remembered as prices are. */
  fetchTick(exchange: Exchange, wanted: { readonly pair: PairName; readonly asker: Asker }): Promise<PriceTick | undefined>;
  /** Of the latest trade, also while a side of the book is empty; null where the exchange does not tell; remembered as prices are. */
  fetchLast(exchange: Exchange, wanted: { readonly pair: PairName; readonly asker: Asker }): Promise<LastPrice | null>;
  /** As far as it is told, remembered as prices are. */
  fetchBook(exchange: Exchange, wanted: { readonly pair: PairName; readonly asker: Asker }): Promise<OrderBook>;
  /** Oldest first. */
  fetchCandles(
    exchange: Exchange,
    query: { readonly pair: PairName; readonly interval: CandleInterval; readonly limit: number; readonly since: Date },
  ): Promise<Candle[]>;
  withAccount<T>(
    exchange: Exchange,
    { credentials, asker }: { readonly credentials: Credentials; readonly asker: Asker },
    work: (account: ExchangeAccount) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

const deadlineMs = 20_000;

interface Connection {
  readonly connector: ReturnType<ConnectExchange>;
  readonly market: MarketData;
  readonly door: ExchangeDoor;
}

/** The same for every row that leads to the same exchange, however often rows change. */
export const addressOf = ({ ccxtId, baseUrl }: Exchange): string => `${ccxtId} ${baseUrl ?? ''}`.trim();

interface AccessOptions {
  readonly connect: ConnectExchange;
  readonly clock: Clock;
  readonly places?: PlaceRules;
}

export function createExchangeAccess({ connect, clock, places }: AccessOptions): ExchangeAccess {
  const connections = new Map<string, Connection>();
  const markets = createRemembering<ReadonlyMap<PairName, MarketRules>>({ clock, forMs: 5 * 60_000 });
  const ticks = createRemembering<PriceTick[]>({ clock, forMs: 1_500 });
  const lasts = createRemembering<LastPrice | null>({ clock, forMs: 1_500 });
  const books = createRemembering<OrderBook>({ clock, forMs: 1_500 });

  function connectionTo(exchange: Exchange): Connection {
    const address = addressOf(exchange);
    const known = connections.get(address);
    if (known) return known;
    const connector = connect({ ccxtId: exchange.ccxtId, baseUrl: exchange.baseUrl ?? undefined });
    const made = { connector, market: connector.marketData(), door: new ExchangeDoor({ clock, deadlineMs, places }) };
    connections.set(address, made);
    return made;
  }

  const fetchMarkets = (exchange: Exchange): Promise<ReadonlyMap<PairName, MarketRules>> =>
    markets.get(addressOf(exchange), async () => withDeadline(clock, connectionTo(exchange).market.fetchMarkets()));

  function fetchTicks(exchange: Exchange, pairs: readonly PairName[], asker: Asker): Promise<PriceTick[]> {
    const { door, market } = connectionTo(exchange);
    return ticks.get(`${addressOf(exchange)} ${pairs.join()}`, () => door.pass(stayingOn(asker), () => market.fetchPrices(pairs)));
  }

  return {
    fetchMarkets,
    renewMarkets: (exchange) => connectionTo(exchange).market.renewMarkets?.(),
    async fetchPrices(exchange, { pairs = [], currencies, asker }) {
      const offered = await fetchMarkets(exchange);
      const wanted = [...new Set([...pairs.filter((pair) => offered.has(pair)), ...pricePairsOf(currencies, offered.keys())])].sort();
      if (wanted.length === 0) return { prices: new Map(), usd: usdPrices({ prices: new Map() }) };
      const found = await fetchTicks(exchange, wanted, asker);
      const prices = new Map(found.map((tick) => [tick.pair, priceOf(tick)]));
      return { prices, usd: usdPrices({ prices }) };
    },
    fetchTick: async (exchange, { pair, asker }) => (await fetchTicks(exchange, [pair], asker))[0],
    fetchLast(exchange, { pair, asker }) {
      const { door, market } = connectionTo(exchange);
      return lasts.get(`${addressOf(exchange)} ${pair}`, () => door.pass(stayingOn(asker), () => market.fetchLast(pair)));
    },
    fetchBook(exchange, { pair, asker }) {
      const { door, market } = connectionTo(exchange);
      return books.get(`${addressOf(exchange)} ${pair}`, () => door.pass(stayingOn(asker), () => market.fetchBook(pair)));
    },
    fetchCandles: (exchange, { pair, interval, limit, since }) =>
      withDeadline(clock, connectionTo(exchange).market.fetchCandles(pair, interval, { limit, since })),
    withAccount(exchange, { credentials, asker }, work) {
      const { door, connector } = connectionTo(exchange);
      return door.pass(asker, async (signal) => {
        const account = await connector.account(credentials);
        const close = () => void account.close();
        signal.addEventListener('abort', close);
        try {
          signal.throwIfAborted();
          return await work(account);
        } finally {
          signal.removeEventListener('abort', close);
          await account.close();
        }
      });
    },
    async close() {
      await Promise.allSettled([...connections.values()].map(({ connector }) => connector.close()));
      connections.clear();
    },
  };
}

function priceOf({ bestBid, bestAsk, last }: PriceTick): number {
  const middle = (Number(bestBid) + Number(bestAsk)) / 2;
  return Number(bestBid) > 0 && Number(bestAsk) > 0 ? middle : Number(last);
}

/** @throws {ExchangeError} `deadlinePassed` */
async function withDeadline<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(deadlineMs, () => reject(tooLate(deadlineMs)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
