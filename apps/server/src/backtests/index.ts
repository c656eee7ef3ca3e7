import type { Implementation } from '../route/implement.ts';
import { handleGetBacktest } from './get-backtest.ts';

export const backtestCalls: readonly Implementation[] = [handleGetBacktest];
