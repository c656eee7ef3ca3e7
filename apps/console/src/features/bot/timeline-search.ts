import { causeOf, refusals } from './timeline-text.ts';

type Words = Readonly<Record<string, string>>;

/** Sentences of which one kind has several, by the kind. */
const kindOf: Readonly<Record<string, string>> = {
  filledPart: 'filled',
  filledRebalance: 'filled',
  resumedUnchanged: 'resumed',
  ...Object.fromEntries(Object.entries(causeOf).map(([cause, sentence]) => [sentence, cause])),
};

/** Most that one search may name. */
const most = 60;

/**
 * The kinds, sides and reasons whose words contain what somebody typed: they are stored by name, and put into words only
 * on the screen.
 */
export function meaningsOf(typed: string, { timeline, reasons }: { timeline: Words; reasons: Words }): string[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  const isFound = (words: string) =>
    words
      .replace(/\{\{\w+\}\}/g, ' ')
      .toLocaleLowerCase()
      .includes(wanted);
  const names = Object.entries(timeline).flatMap(([sentence, words]) => (isFound(words) ? namesOf(sentence) : []));
  const codes = Object.entries(reasons).flatMap(([code, words]) => (isFound(words) ? [code] : []));
  return [...new Set([...names, ...codes])].slice(0, most);
}

function namesOf(sentence: string): string[] {
  const codes = Object.entries(refusals).flatMap(([code, refusal]) => (refusal === sentence ? [code] : []));
  return codes.length > 0 ? codes : [kindOf[sentence] ?? sentence];
}
