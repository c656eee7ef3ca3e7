import type { Fill, PairName } from '@tenbin/market';
import type { FillsParts } from './fills-parts.ts';
import { asList } from './raw-fields.ts';
import { readFill } from './read-fill.ts';

/**
 * The trades of one order, oldest first, of an exchange that can be asked for them.
 *
 * @returns null where it cannot, or where they may be more than one answer holds
 * @throws {ExchangeError}
 */
export async function fetchFillsOfOrder(parts: FillsParts, pair: PairName, id: string): Promise<Fill[] | null> {
  const { exchange, caller, quirks } = parts;
  const { fillsOfOrder } = quirks;
  if (fillsOfOrder === undefined) return null;
  const fills = await caller.read('fetch fills of an order', async () => {
    const asked = fillsOfOrder(id);
    const answer =
      typeof asked === 'function' ? await asked(exchange, pair) : await exchange.fetchMyTrades(pair, undefined, quirks.fillsPerPage, asked);
    return asList(answer).map((trade) => readFill(trade, parts));
  });
  if (fills.length >= quirks.fillsPerPage) return null;
  // An exchange that does not heed the question answers with others as well.
  return fills.filter((fill) => fill.exchangeOrderId === id).sort((one, other) => Number(one.at) - Number(other.at));
}
