import type { QueueFigures } from '../jobs/jobs.ts';
import type { PoolFigures } from './connection-pool.ts';

/** How the database, and what it holds, stands now. */
export interface Soundness {
  /** Connections by the name of their pool. */
  connections(): Readonly<Record<string, PoolFigures>>;
  /** How long the plainest question takes. Throws when the database cannot be reached. */
  answersInMs(): Promise<number>;
  /** Of every queue. */
  jobs(): Promise<readonly QueueFigures[]>;
  mails(): Promise<MailFigures>;
  /** Ledgers, of bots and virtual accounts, that are overdrawn by the rule that stops their bots. */
  overdrawn(): Promise<number>;
  /** Exchange accounts of which the virtual accounts leave less than nothing of some currency, by more than rounding. */
  overdrawnRests(): Promise<number>;
  /** Exchange accounts with open virtual accounts that no living worker owns: nobody holds them against their wallet. */
  unownedLedgers(): Promise<number>;
  /** Bots of the platform's own that stopped by themselves, by why, until they are started again, or somebody asks them to stop. */
  stoppedMakers(): Promise<readonly { readonly cause: string; readonly count: number }[]>;
  /** Days of the audit log that are not what they were when they were sealed. */
  brokenAuditDays(): Promise<number>;
  /** When the payment provider last sent anything; seconds since 1970. */
  lastWebhookAt(): Promise<number | null>;
  /** When PostgreSQL last archived a part of its log; null where it archives none. */
  lastArchivedAt(): Promise<number | null>;
  /** That the database takes on its disks. */
  bytes(): Promise<number>;
}

export interface MailFigures {
  readonly waiting: number;
  /** How long the first of those has waited; 0 where none does. */
  readonly oldestAgeSeconds: number;
  /** Within a day: that the mail server never took. */
  readonly givenUp: number;
}
