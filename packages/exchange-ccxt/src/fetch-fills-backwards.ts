import type { TradesQuery } from '@tenbin/exchange';
import type { Fill, PairName } from '@tenbin/market';
import { overlapMs, withOverlap } from './fills-overlap.ts';
import type { FillsParts } from './fills-parts.ts';
import type { OlderFills } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readFill } from './read-fill.ts';

/**
 * All trades of ours from a point on, oldest first, of an exchange whose pages begin with the newest ones: walks back
 * until a page is short or is well before the trade that was named.
 *
 * @throws {ExchangeError}
 */
export async function fetchFillsBackwards(
  parts: FillsParts & { readonly older: OlderFills },
  pair: PairName,
  { afterTradeId, since }: TradesQuery,
): Promise<Fill[]> {
  const { exchange, caller, quirks, older } = parts;
  const found = new Map<bigint, Fill>();
  let until = Number.NEGATIVE_INFINITY;
  let params = {};
  for (;;) {
    const page = await caller.read('fetch fills', async () =>
      asList(await exchange.fetchMyTrades(pair, since?.getTime(), quirks.fillsPerPage, params)).map(
        (trade) => [older.markOf(asRaw(trade)), readFill(trade, parts)] as const,
      ),
    );
    const before = found.size;
    for (const [mark, fill] of page) found.set(mark, fill);
    const mark = page.find(([, { tradeId }]) => tradeId === afterTradeId);
    if (mark) until = mark[1].at.getTime() - overlapMs;
    const reached = page.some(([, { at }]) => at.getTime() < until);
    if (reached || page.length < quirks.fillsPerPage || found.size === before) break;
    params = older.before(page.reduce((oldest, [mark]) => (mark < oldest ? mark : oldest), page[0]?.[0] ?? 0n));
  }
  const fills = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fill]) => fill);
  return withOverlap(fills, afterTradeId);
}
