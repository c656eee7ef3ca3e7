import type { MarketMakingSettings } from './market-making/quote-terms.ts';
import type { StrategySettings } from './strategy-settings.ts';

export const marketMakerKinds = ['spread', 'calculateOrder'] as const satisfies readonly MarketMakingSettings['kind'][];

/** What a bot trades by. */
export const strategyKinds = ['balancing', ...marketMakerKinds, 'byHand'] as const satisfies readonly StrategySettings['kind'][];
