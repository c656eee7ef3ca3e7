import { currenciesOfBot, isOrderWidth, rewardPerTrade, widestWidth, widthForReward } from '@tenbin/strategy';

/** Widths in percent, as shown: with the margin on the safe side. */
export interface WidthBounds {
  readonly minimum: number | null;
  readonly maximum: number;
}

/** @returns percent, or null where it is no number */
export function parseWidth(typed: string): number | null {
  const text = typed.normalize('NFKC').trim().replace(',', '.');
  return /^\d*\.?\d+$|^\d+\.$/.test(text) ? Number(text) : null;
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
  width !== null && isOrderWidth(width) ? rewardPerTrade(width, currenciesOfBot) : null;

/**
 * Percent per trade that is left after the fee: u²/(4n) − u·fee/(2n).
 *
 * @param breakEven - the width at which nothing is left, in percent: 200 times the fee
 */
export const netRewardOf = (width: number, breakEven: number): number => (width * (width - breakEven)) / (4 * currenciesOfBot * 100);

/** The width that earns a reward; null for what is no reward. */
export const widthOfReward = (reward: number | null): number | null =>
  reward !== null && reward > 0 ? widthForReward(reward, currenciesOfBot) : null;

/**
 * A width to begin with, or the narrowest that is allowed, a little rounded up.
 *
 * @param wanted - percent: the organization's own, where it has one
 */
export const firstWidth = ({ minimum, maximum }: WidthBounds, wanted = 1): number | null =>
  minimum === null ? null : Math.min(maximum, Math.max(wanted, Math.ceil(minimum * 20) / 20));

/** The slider has finer steps where widths are narrow: its places are logarithms. */
export interface SliderScale {
  readonly least: number;
  readonly most: number;
}

export const sliderScale = (bounds: WidthBounds | null): SliderScale => {
  const least = Math.max(0.05, bounds?.minimum ?? 0.2);
  return { least, most: Math.min(bounds?.maximum ?? widestWidth, Math.max(20, least * 4)) };
};

export const placeOf = (width: number, { least, most }: SliderScale): number =>
  Math.min(1000, Math.max(0, (1000 * Math.log(width / least)) / Math.log(most / least)));

export const widthAt = (place: number, { least, most }: SliderScale): number => {
  const width = least * (most / least) ** (place / 1000);
  const digits = width < 1 ? 100 : width < 10 ? 20 : 2;
  return Math.min(most, Math.max(least, Math.round(width * digits) / digits));
};
