import { DomainError } from '@tenbin/market';

/** A moment, epoch milliseconds, from `2026-01-31` or `2026-01-31T12:00Z`. @throws {DomainError} `optionInvalid` */
export function readTime(option: string, text: string): number {
  const written = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?Z)?$/.exec(text);
  const at = written ? Date.parse(text) : Number.NaN;
  // The 30th of February is read as the 1st of March: it does not come back as it was written.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written?.[1])
    throw new DomainError('optionInvalid', { option, value: text, example: '2026-01-31 or 2026-01-31T12:00Z' });
  return at;
}
