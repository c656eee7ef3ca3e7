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
