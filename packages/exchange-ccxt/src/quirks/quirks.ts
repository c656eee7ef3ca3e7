import type { Fees, KeyRights, OrderReport, OrderRequest } from '@tenbin/exchange';
import type { PriceBand } from '@tenbin/market';
import type { CcxtExchange, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import type { Raw } from '../raw-fields.ts';

/** Where in an exchange's list of trades to start. */
export type FillsFrom = { readonly afterTradeId: string } | { readonly since: Date } | 'beginning';

/** One request of trades: ccxt's arguments. */
export interface FillsPage {
  readonly since: number | undefined;
  readonly params: Table;
}

/** What ccxt's one face over all exchanges does not cover: one object per exchange. */
export interface Quirks {
  readonly passphrase: boolean;
  /** Orders carry an id of ours and can be asked for by it. */
  readonly clientOrderId: boolean;
  readonly errorCodes: ErrorCodes;
  /** Whether an answer's "too many" is about one account's orders, not about everybody on this address. */
  isAccountLimit(body: string): boolean;
  /** Changes ccxt's description of the exchange: fewer endpoints, another address, one socket. */
  describe(description: Table, baseUrl: string | undefined): Table;
  /** Before an instance is used for the first time. */
  prepare?(exchange: CcxtExchange): void;
  orderParams(request: OrderRequest): Table;
  /** Names an order in a query or a cancel. `id` is ccxt's first argument. */
  orderRef(ref: { clientOrderId: string | null; exchangeOrderId: string | null }): { id: string; params: Table } | null;
  /** Our id in what ccxt made of an order; null where the exchange keeps none. */
  clientOrderIdOf(order: Raw): OrderReport['clientOrderId'];
  /** Our id in what ccxt made of a trade; null where a trade does not carry it. */
  clientOrderIdOfFill(trade: Raw): string | null;
  /** How many trades one request brings at most. */
  readonly fillsPerPage: number;
  /** Trades can be asked for by the id of the one before; otherwise by time only. */
  readonly fillsAfterTradeId: boolean;
  fillsPage(from: FillsFrom): FillsPage;
  priceBandOf?(market: Raw): PriceBand | null;
  fetchKeyRights?(exchange: CcxtExchange): Promise<KeyRights>;
  /** @returns null where the account's own are not told */
  fetchFees?(exchange: CcxtExchange): Promise<Fees | null>;
}
