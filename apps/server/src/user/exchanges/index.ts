import type { Implementation } from '../../route/implement.ts';
import { keyCalls } from './check-api-key.ts';
import { walletCalls } from './get-balances.ts';
import { suggestionCalls } from './suggested-balance.ts';
import { feeCalls } from './trading-fees.ts';

export const exchangeCalls: readonly Implementation[] = [...keyCalls, ...walletCalls, ...suggestionCalls, ...feeCalls];
