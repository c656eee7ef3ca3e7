import type { CandleFills, Mapped } from '@tenbin/contract';

export type Fills = Mapped<CandleFills>;

export const fillsAt = (fills: readonly Fills[], candle: number): readonly Fills[] => fills.filter(({ at }) => at === candle);

export const countFills = (fills: readonly Fills[], of: Fills['side']): number =>
  fills.reduce((sum, { side, count }) => (side === of ? sum + count : sum), 0);
