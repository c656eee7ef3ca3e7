import { existsSync } from 'node:fs';
import { DomainError, type PairName } from '@tenbin/market';
import { pause, type Runtime } from '@tenbin/runtime';
import type { Feed, PriceMove } from './feed.ts';

/** The part of a ccxt.pro exchange that is listened to. */
interface FollowedExchange {
  readonly has: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<unknown>;
  fetchTicker(pair: string): Promise<FollowedTicker>;
  watchTicker(pair: string): Promise<FollowedTicker>;
  watchTrades(pair: string): Promise<readonly { readonly price?: number | undefined; readonly amount?: number | undefined }[]>;
  close(): Promise<void>;
}

interface FollowedTicker {
  readonly last?: number | undefined;
}

export interface FollowFeedOptions {
  readonly runtime: Pick<Runtime, 'after'>;
  /** The name of ccxt's class: 'binance'. */
  readonly ccxtId: string;
  /** Given to ccxt's constructor: addresses, options. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Hears why a stream broke; it is tried again by itself. */
  readonly onTrouble?: (error: unknown) => void;
}

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Follows another exchange's public trades. While its stream is broken prices stay where they are.
 *
 * @throws {DomainError} when it opens: `unknownExchange`, `notSupported` (it has no such stream), `notReached`, `noPrice`
 */
export function followFeed({ runtime, ccxtId, settings = {}, onTrouble = () => {} }: FollowFeedOptions): Feed {
  let exchange: FollowedExchange | null = null;
  let isClosed = false;
  const latest = new Map<PairName, PriceMove>();
  const stopWaiting = new AbortController();

  /** Until the feed is closed. */
  const follow = async (source: FollowedExchange, pair: PairName): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!isClosed) {
      try {
        for (const move of await nextMoves(source, pair)) latest.set(pair, move);
        pauseMs = firstPauseMs;
      } catch (error) {
        if (isClosed) return;
        onTrouble(error);
        await pause(runtime, pauseMs, { signal: stopWaiting.signal });
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
  };
  const takeLatest = (): PriceMove[] => {
    const moves = [...latest.values()];
    latest.clear();
    return moves;
  };

  return {
    name: `follow:${ccxtId}`,
    speed: 1,
    fills: 'partly',
    open: async (pairs) => {
      const source = await connect(ccxtId, settings);
      exchange = source;
      await source.loadMarkets().catch((error: unknown) => {
        throw new DomainError('notReached', { ccxtId }, { cause: error });
      });
      const opening = await Promise.all(pairs.map((pair) => openingPrice(source, pair)));
      for (const pair of pairs) void follow(source, pair);
      return opening;
    },
    advance: takeLatest,
    step: () => {
      const [first] = latest;
      if (!first) return null;
      latest.delete(first[0]);
      return first[1];
    },
    close: async () => {
      isClosed = true;
      stopWaiting.abort();
      await exchange?.close();
    },
  };
}

const moduleOf = (ccxtId: string): URL => new URL(`src/pro/${ccxtId}.js`, import.meta.resolve('ccxt'));

/** Whether ccxt has streams of this exchange. */
export const canFollow = (ccxtId: string): boolean => /^[a-z0-9]{2,40}$/.test(ccxtId) && existsSync(moduleOf(ccxtId));

async function connect(ccxtId: string, settings: Readonly<Record<string, unknown>>): Promise<FollowedExchange> {
  if (!canFollow(ccxtId)) throw new DomainError('unknownExchange', { ccxtId: ccxtId.slice(0, 40) });
  try {
    const { default: Exchange } = (await import(moduleOf(ccxtId).href)) as { default: new (settings: object) => FollowedExchange };
    const exchange = new Exchange({ enableRateLimit: true, ...settings });
    if (!exchange.has.watchTrades && !exchange.has.watchTicker) throw new DomainError('notSupported', { ccxtId, needs: 'watchTrades' });
    return exchange;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('unknownExchange', { ccxtId }, { cause: error });
  }
}

async function openingPrice(source: FollowedExchange, pair: PairName): Promise<PriceMove> {
  const { last } = await source.fetchTicker(pair).catch((error: unknown) => {
    throw new DomainError('noPrice', { pair }, { cause: error });
  });
  if (!(last && last > 0)) throw new DomainError('noPrice', { pair });
  return { pair, price: last };
}

async function nextMoves(source: FollowedExchange, pair: PairName): Promise<PriceMove[]> {
  if (!source.has.watchTrades) {
    const { last } = await source.watchTicker(pair);
    return last && last > 0 ? [{ pair, price: last }] : [];
  }
  const trades = await source.watchTrades(pair);
  return trades.flatMap(({ price, amount }) => (price && price > 0 ? [{ pair, price, volume: amount }] : []));
}
