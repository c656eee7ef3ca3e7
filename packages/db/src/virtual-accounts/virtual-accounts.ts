import type { Booked, Books, VirtualLedger } from '@tenbin/bots';
import type { Balances, Decimal, FeeOnTop, Fill, PairName, Side } from '@tenbin/market';
import type { StoredMovement } from '../ledger/ledger.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { NamedRecord } from '../records/contract-records.ts';

/** A ring-fenced part of an exchange account of the platform. */
export interface VirtualAccount extends VirtualLedger {
  readonly exchangeAccountId: string;
  readonly name: string;
  /** Counts its changes. */
  readonly version: number;
  readonly createdAt: Date;
}

/** Who changes it, and why. */
export interface Changing {
  readonly by: string | null;
  readonly reason?: string | null;
  /** The number of the movement that is taken back. */
  readonly reverses?: number;
}

export interface VirtualMovement extends StoredMovement {
  /** The other one of a transfer. */
  readonly counterpartId: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly reverses: number | null;
  /** Another one took it back. */
  readonly isReversed: boolean;
}

/** What is to be sent by hand. */
export interface NewHandOrder extends FeeOnTop {
  readonly virtualAccountId: string;
  /** The one that sends what is asked for by hand. */
  readonly botId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  /** In base. */
  readonly amount: Decimal;
  /** What is not filled at once ends. */
  readonly isMarket: boolean;
  readonly by: string;
}

export interface HandOrder extends NewHandOrder {
  readonly clientOrderId: string;
  readonly sequence: number;
  readonly at: Date;
  readonly cancelAskedAt: Date | null;
  /** It was never sent, and will not be. */
  readonly withdrawnAt: Date | null;
}

/** An order on a virtual account's money: of one of its bots, or by hand. */
export interface VirtualOrder extends Omit<StoredOrder, 'state'> {
  /** `asked`: by hand, and not sent yet. `withdrawn`: nor ever. */
  readonly state: StoredOrder['state'] | 'asked' | 'withdrawn';
  readonly traded: Decimal;
  readonly isByHand: boolean;
  /** By hand, and asked for at whatever price there is. */
  readonly isMarket: boolean;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The virtual accounts of an organization's exchange accounts: the platform's has them. */
export interface VirtualAccounts {
  /**
   * With what is left of its exchange account, where that has none yet.
   *
   * @throws {DomainError} `virtualAccountExists`, also where one has that name in other case or width
   */
  create(account: { readonly exchangeAccountId: string; readonly name: string }): Promise<VirtualAccount>;
  find(exchangeAccountId: string, name: string): Promise<VirtualAccount | null>;
  findById(id: string): Promise<VirtualAccount | null>;
  /** By exchange account and name; of one exchange account where that is given. */
  list(exchangeAccountId?: string): Promise<VirtualAccount[]>;
  /** What none of them has; null where there are none. */
  findRest(exchangeAccountId: string): Promise<{ readonly id: string; readonly balances: Balances } | null>;
  /**
   * Changes some of one exchange account, and the rest: they are locked until it is stored. What `work` throws changes nothing.
   *
   * @returns what they are afterwards
   */
  change(exchangeAccountId: string, ids: readonly string[], changing: Changing, work: (books: Books) => Booked): Promise<Books>;
  /**
   * Books a trade of an order that is none of ours to the rest, once however often it is told.
   *
   * @returns whether it was new
   */
  bookUnmatchedFill(exchangeAccountId: string, fill: Fill): Promise<boolean>;
  /** Newest first. */
  listMovements(id: string, page: Page): Promise<VirtualMovement[]>;
  findMovement(number: number): Promise<VirtualMovement | null>;
  /** What the movements until then add up to, by account of the ledger. */
  addUpUntil(exchangeAccountId: string, at: Date): Promise<ReadonlyMap<string, Balances>>;
  /**
   * Holds an order's money, and writes down that it shall be sent: its worker does so. To be called in a transaction.
   *
   * @throws {DomainError} `ledgerLacksFunds` and what else refuses a hold, `ordersWouldCross`
   */
  askOrder(order: NewHandOrder): Promise<HandOrder>;
  /** One that was not sent is not sent any more, and holds nothing; one that was is cancelled by its worker. */
  askCancel(clientOrderId: string): Promise<HandOrder | null>;
  /** Takes back what was asked of a bot by then and was not sent. */
  withdrawUnsent(botId: string, until: Date): Promise<void>;
  findHandOrder(clientOrderId: string): Promise<HandOrder | null>;
  /** Those of a bot that are to be sent, and those that are open and are to be cancelled, as what a market order left is; by sequence. */
  listToDo(botId: string): Promise<{ readonly toSend: HandOrder[]; readonly toCancel: string[] }>;
  /** Newest first; those that may still trade where `isOpen`. */
  listOrders(id: string, search: Page & { readonly pair?: PairName; readonly isOpen?: boolean }): Promise<VirtualOrder[]>;
  countOpen(id: string): Promise<number>;
  /** Newest first. */
  listRecords(id: string, search: Page & { readonly pair?: PairName }): Promise<NamedRecord[]>;
}
