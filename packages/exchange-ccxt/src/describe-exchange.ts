import type { Capabilities } from '@tenbin/exchange';
import { capabilitiesOf } from './capabilities-of.ts';
import { carriedBots, reactionMs } from './carried-bots.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { findQuirks, knownExchangeIds } from './quirks/find-quirks.ts';
import type { Lack, Reported } from './quirks/quirks.ts';
import { textOf } from './raw-fields.ts';

/** What this package knows of an exchange and can do there. */
export interface ExchangeSheet {
  /** The name of ccxt's class. */
  readonly ccxtId: string;
  readonly name: string;
  readonly capabilities: Capabilities;
  /** ccxt could follow the exchange's private stream, whether this package does or not. */
  readonly pushes: boolean;
  readonly cancels: boolean;
  readonly findsOrders: boolean;
  readonly listsOpenOrders: boolean;
  readonly listsOwnTrades: boolean;
  readonly hasCandles: boolean;
  /** Where the key's rights are asked for; null where the exchange has no such question. */
  readonly keyRightsFrom: string | null;
  readonly reported: Reported;
  /** How late what happens to an order is seen, in ms; null where it is pushed. */
  readonly reactionMs: number | null;
  /** How many bots one address carries; null where the exchange counts each account by itself. */
  readonly carriedBots: number | null;
  /** Why no bot may run there, the weightiest first; empty where bots may. */
  readonly lacks: readonly Lack[];
}

/** The exchanges that were looked into, refused ones too; of these those with `ids`, if they are given. Asks nobody. */
export const describeExchanges = (ids: readonly string[] = knownExchangeIds): ExchangeSheet[] =>
  knownExchangeIds.filter((id) => ids.includes(id)).map(describeExchange);

function describeExchange(ccxtId: string): ExchangeSheet {
  const quirks = findQuirks(ccxtId);
  const { has, rateLimit, ...rest } = new (loadCcxtClass(ccxtId))({});
  const capabilities = capabilitiesOf({ has }, quirks);
  const can = (method: string): boolean => has[method] === true;
  return {
    ccxtId,
    name: textOf({ ...rest }, 'name') ?? ccxtId,
    capabilities,
    pushes: can('watchOrders') && can('watchMyTrades'),
    cancels: can('cancelOrder'),
    findsOrders: can('fetchOrder'),
    listsOpenOrders: can('fetchOpenOrders'),
    listsOwnTrades: can('fetchMyTrades'),
    hasCandles: can('fetchOHLCV'),
    keyRightsFrom: quirks.keyRightsFrom ?? null,
    reported: quirks.reported,
    reactionMs: capabilities.privateStream ? null : reactionMs(quirks, rateLimit),
    carriedBots: carriedBots(quirks, rateLimit),
    lacks: quirks.lacks,
  };
}
