/** Pairs as they are written in a field: separated by spaces, commas or lines. */
export const pairsOf = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,、]+/)
      .filter(Boolean),
  ),
];

export const writePairs = (pairs: readonly string[]): string => pairs.join('\n');

/**
 * Percent by currency, one a line: `BTC 0.1`.
 *
 * @returns null where a line is none
 */
export function feesOf(text: string): Record<string, number> | null {
  const lines = text.split('\n').map((line) => line.trim());
  const fees = lines.filter(Boolean).map((line) => /^([A-Za-z0-9]{1,20})[\s:：]+(\d+(?:\.\d+)?)\s*%?$/.exec(line));
  if (fees.includes(null)) return null;
  return Object.fromEntries(fees.flatMap((fee) => (fee ? [[String(fee[1]).toUpperCase(), Number(fee[2])]] : [])));
}

export const writeFees = (fees: Readonly<Record<string, number>>): string =>
  Object.entries(fees)
    .map(([currency, percent]) => `${currency} ${percent}`)
    .join('\n');
