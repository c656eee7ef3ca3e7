import type { RebalanceStatus } from '@tenbin/bots';
import type { Balances, Currency, Facts } from '@tenbin/market';
import type { RebalanceOrder } from '@tenbin/strategy';

/** One rebalance, from the request to its end; what it moved is told by its orders' trades. */
export interface Rebalance {
  readonly id: string;
  readonly userId: string;
  readonly botId: string;
  readonly botName: string;
  readonly exchangeId: string;
  readonly exchangeName: string;
  readonly status: RebalanceStatus;
  /** The bot was to start afterwards. */
  readonly startsBot: boolean;
  /** As planned, in the order in which they were made; prices moved meanwhile may have led to further ones. */
  readonly orders: readonly RebalanceOrder[];
  /** Null until planned. */
  readonly balancesBefore: Balances | null;
  /** Null until it has completed. */
  readonly balancesAfter: Balances | null;
  /** How much of each currency its trades gave away. */
  readonly turnover: Balances;
  /** Percent of the turnover, by currency. */
  readonly feePercents: Readonly<Record<Currency, number>>;
  /** Why it failed: a code, and what makes it understandable. */
  readonly reason: string | null;
  readonly facts: Facts;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
}

export interface NewRebalance {
  readonly userId: string;
  readonly botId: string;
  readonly startsBot: boolean;
  readonly feePercents: Readonly<Record<Currency, number>>;
  readonly at: Date;
}

export interface Rebalances {
  /**
   * Notes the request of a stopped bot's user; tell the worker with a `DesiredStateSignal`. With `startsBot` the bot is wanted to
   * run: it starts when the wallet is even.
   *
   * @throws {DomainError} `botNotFound`, `botRunning`, `botStopping`, `rebalanceUnderWay`
   */
  request(rebalance: NewRebalance): Promise<Rebalance>;
  find(id: string): Promise<Rebalance | null>;
  /** Of one user, newest first. */
  listOfUser(
    userId: string,
    page: {
      readonly offset: number;
      readonly limit: number;
      readonly exchangeId?: string | undefined;
      readonly botId?: string | undefined;
    },
  ): Promise<Rebalance[]>;
}
