import { account } from './account.ts';
import { backtest } from './backtest.ts';
import { bot } from './bot.ts';
import { bots } from './bots.ts';
import { dashboard } from './dashboard.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { legal } from './legal.ts';
import { reasons } from './reasons.ts';
import { rebalance } from './rebalance.ts';
import { result } from './result.ts';
import { setup } from './setup.ts';
import { timeline } from './timeline.ts';

/** What is read after the login. */
export const inside = {
  dashboard,
  bots,
  bot,
  timeline,
  reasons,
  rebalance,
  result,
  setup,
  backtest,
  history,
  account,
  help,
  legal,
} as const;
