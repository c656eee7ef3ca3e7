import type { Signer } from '../accounts/account.ts';
import type { Rights } from '../exchange/fact.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { Parameters } from '../wire/parameters.ts';
import { BinanceError, invalidSymbol } from './binance-error.ts';
import type { RateCounter } from './rate-limits.ts';

/** A call that passed its checks. */
export interface Call {
  readonly exchange: VirtualExchange;
  readonly parameters: Parameters;
  readonly rates: RateCounter;
}

export interface SignedCall extends Call, Signer {}

interface AnyRoute {
  /** What it counts against the address's limit. */
  readonly weight: number | ((parameters: Parameters) => number);
}

/** One thing that can be asked for, over HTTP or over the WebSocket API. The result becomes JSON. */
export type Route =
  | (AnyRoute & { readonly security: 'public'; readonly handle: (call: Call) => unknown })
  | (AnyRoute & {
      readonly security: 'signed';
      readonly right: keyof Rights;
      /** Counts against the account's order limits. */
      readonly placesOrder?: boolean;
      readonly handle: (call: SignedCall) => unknown;
    });

/** By method and path: 'GET /api/v3/time'. */
export type Routes = Readonly<Record<string, Route>>;

/** @throws {BinanceError} -1121, -1102, -1105 */
export function requireLive({ exchange, parameters }: Call): LiveMarket {
  const symbol = parameters.requireText('symbol');
  return liveOf(exchange, symbol);
}

/** @throws {BinanceError} -1121 */
export function liveOf(exchange: VirtualExchange, symbol: string): LiveMarket {
  const live = findLive(exchange, symbol);
  if (!live) throw invalidSymbol();
  return live;
}

export function findLive(exchange: VirtualExchange, symbol: string): LiveMarket | undefined {
  for (const market of exchange.markets.values()) if (market.symbol === symbol) return exchange.live(market.pair);
  return undefined;
}

/** One symbol, a list of them, or all. */
export function selectLive(call: Call): { lives: LiveMarket[]; isSingle: boolean } {
  const { exchange, parameters } = call;
  const symbol = parameters.text('symbol');
  if (symbol !== undefined) return { lives: [liveOf(exchange, symbol)], isSingle: true };
  const symbols = parameters.list('symbols') ?? [...exchange.markets.values()].map((market) => market.symbol);
  return { lives: symbols.map((name) => liveOf(exchange, name)), isSingle: false };
}

const maxStretchMs = 24 * 3_600_000;

/** From one moment to another, either of them open. @throws {BinanceError} -1127 */
export function readStretch(parameters: Parameters): { from: number | undefined; to: number | undefined } {
  const from = parameters.integer('startTime');
  const to = parameters.integer('endTime');
  if (from !== undefined && to !== undefined && to - from > maxStretchMs) {
    throw new BinanceError(-1127, 'More than 24 hours between startTime and endTime.');
  }
  return { from, to };
}
