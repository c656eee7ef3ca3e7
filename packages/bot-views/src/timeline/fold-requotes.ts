import type { Mapped, TimelineEntry } from '@tenbin/contract';

type Entry = Mapped<TimelineEntry>;

/** Orders that were cancelled and placed anew, one right after the other: what a fill or a start brings about. */
export interface Requote {
  readonly entries: readonly Entry[];
  readonly placed: number;
  readonly cancelled: number;
}

/** Gathers what lies side by side and only replaces orders; everything else stays by itself, in its order. */
export function foldRequotes(entries: readonly Entry[]): readonly (Entry | Requote)[] {
  const folded: (Entry | Requote)[] = [];
  let run: Entry[] = [];
  const close = () => {
    const [first, second] = run;
    if (first && second) folded.push({ entries: run, placed: countOf(run, 'placed'), cancelled: countOf(run, 'cancelled') });
    else if (first) folded.push(first);
    run = [];
  };
  for (const entry of entries) {
    if (isOfRequote(entry)) run.push(entry);
    else {
      close();
      folded.push(entry);
    }
  }
  close();
  return folded;
}

const isOfRequote = ({ kind, facts }: Entry): boolean => kind === 'placed' || (kind === 'cancelled' && facts.because === 'repriced');

const countOf = (entries: readonly Entry[], of: string): number =>
  entries.reduce((sum, { kind, count }) => (kind === of ? sum + count : sum), 0);
