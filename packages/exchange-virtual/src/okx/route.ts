import type { Signer } from '../accounts/account.ts';
import type { LiveMarket } from '../exchange/live-market.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { Parameters } from '../wire/parameters.ts';
import { emptyParameter, unknownInstrument, wrongParameter } from './okx-error.ts';

/** A call that passed its checks. */
export interface Call {
  readonly exchange: VirtualExchange;
  readonly parameters: Parameters;
}

export interface PrivateCall extends Call, Signer {}

/** What a batch answers: one item for each order, with a code of its own. */
export interface OrderAnswer {
  readonly sCode: string;
  readonly [field: string]: string;
}

/** One thing that can be asked for. Its result becomes `data`. */
export type Route =
  | { readonly security: 'public'; readonly handle: (call: Call) => readonly object[] }
  | { readonly security: 'private'; readonly handle: (call: PrivateCall) => readonly object[] }
  /** Takes one order, or a list of them. */
  | { readonly security: 'orders'; readonly isBatch: boolean; readonly handle: (call: PrivateCall) => OrderAnswer };

/** By method and path: 'GET /api/v5/public/time'. */
export type Routes = Readonly<Record<string, Route>>;

const instrumentTypes = ['SPOT', 'MARGIN', 'SWAP', 'FUTURES', 'OPTION'] as const;

/** Only spot is traded; the other types are known and empty. @throws {OkxError} 50014 (where it is mandatory), 51000 */
export function asksForSpot(parameters: Parameters, { mandatory }: { mandatory: boolean }): boolean {
  const type = parameters.oneOf('instType', instrumentTypes, () => wrongParameter('instType'));
  if (type === undefined && mandatory) throw emptyParameter('instType');
  return type === undefined || type === 'SPOT';
}

export const instrumentOf = ({ market }: LiveMarket): string => `${market.base}-${market.counter}`;

/** @throws {OkxError} 50014, 51001 */
export function requireLive({ exchange, parameters }: Call): LiveMarket {
  return liveOf(exchange, parameters.requireText('instId'));
}

/** @throws {OkxError} 51001 */
export function findLive({ exchange, parameters }: Call): LiveMarket | undefined {
  const instrument = parameters.text('instId');
  return instrument === undefined ? undefined : liveOf(exchange, instrument);
}

/** @throws {OkxError} 51001 */
function liveOf(exchange: VirtualExchange, instrument: string): LiveMarket {
  const market = exchange.markets.get(instrument.replace('-', '/'));
  if (!market || instrument.includes('/')) throw unknownInstrument();
  return exchange.live(market.pair);
}

export const allLive = (exchange: VirtualExchange): LiveMarket[] => [...exchange.markets.keys()].map((pair) => exchange.live(pair));

/**
 * One page of things that come newest first.
 *
 * @param idOf - rises with time; `after` asks for older ones, `before` for newer ones
 */
export function pageOf<Item>(parameters: Parameters, newestFirst: readonly Item[], idOf: (item: Item) => number): Item[] {
  const after = parameters.integer('after') ?? Number.POSITIVE_INFINITY;
  const before = parameters.integer('before') ?? Number.NEGATIVE_INFINITY;
  const limit = parameters.limit({ usual: 100, most: 100 });
  return newestFirst.filter((item) => idOf(item) < after && idOf(item) > before).slice(0, limit);
}
