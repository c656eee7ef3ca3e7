import { makeUseText } from '@tenbin/ui';
import type { closeWords } from './ja/close.ts';
import type { botWords } from './ja/index.ts';

/** The texts about bots, by file. */
export type BotWords = typeof botWords & typeof closeWords;

export const useBotText = makeUseText<BotWords>();
