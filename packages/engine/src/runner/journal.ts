import type { BotOrder, BotStep } from '@tenbin/bots';
import type { Balances, PairName } from '@tenbin/market';
import type { Holdings } from '../account/position.ts';
import type { BotMemory, Funds } from '../decision/bot-state.ts';

/** Where one bot's life is written down, under the claim of the worker that runs it. */
export interface Journal {
  /** Everything that is stored of the bot. */
  load(): Promise<BotMemory>;
  /**
   * @returns of a bot on a virtual account what that has afterwards; null where the step left it as it was
   * @throws {OwnershipLost} another worker owns the bot now; nothing was written
   * @throws {JournalDisagrees} the step does not fit what is stored; nothing was written
   * @throws {JournalWithholds} its virtual account may not send what the step would; nothing was written
   * @throws {JournalRefuses} this step can never be stored
   * Any other error means that it may be tried again, with the same object: whether it was stored is not known where the
   * connection ended between the commit and its answer, and what was stored is not stored twice.
   */
  record(step: BotStep): Promise<Funds | null>;
  /** Whether an order of that id is stored. */
  knowsOrder(clientOrderId: string): Promise<boolean>;
  /** The other bots on the same exchange account that have not stopped. */
  siblings(): Promise<readonly SiblingBot[]>;
  /** What all other bots of the account, stopped ones too, have paid so far in coins that they do not balance. */
  feesElsewhere(): Promise<Balances>;
  /**
   * Exchange order ids of that pair that belong to late orders of any bot of the account: whoever looks for an order by
   * its terms passes over them.
   */
  linkedOrders(pair: PairName): Promise<ReadonlySet<string>>;
}

/** Another bot on the same exchange account: what it holds of the common wallet. */
export interface SiblingBot extends Pick<BotMemory, 'id' | 'phase'>, Pick<Holdings, 'held' | 'heldRoundings'> {
  /** Those that are not settled. */
  readonly orders: readonly BotOrder[];
}

/** Another worker owns the bot: this one must not send anything more. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';
}

/** The step can never be stored, however often it is tried: load again, and decide anew. */
export class JournalRefuses extends Error {
  override readonly name = 'JournalRefuses';
}

/** Without these orders the step can be stored: decide anew. */
export class JournalWithholds extends Error {
  override readonly name = 'JournalWithholds';
  /** Why, by client order id: codes. */
  readonly orders: ReadonlyMap<string, string>;

  constructor(orders: ReadonlyMap<string, string>, options?: ErrorOptions) {
    super([...orders].map(([clientOrderId, because]) => `${clientOrderId} ${because}`).join(', '), options);
    this.orders = orders;
  }
}

/** What is in memory is not what is stored (a trade booked already, an id used already): load again and go on from there. */
export class JournalDisagrees extends Error {
  override readonly name = 'JournalDisagrees';
}
