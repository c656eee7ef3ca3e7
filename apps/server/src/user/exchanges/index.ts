import type { Implementation } from '../../route/implement.ts';
import { checkApiKeyCalls } from './check-api-key.ts';
import { getBalanceCalls } from './get-balances.ts';
import { suggestedBalanceCalls } from './suggested-balance.ts';
import { tradingFeeCalls } from './trading-fees.ts';

export const exchangeCalls: readonly Implementation[] = [
  ...checkApiKeyCalls,
  ...getBalanceCalls,
  ...suggestedBalanceCalls,
  ...tradingFeeCalls,
];
