import { errorsWith } from '@tenbin/market';
import type { CheckFacts } from './check-result.ts';

/** What this package's rules refuse: the checks' codes, and some of its own. */
export interface StrategyFacts extends CheckFacts {
  rewardNotPositive: { readonly reward: string };
  currencyNotHeld: { readonly currency: string };
  noBalances: null;
  tooFewCurrencies: { readonly currencies: string };
}

export const StrategyError = errorsWith<StrategyFacts>();
