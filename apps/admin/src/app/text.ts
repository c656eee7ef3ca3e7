import { makeUseText } from '@tenbin/ui';
import type { publicWords } from '../words/ja/public.ts';
import type { SectionWords } from './section-words.ts';

/** The texts by file. */
export type Words = typeof publicWords & { readonly [Name in keyof SectionWords]: Awaited<ReturnType<SectionWords[Name]['ja']>> };

export const useText = makeUseText<Words>();
