import { currenciesOfBot, exactRewardPerTrade, isOrderWidth, widestWidth, widthForReward } from '@tenbin/strategy';

/** Widths in percent, as shown: with the margin on the safe side. */
export interface WidthBounds {
  readonly minimum: number | null;
  readonly maximum: number;
}

interface WidthProblem {
  readonly says: 'widthRequired' | 'widthTooSmall' | 'widthTooLarge' | 'noRange';
  readonly facts: Record<string, number>;
}

/** Why a width cannot be used; null where it can. While the bounds are not known, the server judges. */
export function widthProblem(width: number | null, bounds: WidthBounds | null): WidthProblem | null {
  if (bounds && bounds.minimum === null) return { says: 'noRange', facts: {} };
  if (width === null || !isOrderWidth(width)) return { says: 'widthRequired', facts: {} };
  if (bounds?.minimum && width < bounds.minimum) return { says: 'widthTooSmall', facts: { minimum: bounds.minimum } };
  if (bounds && width > bounds.maximum) return { says: 'widthTooLarge', facts: { maximum: bounds.maximum } };
  return null;
}

/** Percent per trade before fees; null for a width that cannot be. */
export const rewardOf = (width: number | null): number | null =>
  width !== null && isOrderWidth(width) ? exactRewardPerTrade(width, currenciesOfBot) : null;

/**
 * Percent per trade that is left after the fee: u²/(4n) − u·fee/(2n).
 *
 * @param breakEven - the width at which nothing is left, in percent: 200 times the fee
 */
export const netRewardOf = (width: number, breakEven: number): number => (width * (width - breakEven)) / (4 * currenciesOfBot * 100);

/** The width that earns a reward; null for what is no reward. */
export const widthOfReward = (reward: number | null): number | null =>
  reward !== null && reward > 0 ? widthForReward(reward, currenciesOfBot) : null;

/** Widths that a slider steps through near the narrow end, percent. */
const stepWidth = 0.05;

/** What a first width rests on: what the organization set, what past prices recommend, the fee alone, or that none is wider. */
export type WidthSource = 'organization' | 'backtest' | 'breakEven' | 'maximum';

interface FirstWidthFacts {
  /** Percent: the organization's own, where it has one. */
  readonly organization: number | null;
  /** The best width of the region that the back-test recommends; null where it recommends none, or is not done. */
  readonly backtest: number | null;
  /** The width above which two orders that fill at once still earn. */
  readonly breakEven: number;
}

/** A width to begin with, and what it rests on; null where none is possible. */
export function firstWidth(
  { minimum, maximum }: WidthBounds,
  { organization, backtest, breakEven }: FirstWidthFacts,
): { readonly width: number; readonly source: WidthSource } | null {
  if (minimum === null) return null;
  const least = Math.ceil(round(minimum / stepWidth)) * stepWidth;
  const within = (width: number): number => Math.min(maximum, Math.max(width, round(least)));
  if (organization !== null) return { width: within(organization), source: 'organization' };
  if (backtest !== null && backtest >= minimum && backtest <= maximum) return { width: backtest, source: 'backtest' };
  if (maximum <= breakEven) return { width: maximum, source: 'maximum' };
  return { width: within(round((Math.floor(round(breakEven / stepWidth)) + 1) * stepWidth)), source: 'breakEven' };
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The slider has finer steps where widths are narrow: its places are logarithms. */
export interface SliderScale {
  readonly least: number;
  readonly most: number;
}

/** @param breakEven - percent: it is to be seen even where no width as narrow is allowed; null where it is not known */
export const sliderScale = (bounds: WidthBounds | null, breakEven: number | null): SliderScale => {
  const allowed = bounds?.minimum ?? 0.2;
  const least = Math.max(0.05, Math.min(allowed, breakEven ?? allowed));
  return { least, most: Math.min(bounds?.maximum ?? widestWidth, Math.max(20, least * 4)) };
};

export const placeOf = (width: number, { least, most }: SliderScale): number =>
  Math.min(1000, Math.max(0, (1000 * Math.log(width / least)) / Math.log(most / least)));

export const widthAt = (place: number, { least, most }: SliderScale): number => {
  const width = least * (most / least) ** (place / 1000);
  const digits = width < 1 ? 100 : width < 10 ? 20 : 2;
  return Math.min(most, Math.max(least, Math.round(width * digits) / digits));
};

export interface WidthMark {
  readonly width: number;
  readonly says: 'minimum' | 'maximum' | 'breakEven' | null;
  /** Its words would cover those of an end of the range: it is a dot alone. */
  readonly isBare?: true;
}

const roundWidths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** Nearer to one another two marks could not be read; of the slider's 1,000 places. */
const markRoom = 130;

/** What stands at a slider: where its range ends, where nothing is earned, and round widths where there is room. */
export function marksOf(bounds: WidthBounds | null, breakEven: number | null, scale: SliderScale): readonly WidthMark[] {
  const isSeen = (width: number): boolean => width >= scale.least && width <= scale.most;
  const named: WidthMark[] = [
    ...(bounds?.minimum ? [{ width: bounds.minimum, says: 'minimum' as const }] : []),
    ...(bounds ? [{ width: bounds.maximum, says: 'maximum' as const }] : []),
    ...(breakEven === null ? [] : [{ width: breakEven, says: 'breakEven' as const }]),
    ...roundWidths.map((width) => ({ width, says: null })),
  ];
  const marks: WidthMark[] = [];
  for (const mark of named.filter(({ width }) => isSeen(width))) {
    const place = placeOf(mark.width, scale);
    const hasRoom = marks.every(({ width }) => Math.abs(placeOf(width, scale) - place) >= markRoom);
    if (mark.says === 'breakEven' && !hasRoom) marks.push({ ...mark, isBare: true });
    else if (mark.says !== null || hasRoom) marks.push(mark);
  }
  return marks.sort((a, b) => a.width - b.width);
}
