import { type Decimal, parseDecimal } from '@tenbin/market';

/** Reading what ccxt returned. Nothing here throws except {@link requireDecimal} and {@link requireText}. */
export type Raw = Readonly<Record<string, unknown>>;

const nothing: Raw = {};

export const asRaw = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : nothing);

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns null for absent and empty values */
export function textOf(raw: Raw, key: string): string | null {
  const value = raw[key];
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** @returns null for absent values and for those that are no number */
export function decimalOf(raw: Raw, key: string): Decimal | null {
  const text = textOf(raw, key);
  if (text === null) return null;
  try {
    return parseDecimal(text);
  } catch {
    return null;
  }
}

/** @throws {Error} the answer lacks a field that it must have */
export function requireText(raw: Raw, key: string): string {
  const text = textOf(raw, key);
  if (text === null) throw new Error(`the exchange's answer has no '${key}'`);
  return text;
}

/** @throws {Error} the answer lacks a number that it must have */
export function requireDecimal(raw: Raw, key: string): Decimal {
  const value = decimalOf(raw, key);
  if (value === null) throw new Error(`the exchange's answer has no number '${key}'`);
  return value;
}

/** The first of some epoch-millisecond fields that is there; when it came, where the exchange stamps nothing. */
export function timeOf(raw: Raw, keys: readonly string[], now: Date): Date {
  for (const key of keys) {
    const stamp = Number(raw[key]);
    if (Number.isFinite(stamp) && stamp > 0) return new Date(stamp);
  }
  return now;
}
