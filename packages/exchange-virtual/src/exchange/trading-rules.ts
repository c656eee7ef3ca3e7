import { type Decimal, DomainError, parseDecimal } from '@tenbin/market';
import { toUnits, type Units } from '../ledger/units.ts';
import { type Market, stepsOf } from './market.ts';
import type { SelfTradePrevention } from './order.ts';

/**
 * Whether a market trades. `halted`: nothing is filled, orders can be cancelled and not placed. `delisted`: it is gone
 * for good, and so are its open orders.
 */
export const marketStates = ['trading', 'halted', 'delisted'] as const;
export type MarketState = (typeof marketStates)[number];

/** What an exchange may change of a market while it trades. Open orders stay as they are. */
export interface TradingRules {
  readonly state: MarketState;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  /** In base. */
  readonly minimumAmount: Decimal;
  /** Smallest price × amount, in counter. */
  readonly minimumNotional: Decimal;
  /** For orders that do not say it themselves. */
  readonly selfTradePrevention: SelfTradePrevention;
  /** The tick size in ticks of the market, and the lot size in its lots: they are multiples of its own, which never change. */
  readonly tickStep: number;
  readonly lotStep: number;
}

/** What becomes otherwise; the rest stays. */
export type RulesChange = {
  readonly [what in 'tickSize' | 'lotSize' | 'minimumAmount' | 'minimumNotional']?: Decimal | undefined;
} & { readonly state?: MarketState | undefined; readonly selfTradePrevention?: SelfTradePrevention | undefined };

/**
 * The rules of a market after all changes so far.
 *
 * @throws {DomainError} `notADecimal`, `notPositive`, `offGrid` (a step that is no multiple of the market's own)
 */
export function rulesAfter(market: Market, { state = 'trading', selfTradePrevention, ...change }: RulesChange): TradingRules {
  const decimal = (what: keyof typeof change, usual: Decimal): Decimal => {
    const value = parseDecimal(change[what] ?? usual);
    if (toUnits(value) <= 0n) throw new DomainError('notPositive', { what, pair: market.pair });
    return value;
  };
  const tickSize = decimal('tickSize', market.tickSize);
  const lotSize = decimal('lotSize', market.lotSize);
  const defaultMinimum = change.lotSize === undefined ? market.minimumAmount : lotSize;
  const step = (what: 'tickSize' | 'lotSize', size: Decimal, own: Units): number => {
    const steps = stepsOf(toUnits(size), own);
    if (steps === null) throw new DomainError('offGrid', { what, size, pair: market.pair });
    return steps;
  };
  return {
    state,
    tickSize,
    lotSize,
    minimumAmount: decimal('minimumAmount', defaultMinimum),
    minimumNotional: decimal('minimumNotional', market.minimumNotional),
    selfTradePrevention: selfTradePrevention ?? market.selfTradePrevention,
    tickStep: step('tickSize', tickSize, market.tick),
    lotStep: step('lotSize', lotSize, market.lot),
  };
}
