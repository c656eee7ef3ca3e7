import { type Candle, currenciesOf, DomainError, type PairName } from '@tenbin/market';
import type { Random } from '@tenbin/runtime';
import { type CandlePart, flatCandle } from '../candles/candle-series.ts';
import { loadHistory } from '../candles/history.ts';
import type { PriceMove } from '../feed/feed.ts';
import { houseAccount } from '../ledger/ledger.ts';
import { toUnits } from '../ledger/units.ts';
import { restoreSnapshot } from '../store/snapshot.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { LiveMarket } from './live-market.ts';
import type { Transactions } from './transactions.ts';
import type { VenueState } from './venue-state.ts';

/** What the house brings along, of each currency. */
const houseDeposit = toUnits('1000000000');

/** Puts back what the store kept. An empty store is a new venue: its house gets its deposit. */
export function restorePast(
  state: VenueState,
  { store, transactions, now }: { store: VenueStore; transactions: Transactions; now: number },
): void {
  const { snapshot, batches } = store.load();
  if (snapshot) restoreSnapshot(state, snapshot);
  for (const facts of batches) for (const fact of facts) state.apply(fact);
  const held = state.ledger.holdings(houseAccount);
  const currencies = currenciesOf([...state.markets.keys()]).filter((currency) => !held.has(currency));
  if (currencies.length === 0) return;
  transactions.run(() => {
    for (const currency of currencies) {
      transactions.record({ type: 'deposit', account: houseAccount, currency, amount: String(houseDeposit), at: now });
    }
  });
}

/**
 * Open orders go back into their books, oldest first, so that time priority stays.
 *
 * @throws {DomainError} `openOrderOnUnknownPair`: its market was traded before, and is not now
 */
export function restoreBooks(state: VenueState, live: ReadonlyMap<PairName, LiveMarket>): void {
  for (const order of [...state.orders.values()].sort((a, b) => a.id - b.id)) {
    if (order.status !== 'open') continue;
    const market = live.get(order.pair);
    if (!market) throw new DomainError('openOrderOnUnknownPair', { pair: order.pair, order: order.id });
    market.book.limit(order.id, order.side, order.ticks, order.lots - order.filledLots, true);
  }
}

/** Candles of the run before where there are enough, otherwise a past made up to end at the opening prices. */
export function restoreCandles(
  state: VenueState,
  live: ReadonlyMap<PairName, LiveMarket>,
  { opening, now, speed, random }: { opening: readonly PriceMove[]; now: number; speed: number; random: Random },
): void {
  const firstKept = Math.min(...[...live.keys()].map((pair) => state.candles.get(pair)?.[0]?.at ?? now));
  const notionalPerMinute = (pair: PairName) => 24_000 * Number(state.requireMarket(pair).minimumNotional);
  const books = new Map([...live].map(([pair, { candles }]) => [pair, candles]));
  const prices = Object.fromEntries(opening.map(({ pair, price }) => [pair, state.candles.get(pair)?.[0]?.open ?? price]));
  loadHistory(books, { prices, now: firstKept, speed, random, notionalPerMinute });
  for (const [pair, candles] of books) candles.load('1m', (state.candles.get(pair) ?? []).map(toPart));
  for (const { pair, price } of opening) {
    books.get(pair)?.load('1s', [flatCandle(now, price)]);
  }
}

function toPart(candle: Candle): CandlePart {
  const notional = candle.volume * ((candle.open + candle.close) / 2);
  const trades = candle.volume > 0 ? 240 : 0;
  return { ...candle, notional, trades, takerBase: candle.volume / 2, takerNotional: notional / 2 };
}
