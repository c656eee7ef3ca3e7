import { account } from './account.ts';
import { bot } from './bot.ts';
import { bots } from './bots.ts';
import { dashboard } from './dashboard.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { legal } from './legal.ts';
import { reasons } from './reasons.ts';
import { rebalance } from './rebalance.ts';

/** What is read after the login, on most pages. */
export const inside = {
  dashboard,
  bots,
  bot,
  reasons,
  rebalance,
  history,
  account,
  help,
  legal,
} as const;
