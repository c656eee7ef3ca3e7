import type { WidthPoint } from './messages.ts';

/** Widths next to each other, in percent. */
export interface Region {
  readonly from: number;
  readonly to: number;
  /** The best of them, and its basis points. */
  readonly best: number;
  readonly basisPoints: number;
}

/** How much of the best a width must bring to belong to the best region. */
const nearBest = 0.9;
/** Above this share of fills that share a candle with an opposite one, a result rests on guesses about the candles' insides. */
export const mostShared = 0.2;

/** Whether a result rests on the path that is assumed inside candles: there it is counted higher than it can be shown. */
export const isArtefact = ({ path, cautious, sharedCandleShare }: WidthPoint): boolean =>
  sharedCandleShare > mostShared || (path > 0 && cautious < path / 2);

/**
 * The widths around the best one that bring nearly as much. Judged by the cautious way of filling, and never where the
 * result is an artefact. Null where no width earns anything.
 *
 * @param points - by width, increasing
 */
export function bestRegion(points: readonly WidthPoint[]): Region | null {
  const isGood = (point: WidthPoint | undefined, least: number): point is WidthPoint =>
    point !== undefined && !isArtefact(point) && point.cautious >= least;
  const at = points.reduce((best, point, index) => (isGood(point, points[best]?.cautious ?? 0) ? index : best), -1);
  const best = points[at];
  if (!best || best.cautious <= 0) return null;
  const least = best.cautious * nearBest;
  let first = at;
  let last = at;
  while (isGood(points[first - 1], least)) first -= 1;
  while (isGood(points[last + 1], least)) last += 1;
  return {
    from: points[first]?.width ?? best.width,
    to: points[last]?.width ?? best.width,
    best: best.width,
    basisPoints: best.cautious,
  };
}
