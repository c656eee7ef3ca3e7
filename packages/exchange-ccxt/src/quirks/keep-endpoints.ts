import type { Table } from '../ccxt-exchange.ts';
import { asList, asRaw, type Raw } from '../raw-fields.ts';

/** The paths that are used, by ccxt's groups; some exchanges have groups within groups. */
export interface Endpoints {
  readonly [group: string]: readonly string[] | Endpoints;
}

/** Each endpoint costs every instance two functions of its own: keeps the dozen that is used of many hundreds. */
export function keepEndpoints(api: Raw, wanted: Endpoints): Table {
  const groups = Object.entries(wanted).map(([group, inside]) => {
    const found = asRaw(api[group]);
    return [group, isPaths(inside) ? keepPaths(found, inside) : keepEndpoints(found, inside)];
  });
  return Object.fromEntries(groups);
}

const isPaths = (inside: readonly string[] | Endpoints): inside is readonly string[] => Array.isArray(inside);

/** ccxt lists a method's paths with their costs, or bare. */
function keepPaths(methods: Raw, paths: readonly string[]): Table {
  const kept = Object.entries(methods).map(([method, endpoints]) => {
    if (Array.isArray(endpoints)) return [method, asList(endpoints).filter((path) => paths.includes(String(path)))];
    return [method, Object.fromEntries(Object.entries(asRaw(endpoints)).filter(([path]) => paths.includes(path)))];
  });
  return Object.fromEntries(kept);
}
