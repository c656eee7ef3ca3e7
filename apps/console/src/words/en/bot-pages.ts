import { backtest } from './backtest.ts';
import { result } from './result.ts';
import { setup } from './setup.ts';
import { timeline } from './timeline.ts';

/** What is read only where a bot is set up, tried out or looked at closely. */
export const botPages = { timeline, result, setup, backtest } as const;
