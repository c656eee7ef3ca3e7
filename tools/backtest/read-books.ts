import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type BookRecord, parseBooks } from '@tenbin/backtest';
import { DomainError } from '@tenbin/market';

/** Bytes of one recording, unpacked: it is held in memory. */
export const maxBytes = 1 << 30;

/** Reads recorded books, a record at a time. @throws {DomainError} `booksTooLarge`, `booksNotUnpacked`, `bookLineInvalid` */
export function readBooks(path: string, most = maxBytes): Iterable<BookRecord> {
  const tooLarge = () => new DomainError('booksTooLarge', { path, most });
  if (statSync(path).size > most) throw tooLarge();
  const bytes = readFileSync(path);
  if (!path.endsWith('.gz')) return parseBooks(bytes, { source: path });
  try {
    return parseBooks(gunzipSync(bytes, { maxOutputLength: most }), { source: path });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge();
    throw new DomainError('booksNotUnpacked', { path }, { cause });
  }
}
