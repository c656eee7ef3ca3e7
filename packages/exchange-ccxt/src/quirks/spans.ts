import type { Table } from '../ccxt-exchange.ts';

/** How far apart the ends of a list of trades may lie at most exchanges. */
export const weekMs = 7 * 86_400_000;

/** For exchanges that count in whole seconds: the end of a span, rounded so that nothing at its edge falls out. */
export const secondsAround = ({ to }: { readonly to: number | null }): Table =>
  to === null ? {} : { until: (Math.floor(to / 1000) + 1) * 1000 };
