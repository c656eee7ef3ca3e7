import { closeWords } from '@tenbin/bot-views/words/ja/close';
import { backtest } from './backtest.ts';
import { exchanges } from './exchanges.ts';
import { setup } from './setup.ts';

/** What is read only where a bot is set up, tried out or looked at closely. */
export const botPageWords = { ...closeWords, backtest, exchanges, setup } as const;
