import { compare, cutOff, type Decimal, divide, multiply, roundDecimal, subtract } from '@tenbin/market';

/** How much of the trading limit is used, as screens show it. USD, 4 decimals. */
export interface VolumeBar {
  readonly used: Decimal;
  /** Null: no upper limit. */
  readonly limit: Decimal | null;
  readonly rest: Decimal | null;
  /** 0 to 100; null: no upper limit. Cut off, so that 100 means that nothing is left. */
  readonly percent: number | null;
  readonly level: 'green' | 'red';
}

const digits = 4;
const redPercent = 80;

export function volumeBar(used: Decimal, limit: Decimal | null): VolumeBar {
  const shown = roundDecimal(used, digits);
  if (limit === null) return { used: shown, limit, rest: null, percent: null, level: 'green' };
  const isUsedUp = compare(used, limit) >= 0;
  const rest = isUsedUp ? '0' : roundDecimal(subtract(limit, used), digits);
  const percent = isUsedUp ? 100 : wholePercents(used, limit);
  return { used: shown, limit, rest, percent, level: isRed(used, limit) ? 'red' : 'green' };
}

const wholePercents = (used: Decimal, limit: Decimal): number => Number(divide(cutOff(multiply(used, '100'), limit), limit, 0));

/** A limit of 0 is used up. */
const isRed = (used: Decimal, limit: Decimal): boolean => compare(multiply(used, '100'), multiply(limit, String(redPercent))) >= 0;
