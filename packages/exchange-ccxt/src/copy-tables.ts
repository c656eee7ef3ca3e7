import type { Table } from './ccxt-exchange.ts';

/** Whether it is a table that ccxt itself would copy, and not an instance of something. */
export const isPlainTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same tables and lists once more, all the way down; anything else in them stays the same thing. */
export function copyTables<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyTables) as T;
  if (!isPlainTable(value)) return value;
  const copy: Table = {};
  for (const name in value) copy[name] = copyTables(value[name]);
  return copy as T;
}
