import type { BotStep } from '@tenbin/bots';

/** Which bot is written to, and under which claim of its exchange account. */
export interface JournalKey {
  readonly botId: string;
  /** From the claim. An older one is refused with `staleEpoch`. */
  readonly epoch: number;
}

/** A step of a bot. */
export interface Progress extends BotStep {
  /** Names the step. Given again, because nobody knows whether it was written, it is written once. */
  readonly step?: string;
}

/** `known`: it had been written already; `booked`: with it its virtual account became another one. */
export type Recorded = 'known' | 'written' | 'booked';

/** The worker's door to a bot: a step is written whole, in one transaction, or not at all. */
export interface BotJournal {
  /**
   * @throws {DomainError} nothing was written, and:
   *   `staleEpoch`: another worker owns the account now;
   *   `startWithdrawn`: the bot is to start, but is not wanted to run any more;
   *   `tradeKnown` (facts: pair, tradeIds): these trades are in the ledger already: drop them and compute the step again;
   *   `clientOrderIdUsed`: another bot's, or the same one with other terms; `rebalanceNotFound`: it is ended already;
   *   `botNotFound`; {StepRefused} where it would send what its virtual account may not
   */
  record(key: JournalKey, progress: Progress): Promise<Recorded>;
}
