/**
 * What server and worker tell one another through the database's NOTIFY, after what it tells of was stored. A signal can be
 * lost: whoever listens reads the database when it starts, after a lost connection, and from time to time besides, so a
 * signal only makes things happen sooner.
 */
import type { PairName } from '@tenbin/market';

export const channels = {
  /** Server → worker: {@link DesiredStateSignal}. */
  desiredStates: 'desired_states',
  /** Worker or server → servers: {@link LiveSignal}. */
  botNews: 'bot_news',
  /** Any process → servers: {@link AccountSignal}. */
  accountNews: 'account_news',
  /** Worker → servers: {@link PriceSignal}, at most once a second for each exchange and pair. */
  prices: 'market_prices',
  /** Any process → all others: {@link HaltSignal}. */
  exchangeHalts: 'exchange_halts',
  /** Any process → those that send mails and pushes: {@link JobSignal}. */
  jobs: 'job_news',
} as const;

/** A user wants a bot to run, or to stop, or changed it: look at it. */
export interface DesiredStateSignal {
  readonly organizationId: string;
  readonly exchangeAccountId: string;
  readonly botId: string;
}

/** Something of one bot changed, as its user's screens shall know. */
export interface LiveSignal {
  readonly organizationId: string;
  /** Null: the platform's own, which no user's screens show. */
  readonly userId: string | null;
  readonly botId: string;
  /**
   * - `bot`: state, messages, balances or settings;
   * - `orders`: which of its orders are open;
   * - `timeline`: a new line;
   * - `record`: a new contract record.
   */
  readonly changed: readonly ('bot' | 'orders' | 'timeline' | 'record')[];
}

/** A user's profile, plan or payments changed. */
export interface AccountSignal {
  readonly organizationId: string;
  readonly userId: string;
}

export interface PriceSignal {
  readonly exchangeId: string;
  readonly pair: PairName;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly last: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A queue has a job that its transaction put there. */
export interface JobSignal {
  readonly queue: string;
}

/** An exchange lets nobody call from an address for a while. */
export interface HaltSignal {
  /** The exchange's address, or its name at ccxt. */
  readonly exchange: string;
  /** Which of our addresses. */
  readonly from: string;
  readonly forMs: number;
}
