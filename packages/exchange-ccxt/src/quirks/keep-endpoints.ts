import type { Table } from '../ccxt-exchange.ts';
import { asRaw, type Raw } from '../raw-fields.ts';

/** Each endpoint costs every instance two functions of its own: keeps the dozen that is used of many hundreds. */
export function keepEndpoints(api: Raw, wanted: Readonly<Record<string, readonly string[]>>): Table {
  const kept: Table = {};
  for (const [group, paths] of Object.entries(wanted)) {
    const methods: Table = {};
    for (const [method, endpoints] of Object.entries(asRaw(api[group]))) {
      methods[method] = Object.fromEntries(Object.entries(asRaw(endpoints)).filter(([path]) => paths.includes(path)));
    }
    kept[group] = methods;
  }
  return kept;
}
