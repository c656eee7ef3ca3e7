import type { Implementation } from '../route/implement.ts';
import { handleGetCandles } from './get-candles.ts';

export const candleCalls: readonly Implementation[] = [handleGetCandles];
