import { foldKeyOf, type TimelineEntry } from '@tenbin/bots';

/** How often a line that only repeats itself is brought up to date. */
const repeatMs = 3 * 60_000;

/** When what was last written about each thing. */
export type LastWritten = ReadonlyMap<string, { readonly kind: TimelineEntry['kind']; readonly at: Date }>;

/**
 * Folds what repeats itself: a reason that still holds is written again only every few minutes. A decision that is a
 * line of its own is always written.
 *
 * @param about - one reason at a time stands about it, so that reasons of one kind with other numbers count as the same;
 *   null where the entry's own subject tells
 * @returns what to remember, and whether to write the entry
 */
export function foldEntry(
  last: LastWritten,
  entry: TimelineEntry,
  about: string | null,
): { readonly last: LastWritten; readonly isWritten: boolean } {
  const key = about ?? foldKeyOf(entry);
  if (key === null) return { last, isWritten: true };
  const before = last.get(key);
  if (before?.kind === entry.kind && entry.at.getTime() - before.at.getTime() < repeatMs) return { last, isWritten: false };
  // What is old keeps nothing from being written: of orders and trades that are long over nothing is left.
  const lately = [...last].filter(([, { at }]) => entry.at.getTime() - at.getTime() < repeatMs);
  return { last: new Map(lately).set(key, { kind: entry.kind, at: entry.at }), isWritten: true };
}
