import type { TradesQuery } from '@tenbin/exchange';
import { compare, type Fill, type PairName } from '@tenbin/market';
import { fillKey, withOverlap } from './fills-overlap.ts';
import type { FillsParts } from './fills-parts.ts';
import type { FillsByTime } from './quirks/quirks.ts';
import { asList, asRaw } from './raw-fields.ts';
import { readFill } from './read-fill.ts';

interface Span {
  readonly from: number;
  /** Open where it ends now. */
  readonly to: number | null;
}

/** A span this short is taken as it is. */
const shortestMs = 1000;

/**
 * All trades of ours from a point on, oldest first, of an exchange that is asked by time: window after window, and a
 * window whose page is full in two halves. It does not matter which end of a window the exchange begins with.
 *
 * Without a time the search begins one window ago.
 *
 * @throws {ExchangeError}
 */
export async function fetchFillsByTime(
  parts: FillsParts & { readonly byTime: FillsByTime },
  pair: PairName,
  { afterTradeId, since }: TradesQuery,
): Promise<Fill[]> {
  const { windowMs } = parts.byTime;
  const now = parts.runtime.now().getTime();
  const found = new Map<string, Fill>();
  for (let from = since?.getTime() ?? now - windowMs; ; from += windowMs) {
    const isLast = from + windowMs >= now;
    await collect(parts, pair, { from, to: isLast ? null : from + windowMs }, found);
    if (isLast) break;
  }
  const fills = [...found.values()].sort((one, other) => Number(one.at) - Number(other.at) || byId(one, other));
  return withOverlap(fills, afterTradeId);
}

async function collect(
  parts: FillsParts & { readonly byTime: FillsByTime },
  pair: PairName,
  span: Span,
  found: Map<string, Fill>,
): Promise<void> {
  const { exchange, caller, quirks, byTime, runtime } = parts;
  const { from, to } = span;
  const page = await caller.read('fetch fills', async () => {
    return asList(await exchange.fetchMyTrades(byTime.allPairs ? undefined : pair, from, quirks.fillsPerPage, byTime.params(span)));
  });
  const end = to ?? runtime.now().getTime();
  if (page.length < quirks.fillsPerPage || end - from <= shortestMs) {
    // Of other pairs some may be of markets that are not in our list, and cannot be read.
    for (const trade of page.filter((one) => asRaw(one).symbol === pair)) {
      const fill = readFill(trade, parts);
      found.set(fillKey(fill), fill);
    }
    return;
  }
  const middle = Math.floor((from + end) / 2);
  await collect(parts, pair, { from, to: middle }, found);
  await collect(parts, pair, { from: middle, to }, found);
}

const wholeNumber = /^\d+$/;

function byId({ tradeId: one }: Fill, { tradeId: other }: Fill): number {
  if (wholeNumber.test(one) && wholeNumber.test(other)) return compare(one, other);
  return one < other ? -1 : Number(one > other);
}
