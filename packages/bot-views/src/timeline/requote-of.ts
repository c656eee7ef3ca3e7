import type { Mapped, TimelineEntry } from '@tenbin/contract';

type Entry = Mapped<TimelineEntry>;

/** Orders that were cancelled and placed anew, one right after the other: what a fill or a start brings about. */
export interface Requote {
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly placed: number;
  readonly cancelled: number;
}

/** What a line of several entries tells; null for an entry by itself. */
export function requoteOf(line: Entry): Requote | null {
  if (!line.others?.length) return null;
  const entries = [line, ...line.others];
  return { entries, placed: countOf(entries, 'placed'), cancelled: countOf(entries, 'cancelled') };
}

const countOf = (entries: readonly Entry[], of: Entry['kind']): number =>
  entries.reduce((sum, { kind, count }) => (kind === of ? sum + count : sum), 0);
