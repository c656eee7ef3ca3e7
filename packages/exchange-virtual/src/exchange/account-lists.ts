import type { PairName } from '@tenbin/market';
import type { Account } from '../accounts/account.ts';
import type { AccountId } from '../ledger/ledger.ts';
import type { AccountTrade, Order, OrderName } from './order.ts';
import { findOrder } from './trading.ts';
import type { VenueState } from './venue-state.ts';

/** What an account can ask about its past: one order, its open orders, all of its orders, its trades. */
export const listNames = ['order', 'openOrders', 'orders', 'fills'] as const;
export type ListName = (typeof listNames)[number];

/** Who asks for which list. */
export interface ListAsked {
  readonly list: ListName;
  readonly account: AccountId;
  /** Undefined: of all pairs. */
  readonly pair: PairName | undefined;
}

/** How what a list tells differs from what has happened. */
export interface ListView {
  /** Epoch milliseconds: nothing that happened after this is told. */
  readonly upTo: number;
  /** Whether this trade is left out, although later ones are told. */
  isWithheld(trade: AccountTrade): boolean;
  /** What is told, in another order where its own is nobody's promise. */
  arrange(trades: readonly AccountTrade[]): readonly AccountTrade[];
}

/**
 * What accounts are told when they ask about their orders and trades. An exchange answers that from a copy of its books,
 * which may be behind them and behind what its streams have told; carrying orders out never looks here.
 */
export class AccountLists {
  /** How a list is told at the moment; null: as things are. */
  viewOf: ((asked: ListAsked) => ListView | null) | null = null;
  readonly #state: VenueState;

  constructor(state: VenueState) {
    this.#state = state;
  }

  order(account: Account, name: OrderName): Order | undefined {
    const order = findOrder(this.#state, account, name);
    const view = this.#view('order', account, name.pair);
    return order && view ? this.#asOf(account, order, view.upTo) : order;
  }

  /** Oldest first. @param pair - undefined: of all pairs */
  openOrders(account: Account, pair: PairName | undefined): Order[] {
    const view = this.#view('openOrders', account, pair);
    const open = view ? this.#ordersAsOf(account, view.upTo).filter(({ status }) => status === 'open') : [...account.openOrders.values()];
    return ofPair(open, pair).sort((a, b) => a.id - b.id);
  }

  /** Oldest first. @param pair - undefined: of all pairs */
  orders(account: Account, pair: PairName | undefined): Order[] {
    const view = this.#view('orders', account, pair);
    return ofPair(view ? this.#ordersAsOf(account, view.upTo) : [...account.orders.values()], pair);
  }

  /**
   * @param pair - undefined: of all pairs
   * @param select - what of them is asked for; gets them by pair, oldest first
   */
  fills(
    account: Account,
    pair: PairName | undefined,
    select: (trades: readonly AccountTrade[]) => readonly AccountTrade[],
  ): readonly AccountTrade[] {
    const trades = pair === undefined ? [...account.trades.values()].flat() : (account.trades.get(pair) ?? []);
    const view = this.#view('fills', account, pair);
    if (!view) return select(trades);
    return view.arrange(select(trades.filter((trade) => trade.at <= view.upTo && !view.isWithheld(trade))));
  }

  #view(list: ListName, account: Account, pair: PairName | undefined): ListView | null {
    return this.viewOf?.({ list, account: account.id, pair }) ?? null;
  }

  #ordersAsOf(account: Account, at: number): Order[] {
    return [...account.orders.values()].flatMap((order) => this.#asOf(account, order, at) ?? []);
  }

  /** As an order stood at a moment; undefined when it was not there yet. */
  #asOf(account: Account, order: Order, at: number): Order | undefined {
    if (order.updatedAt <= at) return order;
    if (order.createdAt > at) return undefined;
    const before = tradesOf(account, order).filter((trade) => trade.at <= at);
    return {
      ...order,
      ...filledBy(before),
      status: 'open',
      prevention: null,
      updatedAt: before.at(-1)?.at ?? order.createdAt,
    };
  }
}

/** An order's trades, oldest first. */
function tradesOf(account: Account, order: Order): AccountTrade[] {
  const trades = account.trades.get(order.pair) ?? [];
  const first = trades.findLastIndex((trade) => trade.at < order.createdAt) + 1;
  return trades.slice(first).filter((trade) => trade.orderId === order.id);
}

function filledBy(trades: readonly AccountTrade[]): Pick<Order, 'filledLots' | 'filledNotional'> {
  return {
    filledLots: trades.reduce((sum, { lots }) => sum + lots, 0),
    filledNotional: trades.reduce((sum, { notional }) => sum + notional, 0n),
  };
}

const ofPair = (orders: Order[], pair: PairName | undefined): Order[] =>
  pair === undefined ? orders : orders.filter((order) => order.pair === pair);
