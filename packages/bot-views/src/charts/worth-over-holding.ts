import type { BalancePoint } from '@tenbin/contract';
import type { ChartPoint } from '@tenbin/ui';

export interface WorthPoint {
  readonly at: number;
  readonly worth: number;
  readonly holding: number;
  /** USD by currency. */
  readonly currencies: Readonly<Record<string, number>>;
}

/** The moments of which worth and holding are known; others are left out, not drawn as nothing. */
export const worthPoints = (points: readonly Pick<BalancePoint, 'at' | 'worth' | 'holding'>[]): readonly WorthPoint[] =>
  points.flatMap(({ at, worth, holding }) =>
    worth === null || holding === null
      ? []
      : [{ at: Date.parse(at), worth: Object.values(worth).reduce((sum, one) => sum + one, 0), holding, currencies: worth }],
  );

/** What the bot is worth more, or less, than merely holding would be, to the cent: a sum of cents is not quite one itself. */
export const overHolding = (points: readonly WorthPoint[]): readonly ChartPoint[] =>
  points.map(({ at, worth, holding }) => ({ at, value: Math.round((worth - holding) * 100) / 100 }));
