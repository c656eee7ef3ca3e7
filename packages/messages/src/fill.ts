export type Given = Readonly<Record<string, unknown>> | null | undefined;

/** A text with its facts in place of their names in braces. */
export const fill = (text: string, facts: Given): string => text.replace(/\{(\w+)\}/g, (_, name: string) => shown(facts?.[name]));

/** Whether all that a text names is known. What was stored by an older version may lack facts that its text has today. */
export const canFill = (text: string, facts: Given): boolean =>
  [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => shown(facts?.[name ?? '']) !== '');

/** As `fill`, without the sentences of which a fact is missing: what an older version stored may lack some. */
export const fillKnown = (text: string, facts: Given): string =>
  fill(
    text
      .split(/(?<=。|\. )/)
      .filter((sentence) => canFill(sentence, facts))
      .join('')
      .trimEnd(),
    facts,
  );

const shown = (fact: unknown): string => (Array.isArray(fact) ? fact.join(', ') : String(fact ?? ''));
