import type { Code, FactsByCode } from './code.ts';

/** Messages as flat texts for a page's word files: what happened by its code, what to do by `code.advice`. */
export const causeWords = (causes: Readonly<Record<string, Message>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(causes).flatMap(([code, { text, advice }]) => [[code, text] as const, [`${code}.advice`, advice] as const]),
  );

/** What acts were refused with, in a list of acts: the figures of that moment, which nobody kept, are left open. */
export const refusalWords = (...messages: readonly Readonly<Record<string, Pick<Message, 'text'>>>[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    messages.flatMap((each) => Object.entries(each).map(([code, { text }]) => [code, text.replace(/\{\w+\}/g, '…')] as const)),
  );

/** What somebody is told: what happened, and what they can do. In braces: facts. */
export interface Message {
  readonly text: string;
  readonly advice: string;
}

type PlaceIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceIn<Rest> : never;
type Required<Facts> = { [Name in keyof Facts]-?: object extends Pick<Facts, Name> ? never : Name }[keyof Facts];
type FactOf<C extends Code> = null extends FactsByCode[C] ? never : Required<FactsByCode[C]>;

type WithoutGaps<Words extends Readonly<Record<Code, Message>>> = {
  readonly [C in Code]: PlaceIn<Words[C]['text'] | Words[C]['advice']> extends FactOf<C> ? Message : { readonly places: FactOf<C> };
};

/** The words of a language: one message for each code, none of which names a fact that its code does not always have. */
export const withoutGaps = <const Words extends Readonly<Record<Code, Message>>>(
  words: Words & WithoutGaps<Words>,
): Readonly<Record<Code, Message>> => words;
