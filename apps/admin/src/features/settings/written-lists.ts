import { parseNumber, writeNumber } from '@tenbin/ui';

export const writePairs = (pairs: readonly string[]): string => pairs.join('\n');

/**
 * Percent by currency, one a line: `BTC 0.1`.
 *
 * @returns null where a line is none
 */
export function feesOf(text: string): Record<string, number> | null {
  const fees: Record<string, number> = {};
  for (const line of text.normalize('NFKC').split('\n')) {
    if (line.trim() === '') continue;
    const [, currency = '', typed = ''] = /^\s*([A-Za-z0-9]{1,20})[\s:]+([^\s%]+)\s*%?\s*$/.exec(line) ?? [];
    const percent = parseNumber(typed);
    if (percent === null || percent < 0) return null;
    fees[currency.toUpperCase()] = percent;
  }
  return fees;
}

export const writeFees = (fees: Readonly<Record<string, number>>): string =>
  Object.entries(fees)
    .map(([currency, percent]) => `${currency} ${writeNumber(percent)}`)
    .join('\n');
