/** Decimals as whole numbers of 10^-40: an arithmetic of the tests' own, beside that of the product. */
export type Exact = bigint;
export type Amounts = Readonly<Record<string, Exact>>;

const digits = 40;
const one = 10n ** BigInt(digits);

export function exact(text: string | number): Exact {
  const [, sign, whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  if (sign === undefined || rest.length > digits) throw new Error(`${text} is no decimal`);
  const value = BigInt(whole + rest.padEnd(digits, '0'));
  return sign === '-' ? -value : value;
}

/** Exact where both have 20 decimals at most. */
export const times = (a: Exact, b: Exact): Exact => (a * b) / one;
/** Cut off after 40 decimals. */
export const over = (a: Exact, b: Exact): Exact => (a * one) / b;
export const sum = (values: Iterable<Exact>): Exact => [...values].reduce((total, value) => total + value, 0n);

/** To so many decimals, half away from zero: how the product tells money, see docs/concepts/profit.md. */
export function rounded(value: Exact, to: number): Exact {
  const step = 10n ** BigInt(digits - to);
  const half = value < 0n ? -step / 2n : step / 2n;
  return ((value + half) / step) * step;
}

/** The shortest plain text. */
export function told(value: Exact): string {
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const rest = text.slice(-digits).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${text.slice(0, -digits)}${rest && `.${rest}`}`;
}

export const toNumber = (value: Exact): number => Number(told(value));

/** Both, coin by coin. */
export const plus = (a: Amounts, b: Amounts): Amounts =>
  Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map((coin) => [coin, (a[coin] ?? 0n) + (b[coin] ?? 0n)]));
export const minus = (a: Amounts, b: Amounts): Amounts =>
  plus(a, Object.fromEntries(Object.entries(b).map(([coin, amount]) => [coin, -amount])));

export const amountsOf = (texts: Readonly<Record<string, string>>): Amounts =>
  Object.fromEntries(Object.entries(texts).map(([coin, text]) => [coin, exact(text)]));
/** Without those of which there is nothing. */
export const toldOf = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).flatMap(([coin, amount]) => (amount === 0n ? [] : [[coin, told(amount)]])));
