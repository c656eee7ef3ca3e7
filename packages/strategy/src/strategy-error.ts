import { errorsWith } from '@tenbin/market';
import type { CheckFacts } from './check-result.ts';

/** What this package's rules refuse: the checks' codes, and some of its own. */
export interface StrategyFacts extends CheckFacts {
  rewardNotPositive: { readonly reward: string };
  currencyNotHeld: { readonly currency: string };
  noBalances: null;
  tooFewCurrencies: { readonly currencies: string };
  parameterOutOfRange: { readonly parameter: string; readonly value: string; readonly lowest: number; readonly highest: number };
  /** How far the last bid would be from the mid, percent. */
  levelsTooWide: { readonly widest: string };
  lastLevelEmpty: { readonly amount: string; readonly orderLevels: number };
  /** Percent each. */
  minimumSpreadTooWide: { readonly minimumSpread: number; readonly spread: number; readonly refreshTolerance: number };
  priceFloorNotBelowCeiling: { readonly floor: string; readonly ceiling: string };
}

export const StrategyError = errorsWith<StrategyFacts>();
