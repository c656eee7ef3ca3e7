import type { JudgedRound } from './play-rounds.ts';

/** What many rounds came to. */
export function addUp(played: readonly JudgedRound[]) {
  const happened: Record<string, number> = {};
  for (const round of played) for (const [type, count] of Object.entries(round.happened)) happened[type] = (happened[type] ?? 0) + count;
  const total = (of: (round: JudgedRound) => number) => played.reduce((sum, round) => sum + of(round), 0);
  return {
    trades: total(({ trades }) => trades),
    bots: total(({ bots }) => bots),
    failed: total(({ wrong }) => (wrong.length > 0 ? 1 : 0)),
    happened,
    dialects: count(played.map(({ dialect }) => dialect)),
    rebalances: count(played.flatMap(({ rebalances }) => rebalances)),
    met: count(played.flatMap(({ met }) => met)),
    stoppedBy: count(played.flatMap(({ stoppedBy }) => stoppedBy)),
  };
}

export const count = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};
