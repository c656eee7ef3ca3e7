import type { Message } from './message.ts';

/** Messages as flat texts for a page's word files: what happened by its code, what to do by `code.advice`. */
export const causeWords = (causes: Readonly<Record<string, Message>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(causes).flatMap(([code, { text, advice }]) => [[code, text] as const, [`${code}.advice`, advice] as const]),
  );
