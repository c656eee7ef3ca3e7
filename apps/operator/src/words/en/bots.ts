import { botWords } from '@tenbin/bot-views/words/en';
import { closeWords } from '@tenbin/bot-views/words/en/close';

/** What is shown of bots. */
export const botPageWords = {
  bot: botWords.bot,
  bots: botWords.bots,
  charts: botWords.charts,
  history: botWords.history,
  rebalance: botWords.rebalance,
  causes: closeWords.causes,
  result: closeWords.result,
  timeline: closeWords.timeline,
} as const;
