import type { BotPhase } from '@tenbin/bots';

/** Whose test bots are. */
export interface TestOwner {
  readonly organizationId: string;
  readonly userId: string;
}

export interface TestBotFigures {
  readonly total: number;
  /** That run or are wanted to, or are not at rest yet. */
  readonly busy: number;
  readonly byState: readonly { readonly state: BotPhase['kind']; readonly count: number }[];
}

/** Bots that trade on the virtual exchange to see what a machine carries. They belong to an organization of their own that is in no list. */
export interface TestBots {
  /** Who has them, made where they are not there yet; locked until the transaction ends, so that nobody else makes or removes any meanwhile. */
  lockOwner(passwordHash: string): Promise<TestOwner>;
  /** The same where nobody is made. */
  lock(): Promise<void>;
  figures(): Promise<TestBotFigures>;
  /** Requests that all run. @returns how many did not before */
  startAll(by: string, at: Date): Promise<number>;
  /** Removes all with everything that was ever stored of them, and whose they were. */
  remove(): Promise<void>;
}
