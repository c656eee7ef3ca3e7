import type { BotPhase, DifferenceKind, OrderState } from '@tenbin/bots';
import type { Currency, Decimal, PairName } from '@tenbin/market';

/**
 * - takenIn: the books follow the exchange;
 * - corrected: what is stored is brought to what it follows from;
 * - cancelled: the order is cancelled there; asked for, or it is left;
 * - stopAsked: the bot is asked to stop, as it would be after a while by itself, and begins with its wallet again;
 * - workerAsked: its account is given to a worker anew;
 * - atNextStart: it becomes the bot's with its next start, and nobody's before;
 * - byOwner: only whoever entered the key can mend it;
 * - waits: only time, or its worker, can tell; of trades booked on a virtual account, whoever looks after that.
 */
export type Remedy = 'takenIn' | 'corrected' | 'cancelled' | 'stopAsked' | 'workerAsked' | 'atNextStart' | 'byOwner' | 'waits';

/** How something stands on one side: the state of an order or of a bot, an amount, or both. */
export interface Standing {
  readonly state: OrderState | BotPhase['kind'] | 'none' | null;
  readonly amount: Decimal | null;
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** Of an order. */
  readonly pair: PairName | null;
  readonly clientOrderId: string | null;
  readonly exchangeOrderId: string | null;
  /** Of money. */
  readonly currency: Currency | null;
  readonly expected: Standing;
  readonly found: Standing;
  readonly since: Date;
  readonly remedy: Remedy;
}
