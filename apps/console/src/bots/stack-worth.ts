import type { BalancePoint } from '@tenbin/contract';
import type { ChartPoint } from '@tenbin/ui';

export interface WorthStack {
  /** Each with all below it, the tallest first: drawn over one another, each shows its own part. */
  readonly layers: readonly { readonly currency: string; readonly points: readonly ChartPoint[] }[];
  readonly holding: readonly ChartPoint[];
  /** The last point that is known, and what was worth then, in USD; null where none is. */
  readonly at: number | null;
  readonly worth: number | null;
  readonly held: number | null;
}

/** Stacks the worth of the currencies. Points without prices are left out, not drawn as nothing. */
export function stackWorth(points: readonly Pick<BalancePoint, 'at' | 'worth' | 'holding'>[]): WorthStack {
  const known = points.flatMap(({ at, worth, holding }) => (worth ? [{ at: Date.parse(at), worth, holding }] : []));
  const currencies = Object.keys(known[0]?.worth ?? {});
  const upTo = (worth: Readonly<Record<string, number>>, count: number) =>
    currencies.slice(0, count).reduce((sum, currency) => sum + (worth[currency] ?? 0), 0);
  const last = known.at(-1);
  return {
    layers: currencies
      .map((currency, index) => ({ currency, points: known.map(({ at, worth }) => ({ at, value: upTo(worth, index + 1) })) }))
      .reverse(),
    holding: known.flatMap(({ at, holding }) => (holding === null ? [] : [{ at, value: holding }])),
    at: last?.at ?? null,
    worth: last ? upTo(last.worth, currencies.length) : null,
    held: last?.holding ?? null,
  };
}
