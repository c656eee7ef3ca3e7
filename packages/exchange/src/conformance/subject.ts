import type { Decimal, PairName } from '@tenbin/market';
import type { Credentials, ExchangeConnector } from '../exchange.ts';

/**
 * An exchange to be tried, and a hand behind its scenes.
 *
 * The market must stand still between calls of `moveMarket`, with a spread of at least three ticks.
 */
export interface ConformanceSubject {
  readonly connector: ExchangeConnector;
  /** The pair that is traded. */
  readonly pair: PairName;
  /** A new account that holds exactly this and may trade, but not withdraw. */
  createAccount(balances: Readonly<Record<string, Decimal>>): Promise<Credentials>;
  /** Brings the best prices of the pair around this one; what rests in between is filled. */
  moveMarket(price: Decimal): Promise<void>;
  /** Every open socket between the connector and the exchange breaks; new ones are accepted. */
  dropSockets(): Promise<void>;
  /** The next request that places an order reaches the exchange; its answer gets lost on the way back. */
  loseNextAnswer(): Promise<void>;
  close(): Promise<void>;
}

export type MakeSubject = () => Promise<ConformanceSubject>;
