import type { ExchangeErrorReason, Fees, KeyRights, OrderReport, OrderRequest } from '@tenbin/exchange';
import type { Decimal, MarketRules, PriceBand } from '@tenbin/market';
import type { PaceRules } from '../address-limits.ts';
import type { CcxtExchange, Table } from '../ccxt-exchange.ts';
import type { ErrorCodes } from '../error-meaning.ts';
import type { TurnRule } from '../next-turns.ts';
import type { Raw } from '../raw-fields.ts';
import type { IsAnswer } from '../readable-answer.ts';

/** Where in an exchange's list of trades to start. */
export type FillsFrom = { readonly afterTradeId: string } | { readonly since: Date } | 'beginning';

/** One request of trades: ccxt's arguments. */
export interface FillsPage {
  readonly since: number | undefined;
  readonly params: Table;
}

/** How ccxt is told which order is meant. */
export interface NamedOrder {
  readonly id: string | undefined;
  readonly params: Table;
}

/** What a bot cannot do without and this exchange does not offer. */
export type Lack = 'orderStatusUnreliable' | 'minimumsUnreported' | 'usdNotPriced' | 'exchangeNotTried';

/** For lists of trades that come newest first. */
export interface OlderFills {
  /** A number that rises from trade to trade. */
  markOf(trade: Raw): bigint;
  /** ccxt's parameters for the trades before a mark. */
  before(mark: bigint): Table;
}

/** For lists of trades that are asked for by time. */
export interface FillsByTime {
  /** The longest span that one request may cover. */
  readonly windowMs: number;
  /** The exchange's list is of all pairs together; so are its pages. */
  readonly allPairs?: true;
  /** ccxt's parameters for the end of a span, and for its beginning where ccxt gets that wrong. */
  params(span: { readonly from: number; readonly to: number | null }): Table;
}

export type MoneyUnits = Pick<MarketRules, 'baseUnit' | 'counterUnit'>;

/** What a bot needs to know beforehand, as far as the exchange tells it. */
export interface Reported {
  /** The least that an order's price times amount must be. */
  readonly minimumNotional: boolean;
  /** Where the fees come from: the account's own, or those for everybody. */
  readonly fees: 'account' | 'market';
}

/** What all instances of a process share. */
export interface CommonOfInstances {
  /** A number that rises from call to call, whatever the key. */
  readonly nextNonce: () => number;
}

/** What ccxt's one face over all exchanges does not cover: one object per exchange. */
export interface Quirks {
  readonly passphrase: boolean;
  /** Its private and public streams were tried with this package; otherwise it is polled, whatever ccxt can. */
  readonly streams?: true;
  /** Why no bot may run on it, the weightiest first; empty where bots may. */
  readonly lacks: readonly Lack[];
  readonly reported: Reported;
  /** Orders carry an id of ours and can be asked for by it. */
  readonly clientOrderId: boolean;
  /** An order can be refused, or taken back at once, instead of taking from the book. */
  readonly postOnly: boolean;
  readonly errorCodes: ErrorCodes;
  /** Finds the code in the exchange's words, as group 1; absent: a field with one of the usual names. */
  readonly codePattern?: RegExp;
  /** What answers that say "done" look like; anything else is taken for no answer. Absent: any JSON may be one. */
  readonly isAnswer?: IsAnswer;
  /** Whether an answer's "too many" is about one account's orders, not about everybody on this address. */
  isAccountLimit(body: string): boolean;
  /** Whose requests the exchange counts. */
  readonly lanesPer: 'address' | 'account';
  /** How fast it may be asked, where ccxt's own figure is not right, and how it tells what was used. */
  readonly pace?: Partial<PaceRules>;
  /**
   * How many private streams one address may open. At another address than the exchange's own, what the server there
   * says of that in {@link Quirks.paceOf} counts alone.
   */
  readonly connections?: readonly TurnRule[];
  /** How many orders one account may place; at another address than the exchange's own as with {@link Quirks.connections}. */
  readonly orders?: readonly TurnRule[];
  /** What the exchange's list of markets says of its own limits. */
  paceOf?(answer: Raw): PaceRules | null;
  /** Changes ccxt's description of the exchange: fewer endpoints, another address, one socket. */
  describe(description: Table, baseUrl: string | undefined): Table;
  /** Before an instance is used for the first time. */
  prepare?(exchange: CcxtExchange, common: CommonOfInstances): void;
  /** Resolves when the subscription to our orders is in force, where signing in alone does not make it so. */
  untilSubscribed?(exchange: CcxtExchange): Promise<unknown>;
  /** Placing and cancelling answer with the order's ids only: it is asked for afterwards. */
  readonly answersBriefly?: boolean;
  /** …but one that was accepted rests, or traded: it need not be looked at for whether the exchange took it back. */
  readonly restsOnceAccepted?: boolean;
  /** Why the exchange cancelled an order that it had accepted; null where it did not. */
  takenBack?(order: Raw): ExchangeErrorReason | null;
  /** Open orders can be asked for without a pair. `maxListed`: so many at most; absent: all there are. */
  readonly allOpenOrders?: { readonly maxListed?: number };
  /** What asking for open orders costs in ccxt's terms; absent: 1. */
  readonly openOrdersCost?: number;
  /** How often open orders are asked for at least where they are not pushed, in ms; absent: as often as everywhere. */
  readonly pollEveryMs?: number;
  /** How many levels of a book are followed, where more are dearer or fewer are usual; absent: as many as the exchange sends. */
  readonly followedLevels?: number;
  /** Private calls carry a number that must rise: those with one key go out one after the other. */
  readonly risingNumbers?: boolean;
  /** How many requests an address may send, whosever they are, where each account's are counted besides. */
  readonly perAddress?: TurnRule;
  /** All orders of a pair can be asked for from a time on, whatever became of them. */
  readonly listsOrders?: boolean;
  orderParams(request: OrderRequest): Table;
  /**
   * What makes the exchange refuse an order that reaches it later than this, by its own clock. Absent: what it signs
   * with carries a window, and nothing need be added.
   */
  expiry?(byMs: number): { readonly params?: Table; readonly headers?: Table };
  /** Names an order in a query or a cancel. `id` is ccxt's first argument. */
  orderRef(ref: { clientOrderId: string | null; exchangeOrderId: string | null }): NamedOrder | null;
  /** Where ccxt's own way does not find every order, or not by an id of ours. @returns ccxt's order; null: there is none */
  fetchOrder?(exchange: CcxtExchange, pair: string, named: NamedOrder): Promise<unknown>;
  /** ccxt's parameters for asking for the wallet. */
  readonly walletParams?: Table;
  /** Our id in what ccxt made of an order; null where the exchange keeps none. */
  clientOrderIdOf(order: Raw): OrderReport['clientOrderId'];
  /** Our id in what ccxt made of a trade; null where a trade does not carry it. */
  clientOrderIdOfFill(trade: Raw): string | null;
  /** What a trade moved in counter, where ccxt does not read it right; null: as ccxt read it. */
  notionalOfFill?(trade: Raw): Decimal | null;
  /** What was paid for a trade where ccxt does not read it right; null: as ccxt read it. */
  feeOfFill?(trade: Raw): Decimal | null;
  /** How the trades of one order are asked for: ccxt's parameters, or a way of its own. Absent: from a time on only, as all are. */
  fillsOfOrder?(exchangeOrderId: string): Table | ((exchange: CcxtExchange, pair: string) => Promise<unknown>);
  /** How many trades one request brings at most. */
  readonly fillsPerPage: number;
  /** Trades can be asked for by the id of the one before; otherwise by time only. */
  readonly fillsAfterTradeId: boolean;
  /** Trades are asked for by time; `fillsPage` is not asked then. */
  readonly fillsByTime?: FillsByTime;
  /** Where trades come newest first, they are walked back; `fillsPage` is not asked then. */
  readonly olderFills?: OlderFills;
  fillsPage(from: FillsFrom): FillsPage;
  priceBandOf?(market: Raw): PriceBand | null;
  /** The exchange's own number for the account behind a key. */
  fetchAccountId?(exchange: CcxtExchange): Promise<string | null>;
  /** A buy's fee is taken in counter on top of what it costs; absent: every fee is taken from what is received. */
  readonly feeOnTop?: true;
  /** The smallest money in base and counter of one of ccxt's markets, where the exchange cuts off at it; absent: it says nothing. */
  moneyUnitsOf?(market: Raw): MoneyUnits;
  /** Where {@link Quirks.fetchKeyRights} asks, for people to read. */
  readonly keyRightsFrom?: string;
  fetchKeyRights?(exchange: CcxtExchange): Promise<KeyRights>;
  /** Where one rate holds for all pairs of an account. @returns null where it is not told */
  fetchFees?(exchange: CcxtExchange): Promise<Fees | null>;
}
