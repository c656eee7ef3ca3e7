export type ProcessKind = 'server' | 'worker';

/** An exchange as a process sees it. What it has nothing to say about is null. */
export interface ExchangeFacts {
  /** Its name, or the address of one that is reached elsewhere. */
  readonly exchange: string;
  readonly isHalted: boolean;
  /** From 0 to 1. */
  readonly limitUsed: number | null;
  readonly clockOffsetSeconds: number | null;
  /** Seconds since 1970. */
  readonly answeredAt: number | null;
  /** When its stream of prices last said anything, in seconds since 1970; null while nothing is followed. */
  readonly streamedAt: number | null;
}

/** What a process says of itself. */
export interface ProcessFacts {
  readonly memoryBytes: number | null;
  /** Of processor cores, on average since its report before. */
  readonly cores: number | null;
  /** How late its event loop was, at the 99th percentile since its report before. */
  readonly lagSeconds: number | null;
  readonly exchanges: readonly ExchangeFacts[];
  /** Null of what runs no bots. */
  readonly bots: BotFacts | null;
}

/** What a worker has in hand. */
export interface BotFacts {
  readonly accounts: number;
  readonly eventsWaiting: number;
  readonly eventsPerSecond: number;
  /** Accounts that it took from workers that were gone, since its start. */
  readonly takeOvers: number;
  /** Of which it is not known whether the exchange has them; and since when there are such, in seconds since 1970. */
  readonly ordersUnknown: number;
  readonly unknownSince: number | null;
  /** Bots and exchange accounts whose books and wallet differ at two looks running; and since when the first of them does. */
  readonly differing: number;
  readonly differingSince: number | null;
  /** The bot that was compared with its exchange the longest ago: when, in seconds since 1970; null while none runs. */
  readonly reconciledAt: number | null;
  /** The exchange account whose virtual accounts were held against its wallet the longest ago; null or absent while there is none. */
  readonly ledgersCheckedAt?: number | null;
}

export interface ProcessReport {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly name: string;
  readonly startedAt: Date;
  readonly reportedAt: Date;
  /** How long ago that was, by the database's clock. */
  readonly silentSeconds: number;
  readonly facts: ProcessFacts;
}

/** The processes of the installation. Times are the database's. One that ends in order is gone; of one that does not, its last report stays. */
export interface Processes {
  register(process: Pick<ProcessReport, 'kind' | 'name' | 'facts'>): Promise<string>;
  /** @returns false where it is not there (any more): it must register again */
  report(id: string, facts: ProcessFacts): Promise<boolean>;
  leave(id: string): Promise<void>;
  /** Oldest first. */
  list(): Promise<ProcessReport[]>;
  /** Forgets those of a kind that have said nothing for so long. */
  removeSilent(kind: ProcessKind, olderThanMs: number): Promise<void>;
}
