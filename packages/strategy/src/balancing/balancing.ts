import { type Balances, type Currency, currenciesOf, DomainError, type Facts, type PairName, parsePair } from '@tenbin/market';
import { type CheckResult, requirePassed } from '../check-result.ts';
import type { EarningFill, FillMoment } from '../fill-moment.ts';
import type {
  Earning,
  Holdings,
  PricedHoldings,
  Quoting,
  Rebalancing,
  Situation,
  Strategy,
  StrategyTerms,
  UnevenBefore,
  Wanted,
} from '../strategy.ts';
import { checkBalanced, toleranceOf } from './check-balances.ts';
import { checkAtPrices, checkHoldings, checkStart } from './check-bot.ts';
import { checkCurrencies } from './check-currencies.ts';
import { fillEarning } from './fill-growth.ts';
import { keepPartFilled } from './keep-part-filled.ts';
import { requireDelta } from './order-width.ts';
import { planRebalance, rebalanceOrder } from './rebalance-plan.ts';
import { unevenAtStart, unevennessOf } from './unevenness.ts';
import { wantedOrders } from './wanted-orders.ts';

export interface BalancingSettings {
  readonly kind: 'balancing';
  /** They cover exactly three currencies. */
  readonly pairs: readonly PairName[];
  /** Fraction of a balance that one order moves: width in percent / 200. */
  readonly delta: number;
}

/** @throws {DomainError} `invalidCurrencyPairName`, `duplicatePair`, `notThreeCurrencies`, `orderWidthOutOfRange` */
export function requireBalancing({ pairs, delta }: BalancingSettings): void {
  for (const pair of pairs) parsePair(pair);
  requirePassed(checkCurrencies(pairs));
  requireDelta(delta);
}

/** How far from the market a moved order may come to lie before it follows, as a part of the order width. */
const followAfter = 0.25;

/**
 * Keeps the balances worth the same each: a sell and a buy for every pair, where both sides of it will be even. What it
 * wants follows from the balances alone, so only a fill makes it want anything else.
 *
 * Source: docs/concepts/balancing.md.
 */
export class Balancing implements Strategy {
  readonly settings: BalancingSettings;
  readonly currencies: readonly Currency[];
  readonly quoting: Quoting = { onFill: true, everyMs: null, onMove: null };
  readonly #terms: StrategyTerms;

  constructor(settings: BalancingSettings, terms: StrategyTerms) {
    this.settings = settings;
    this.currencies = currenciesOf(settings.pairs);
    this.#terms = terms;
  }

  get pairs(): readonly PairName[] {
    return this.settings.pairs;
  }

  get orderCount(): number {
    return 2 * this.pairs.length;
  }

  get followMovedBy(): number {
    return followAfter * 2 * this.settings.delta;
  }

  get facts(): Facts {
    return { delta: this.settings.delta };
  }

  wanted({ balances, rules, openOrders }: Situation): Wanted {
    const { pairs, delta } = this.settings;
    return keepPartFilled(wantedOrders({ balances, rules, pairs, delta }), openOrders, { balances, delta });
  }

  checkStart(given: PricedHoldings): CheckResult {
    return checkStart({ ...this.settings, ...given }, { tolerance: toleranceOf(this.#terms) });
  }

  checkHoldings(given: Holdings): CheckResult {
    return checkHoldings({ ...this.settings, ...given });
  }

  checkAtPrices(given: PricedHoldings): CheckResult {
    return checkAtPrices({ ...this.settings, ...given });
  }

  /** There is no growth of a mean of nothing: a trade that leaves nothing of a balance earns none, nor do those that follow it. */
  earningOf(balances: Balances, fill: EarningFill, moment: FillMoment): Earning {
    try {
      return fillEarning(balances, fill, moment);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'balanceNotPositive') return { growth: null, uneven: moment.uneven ?? 0 };
      throw error;
    }
  }

  unevenAtStart(balances: Balances, { before, left, usd }: UnevenBefore): number | null {
    const now = unevennessOf(balances, usd);
    if (now === null || before === null) return now;
    return unevenAtStart({ now, before: unevennessOf(before, usd) ?? now, left });
  }

  get rebalancing(): Rebalancing {
    const { currencies } = this;
    const { omitPairs } = this.#terms;
    const tolerance = toleranceOf(this.#terms);
    return {
      pairsAmong: (offered) =>
        [...offered].filter((name) => {
          const { base, counter } = parsePair(name);
          return currencies.includes(base) && currencies.includes(counter) && !omitPairs.includes(name);
        }),
      plan: (given) => planRebalance({ ...given, tolerance }),
      orderOf: (step, { balances, rules, current }) => {
        const known = rules.get(step.pair);
        return known === undefined ? null : rebalanceOrder(step, { balances, rules: known, current });
      },
      isDone: (balances, usd) => checkBalanced({ balances, currencies, usd }, { tolerance }).ok,
      mends: ({ code }) => code === 'unbalanced' || code === 'balanceNotPositive',
    };
  }
}
