const zero = 48;
const nine = 57;
const point = 46;
const minus = 45;

/** Up to here every whole number is a double, and so is every power of ten: one division rounds correctly. */
const safeMantissa = 2 ** 53;
const powersOfTen = Float64Array.from({ length: 23 }, (_, digits) => Number(`1e${digits}`));

/**
 * Reads numbers out of text bytes without making a string of each. What it reads is the same double that `Number()`
 * would make of the text.
 */
export class DecimalReader {
  /** Where reading stands; after `read()` the byte behind the number. */
  position = 0;
  /** Decimals of the number read last. */
  digits = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @returns NaN where no plain number stands; the position is then behind what could be read */
  read(): number {
    const bytes = this.#bytes;
    const start = this.position;
    let at = start;
    const isNegative = bytes[at] === minus;
    if (isNegative) at++;
    const firstDigit = at;
    let mantissa = 0;
    let byte = bytes[at]!;
    while (byte >= zero && byte <= nine) {
      mantissa = mantissa * 10 + (byte - zero);
      byte = bytes[++at]!;
    }
    let seen = at - firstDigit;
    let digits = 0;
    if (byte === point) {
      const firstDecimal = at + 1;
      byte = bytes[++at]!;
      while (byte >= zero && byte <= nine) {
        mantissa = mantissa * 10 + (byte - zero);
        byte = bytes[++at]!;
      }
      digits = at - firstDecimal;
      seen += digits;
    }
    this.position = at;
    this.digits = digits;
    if (seen === 0) return Number.NaN;
    if (isExponent(byte)) return this.#readSlowly(start);
    if (mantissa >= safeMantissa || digits >= powersOfTen.length) return this.#readSlowly(start);
    const value = digits === 0 ? mantissa : mantissa / powersOfTen[digits]!;
    return isNegative ? -value : value;
  }

  /** Exponents, and more digits than a double holds. */
  #readSlowly(start: number): number {
    const bytes = this.#bytes;
    let end = this.position;
    while (end < bytes.length && isPartOfNumber(bytes[end]!)) end++;
    const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 400)));
    this.position = end;
    const value = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const exponent = Number(/[eE]([-+]?\d+)$/.exec(text)?.[1] ?? 0);
    this.digits = Math.max(0, this.digits - exponent);
    return value;
  }
}

const isExponent = (byte: number): boolean => byte === 69 || byte === 101;
const isPartOfNumber = (byte: number): boolean =>
  (byte >= zero && byte <= nine) || byte === point || byte === minus || byte === 43 || isExponent(byte);
