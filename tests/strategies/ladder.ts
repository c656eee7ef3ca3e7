import { type Currency, currenciesOf, type Facts, type MarketRules, type PairName, parsePair, type Side, toGrid } from '@tenbin/market';
import {
  type CheckResult,
  type Earning,
  type EarningFill,
  exact,
  type FillMoment,
  type Holdings,
  passed,
  type Quoting,
  refuse,
  type Situation,
  type Strategy,
  type StrategyOf,
  type StrategySettings,
  strategyOf,
  type Wanted,
  type WantedOrder,
} from '@tenbin/strategy';

interface LadderSettings {
  readonly kind: 'ladder';
  readonly pairs: readonly PairName[];
  /** Between the price and the first level, and from level to level, as a fraction of the price. */
  readonly step: number;
  /** What one order offers of its balance. */
  readonly part: number;
  /** How far a price must move until the orders follow. */
  readonly follows: number;
}

const levels = [0, 1];

/** A toy that nothing but these tests knows: two orders a side around the price, which follow it; a filled one comes back with the next move. */
export class Ladder implements Strategy {
  readonly settings: LadderSettings;
  readonly currencies: readonly Currency[];
  readonly quoting: Quoting;
  readonly followMovedBy = 0.001;
  readonly rebalancing = null;

  constructor(settings: LadderSettings) {
    this.settings = settings;
    this.currencies = currenciesOf(settings.pairs);
    this.quoting = { onFill: false, everyMs: null, onMove: settings.follows };
  }

  get pairs(): readonly PairName[] {
    return this.settings.pairs;
  }

  get orderCount(): number {
    return 2 * levels.length * this.pairs.length;
  }

  get facts(): Facts {
    return { levels: levels.length, step: this.settings.step };
  }

  wanted({ prices, rules, balances }: Situation): Wanted {
    const orders = this.pairs.flatMap((pair) => {
      const [price, rule] = [prices.get(pair), rules.get(pair)];
      const { base, counter } = parsePair(pair);
      if (price === undefined || rule === undefined) return [];
      return levels.flatMap((level) => [
        this.#order(rule, { side: 'sell', level, price, offered: Number(balances[base]) * price }),
        this.#order(rule, { side: 'buy', level, price, offered: Number(balances[counter]) }),
      ]);
    });
    return { orders, tolerance: exact };
  }

  #order(
    { pair, tickSize, lotSize }: MarketRules,
    { side, level, price, offered }: { readonly side: Side; readonly level: number; readonly price: number; readonly offered: number },
  ): WantedOrder {
    const { step, part } = this.settings;
    const away = step * (level + 1) * (side === 'sell' ? 1 : -1);
    return {
      pair,
      side,
      level,
      price: toGrid(price * (1 + away), tickSize, side === 'sell' ? 'up' : 'down'),
      amount: toGrid((offered * part) / price, lotSize, 'down'),
    };
  }

  checkStart = (given: Holdings): CheckResult => this.checkHoldings(given);

  checkHoldings({ balances }: Holdings): CheckResult {
    const empty = this.currencies.filter((currency) => !(Number(balances[currency] ?? 0) > 0));
    return empty.length === 0 ? passed : refuse('balanceNotPositive', { currency: empty.join(', '), currencies: empty });
  }

  checkAtPrices = (): CheckResult => passed;

  /** What it was better than the price of its moment, as a part of all that the bot has. */
  earningOf(balances: Readonly<Record<string, string>>, fill: EarningFill, { marketPrice }: FillMoment): Earning {
    const { base, counter } = parsePair(fill.pair);
    const price = Number(marketPrice ?? fill.price);
    const better = (Number(fill.price) - price) * Number(fill.amount) * (fill.side === 'sell' ? 1 : -1);
    return { growth: Math.log1p(better / (Number(balances[base]) * price + Number(balances[counter]))), uneven: 0 };
  }

  unevenAtStart = (): null => null;
}

export const ladder: LadderSettings = { kind: 'ladder', pairs: ['BTC/USDT'], step: 0.004, part: 0.02, follows: 0.002 };

/** As they are stored beside those of real kinds. */
export const storedLadder = ladder as unknown as StrategySettings;

/** The product's own strategies and this one. */
export const strategiesWithLadder: StrategyOf = (settings, terms) =>
  (settings.kind as string) === 'ladder' ? new Ladder(settings as unknown as LadderSettings) : strategyOf(settings, terms);
