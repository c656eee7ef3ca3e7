import type { TradesQuery } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import { fetchFillsBackwards } from './fetch-fills-backwards.ts';
import { fetchFillsByTime } from './fetch-fills-by-time.ts';
import { fetchFillsOfOrder } from './fetch-fills-of-order.ts';
import { fillKey, withOverlap } from './fills-overlap.ts';
import type { FillsParts } from './fills-parts.ts';
import type { FillsFrom, Quirks } from './quirks/quirks.ts';
import { asList } from './raw-fields.ts';
import { readFill } from './read-fill.ts';

/**
 * Trades of ours on a pair from a point on, oldest first, or those of one order.
 *
 * @throws {ExchangeError}
 */
export async function fetchFills(parts: FillsParts, pair: PairName, query: TradesQuery): Promise<Fill[]> {
  const { exchangeOrderId, since } = query;
  if (exchangeOrderId === undefined) return fetchAllFills(parts, pair, query);
  const ofOrder = await fetchFillsOfOrder(parts, pair, exchangeOrderId);
  if (ofOrder !== null) return ofOrder;
  return (await fetchAllFills(parts, pair, { since })).filter((fill) => fill.exchangeOrderId === exchangeOrderId);
}

/**
 * Pages until one is short. An exchange that knows no "after this trade" is asked from the time of the page's last trade on;
 * what overlaps is left out by its id.
 */
async function fetchAllFills(parts: FillsParts, pair: PairName, query: TradesQuery): Promise<Fill[]> {
  const { exchange, caller, quirks } = parts;
  if (quirks.olderFills) return fetchFillsBackwards({ ...parts, older: quirks.olderFills }, pair, query);
  if (quirks.fillsByTime) return fetchFillsByTime({ ...parts, byTime: quirks.fillsByTime }, pair, query);
  const found = new Map<string, Fill>();
  let from = startOf(query, quirks);
  for (;;) {
    const { since, params } = quirks.fillsPage(from);
    const page = await caller.read('fetch fills', async () =>
      asList(await exchange.fetchMyTrades(pair, since, quirks.fillsPerPage, params)).map((trade) => readFill(trade, parts)),
    );
    const before = found.size;
    for (const fill of page) found.set(fillKey(fill), fill);
    const last = page.at(-1);
    if (last === undefined || page.length < quirks.fillsPerPage || found.size === before) break;
    from = quirks.fillsAfterTradeId ? { afterTradeId: last.tradeId } : { since: last.at };
  }
  return withOverlap([...found.values()], query.afterTradeId);
}

/** Where a trade's id is no starting point, a time given with it is. */
function startOf({ afterTradeId, since }: TradesQuery, { fillsAfterTradeId }: Quirks): FillsFrom {
  if (afterTradeId !== undefined && (fillsAfterTradeId || since === undefined)) return { afterTradeId };
  return since === undefined ? 'beginning' : { since };
}
