import type { JudgedRound } from './play-rounds.ts';

/** What many rounds came to. */
export function addUp(played: readonly JudgedRound[]) {
  const happened: Record<string, number> = {};
  const stoppedBy: Record<string, number> = {};
  for (const round of played) {
    for (const [type, count] of Object.entries(round.happened)) happened[type] = (happened[type] ?? 0) + count;
    for (const code of round.stoppedBy) stoppedBy[code] = (stoppedBy[code] ?? 0) + 1;
  }
  const total = (of: (round: JudgedRound) => number) => played.reduce((sum, round) => sum + of(round), 0);
  return {
    trades: total(({ trades }) => trades),
    bots: total(({ bots }) => bots),
    failed: total(({ wrong }) => (wrong.length > 0 ? 1 : 0)),
    happened,
    stoppedBy,
  };
}
