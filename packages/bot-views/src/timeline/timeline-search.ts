import { causeOf } from './timeline-text.ts';

type Words = Readonly<Record<string, string>>;

/** Sentences of which one kind has several, by the kind. */
const kindOf: Readonly<Record<string, string>> = {
  filledPart: 'filled',
  filledRebalance: 'filled',
  resumedUnchanged: 'resumed',
  startedQuoting: 'started',
  ...Object.fromEntries(Object.entries(causeOf).map(([cause, sentence]) => [sentence, cause])),
};

/** Most that one search may name. */
const maxNames = 60;

/**
 * The kinds, sides and reasons whose words contain what somebody typed: they are stored by name, and put into words only
 * on the screen.
 */
export function meaningsOf(typed: string, { timeline, causes }: { timeline: Words; causes: Words }): string[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  const isFound = (words: string) =>
    words
      .replace(/\{+\w+\}+/g, ' ')
      .toLocaleLowerCase()
      .includes(wanted);
  const names = Object.entries(timeline).flatMap(([sentence, words]) => (isFound(words) ? [kindOf[sentence] ?? sentence] : []));
  const codes = Object.entries(causes).flatMap(([name, words]) => (isFound(words) ? [name.replace(/\.advice$/, '')] : []));
  return [...new Set([...names, ...codes])].slice(0, maxNames);
}
