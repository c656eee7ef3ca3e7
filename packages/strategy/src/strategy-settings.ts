import { currenciesOf } from '@tenbin/market';
import { Balancing, type BalancingSettings, requireBalancing } from './balancing/balancing.ts';
import { widthOfDelta } from './balancing/order-width.ts';
import { rewardPerTrade } from './balancing/reward-per-trade.ts';
import { ByHand, type ByHandSettings } from './by-hand/by-hand.ts';
import { MarketMaking } from './market-making/market-making.ts';
import { type MarketMakingSettings, requireMarketMaking } from './market-making/quote-terms.ts';
import type { Strategy, StrategyTerms } from './strategy.ts';

/**
 * What is set of a bot's strategy: a union by `kind`. Users' bots balance; the platform's own also make markets, and send what
 * people ask for.
 */
export type StrategySettings = BalancingSettings | ByHandSettings | MarketMakingSettings;

/** Makes a strategy of what is stored. */
export type StrategyOf = (settings: StrategySettings, terms: StrategyTerms) => Strategy;

export const strategyOf: StrategyOf = (settings, terms) => {
  switch (settings.kind) {
    case 'balancing':
      return new Balancing(settings, terms);
    case 'byHand':
      return new ByHand();
    case 'spread':
    case 'calculateOrder':
      return new MarketMaking(settings);
    default:
      return unknownKind(settings);
  }
};

/**
 * The rules that hold of a strategy's settings whatever the exchange and the wallet say.
 *
 * @throws {DomainError} `invalidCurrencyPairName`, `duplicatePair`, `notThreeCurrencies`, `orderWidthOutOfRange`; of a market
 * maker as `requireMarketMaking`
 */
export function requireStrategy(settings: StrategySettings): void {
  switch (settings.kind) {
    case 'balancing':
      requireBalancing(settings);
      return;
    case 'byHand':
      return;
    case 'spread':
    case 'calculateOrder':
      requireMarketMaking(settings);
      return;
    default:
      unknownKind(settings);
  }
}

/** What part of a balance an order of a balancing bot moves; 0 of one that does not balance. */
export const deltaOf = (settings: StrategySettings): number => (settings.kind === 'balancing' ? settings.delta : 0);

/** What one trade of a balancing bot is to bring; 0 of one that does not balance. */
export const rewardOf = (settings: StrategySettings): number =>
  settings.kind === 'balancing' ? rewardPerTrade(widthOfDelta(settings.delta), currenciesOf(settings.pairs).length) : 0;

/** For what no organization decides. */
const anyTerms: StrategyTerms = { balanceTolerance: 0, omitPairs: [] };

/** How many orders a bot of such settings has open while it runs undisturbed. */
export const orderCountOf = (settings: StrategySettings): number => strategyOf(settings, anyTerms).orderCount;

/** Whether people say what a bot of such settings sends and cancels. */
export const isByHand = (settings: StrategySettings): boolean => strategyOf(settings, anyTerms).isByHand === true;

function unknownKind(settings: never): never {
  throw new Error(`no strategy of the kind ${JSON.stringify((settings as { kind: unknown }).kind)}`);
}
