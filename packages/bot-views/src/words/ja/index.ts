import { bot } from './bot.ts';
import { bots } from './bots.ts';
import { charts } from './charts.ts';
import { history } from './history.ts';
import { rebalance } from './rebalance.ts';

/** What is read wherever bots are shown. */
export const botWords = { bot, bots, charts, history, rebalance } as const;
