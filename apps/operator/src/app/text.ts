import { makeUseText } from '@tenbin/ui';
import type { publicWords } from '../words/ja/public.ts';
import type { PageWords } from './load-words.ts';

/** The texts by file. */
export type Words = typeof publicWords & PageWords;

export const useText = makeUseText<Words>();
