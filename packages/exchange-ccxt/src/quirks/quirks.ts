import type { ExchangeErrorReason, Fees, KeyRights, OrderReport, OrderRequest } from '@tenbin/exchange';
import type { Decimal, PriceBand } from '@tenbin/market';
import type { PaceRules } from '../address-limits.ts';
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

/** For lists of trades that come newest first. */
export interface OlderFills {
  /** A number that rises from trade to trade. */
  markOf(trade: Raw): bigint;
  /** ccxt's parameters for the trades before a mark. */
  before(mark: bigint): Table;
}

/** What ccxt's one face over all exchanges does not cover: one object per exchange. */
export interface Quirks {
  readonly passphrase: boolean;
  /** Orders carry an id of ours and can be asked for by it. */
  readonly clientOrderId: boolean;
  readonly errorCodes: ErrorCodes;
  /** Whether an answer's "too many" is about one account's orders, not about everybody on this address. */
  isAccountLimit(body: string): boolean;
  /** How fast it may be asked, where ccxt's own figure is not right, and how it tells what was used. */
  readonly pace?: Partial<PaceRules>;
  /** What the exchange's list of markets says of its own limits. */
  paceOf?(answer: Raw): PaceRules | null;
  /** Changes ccxt's description of the exchange: fewer endpoints, another address, one socket. */
  describe(description: Table, baseUrl: string | undefined): Table;
  /** Before an instance is used for the first time. */
  prepare?(exchange: CcxtExchange): void;
  /** Resolves when the subscription to our orders is in force, where signing in alone does not make it so. */
  untilSubscribed?(exchange: CcxtExchange): Promise<unknown>;
  /** Placing and cancelling answer with the order's ids only: it is asked for afterwards. */
  readonly answersBriefly?: boolean;
  /** Why the exchange cancelled an order that it had accepted; null where it did not. */
  takenBack?(order: Raw): ExchangeErrorReason | null;
  orderParams(request: OrderRequest): Table;
  /** Names an order in a query or a cancel. `id` is ccxt's first argument. */
  orderRef(ref: { clientOrderId: string | null; exchangeOrderId: string | null }): { id: string; params: Table } | null;
  /** Our id in what ccxt made of an order; null where the exchange keeps none. */
  clientOrderIdOf(order: Raw): OrderReport['clientOrderId'];
  /** Our id in what ccxt made of a trade; null where a trade does not carry it. */
  clientOrderIdOfFill(trade: Raw): string | null;
  /** What was paid for a trade where ccxt does not read it right; null: as ccxt read it. */
  feeOfFill?(trade: Raw): Decimal | null;
  /** How many trades one request brings at most. */
  readonly fillsPerPage: number;
  /** Trades can be asked for by the id of the one before; otherwise by time only. */
  readonly fillsAfterTradeId: boolean;
  /** Where trades come newest first, they are walked back; `fillsPage` is not asked then. */
  readonly olderFills?: OlderFills;
  fillsPage(from: FillsFrom): FillsPage;
  priceBandOf?(market: Raw): PriceBand | null;
  fetchKeyRights?(exchange: CcxtExchange): Promise<KeyRights>;
  /** @returns null where the account's own are not told */
  fetchFees?(exchange: CcxtExchange): Promise<Fees | null>;
}
