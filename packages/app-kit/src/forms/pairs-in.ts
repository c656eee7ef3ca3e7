/**
 * Pairs as they are typed into a field: apart by spaces, commas of any script, or lines; in small letters or full-width
 * ones too. Each once.
 */
export const pairsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .normalize('NFKC')
      .toUpperCase()
      .split(/[\s,、]+/)
      .filter(Boolean),
  ),
];

/** The same of a field for one pair. What is none is left, for the call to refuse it at that field. */
export const pairIn = (typed: string): string => pairsIn(typed).join(' ');
