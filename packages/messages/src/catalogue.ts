import type { Language } from '@tenbin/accounts';
import type { Code } from './code.ts';
import { causes as causesEn } from './en/causes.ts';
import * as refusalsEn from './en/refusals.ts';
import { causes as causesJa } from './ja/causes.ts';
import * as refusalsJa from './ja/refusals.ts';
import { type Message, withoutGaps } from './message.ts';

/** Every code's message. A page takes of it what it needs, in one language: `causes`, or single `refusals`. */
export const catalogue: Readonly<Record<Language, Readonly<Record<Code, Message>>>> = {
  en: withoutGaps({ ...causesEn, ...refusalsEn }),
  ja: withoutGaps({ ...causesJa, ...refusalsJa }),
};

export const isCode = (code: string): code is Code => Object.hasOwn(catalogue.en, code);
