import { type BalancingSettings, strategyOf } from '@tenbin/strategy';
import type { BotMemory } from '../decision/bot-state.ts';

/** What a balancing bot is set to, at an organization that tolerates 50 %. */
export const balancingBot = ({
  pairs,
  delta = 0.005,
  postOnly = true,
}: Pick<BalancingSettings, 'pairs'> & { readonly delta?: number; readonly postOnly?: boolean }): Pick<
  BotMemory,
  'settings' | 'strategy'
> => ({
  settings: { timeScale: 1, postOnly },
  strategy: strategyOf({ kind: 'balancing', pairs, delta }, { balanceTolerance: 50, omitPairs: [] }),
});
