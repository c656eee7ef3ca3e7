import type { WidthPoint } from './worker-messages.ts';

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
export const maxShared = 0.2;

/** Whether a result rests on the path that is assumed inside candles: there it is counted higher than it can be shown. */
export const isArtefact = ({ path, cautious, sharedCandleShare }: WidthPoint): boolean =>
  sharedCandleShare > maxShared || (path > 0 && cautious < path / 2);

/** Fewer fills, counted cautiously, are an accident more than a width's merit. */
const minFills = 30;
/** A region's widest width over its narrowest: what shows in a narrower one is a spike, which the next weeks need not hit. */
const leastBreadth = 1.15;

/**
 * The best region of neighbouring widths that bring nearly as much as their best: judged by the cautious way of filling,
 * never where the result is an artefact, and only where there are enough fills and breadth. Null where there is none.
 *
 * @param points - by width, increasing
 */
export function bestRegion(points: readonly WidthPoint[]): Region | null {
  const byProfit = points
    .flatMap((point, index) => (isSound(point, 0) ? [index] : []))
    .sort((a, b) => profitAt(points, b) - profitAt(points, a));
  for (const index of byProfit) {
    const region = regionAround(points, index);
    if (region && region.to >= region.from * leastBreadth) return region;
  }
  return null;
}

const profitAt = (points: readonly WidthPoint[], index: number): number => points[index]?.cautious ?? 0;

const isSound = (point: WidthPoint | undefined, least: number): point is WidthPoint =>
  point !== undefined && !isArtefact(point) && point.fills >= minFills && point.cautious > 0 && point.cautious >= least;

function regionAround(points: readonly WidthPoint[], at: number): Region | null {
  const best = points[at];
  if (!best) return null;
  const least = best.cautious * nearBest;
  let first = at;
  let last = at;
  while (isSound(points[first - 1], least)) first -= 1;
  while (isSound(points[last + 1], least)) last += 1;
  return {
    from: points[first]?.width ?? best.width,
    to: points[last]?.width ?? best.width,
    best: best.width,
    basisPoints: best.cautious,
  };
}
