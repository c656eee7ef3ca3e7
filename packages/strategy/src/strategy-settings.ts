import { Balancing, type BalancingSettings, requireBalancing } from './balancing/balancing.ts';
import type { Strategy, StrategyTerms } from './strategy.ts';

/** What a user sets of a bot's strategy: a union by `kind`. */
export type StrategySettings = BalancingSettings;

/** Makes a strategy of what is stored. */
export type StrategyOf = (settings: StrategySettings, terms: StrategyTerms) => Strategy;

export const strategyOf: StrategyOf = (settings, terms) => {
  switch (settings.kind) {
    case 'balancing':
      return new Balancing(settings, terms);
    default:
      return unknownKind(settings.kind);
  }
};

/**
 * The rules that hold of a strategy's settings whatever the exchange and the wallet say.
 *
 * @throws {DomainError} `invalidCurrencyPairName`, `duplicatePair`, `notThreeCurrencies`, `orderWidthOutOfRange`
 */
export function requireStrategy(settings: StrategySettings): void {
  switch (settings.kind) {
    case 'balancing':
      requireBalancing(settings);
      return;
    default:
      unknownKind(settings.kind);
  }
}

/** How many orders a bot of such settings has open while it runs undisturbed. */
export const orderCountOf = (settings: StrategySettings): number => strategyOf(settings, { balanceTolerance: 0, omitPairs: [] }).orderCount;

function unknownKind(kind: never): never {
  throw new Error(`no strategy of the kind ${JSON.stringify(kind)}`);
}
