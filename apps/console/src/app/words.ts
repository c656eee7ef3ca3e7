import type { botPages } from '../words/ja/bot-pages.ts';
import type { entrance } from '../words/ja/entrance.ts';
import type { inside } from '../words/ja/inside.ts';

/** The console's texts by feature. */
export type Words = typeof entrance & typeof inside & typeof botPages;
