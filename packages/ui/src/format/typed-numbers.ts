/**
 * The one reading of numbers that somebody types, whole or not.
 *
 * Full-width digits, points, commas and minuses are those of the keyboard. A comma is between thousands where screens
 * write it, before three digits each: '1,400' is 1400, '12,345.5' is 12345.5. One comma elsewhere is the point of much of
 * the world: '1,5' is 1.5, and '0,125' is 0.125, since no thousands begin with 0. What fits neither is no number, and is
 * not guessed at: '14,00,000', '1234,567', '1.400,5'. Nor are an exponent, a unit or a space within.
 */

const thousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const commaAsPoint = /^(?:\d+,(?!\d{3}$)\d*|0?,\d+)$/;
const decimal = /^(\d*)(?:\.(\d*))?$/;

/**
 * What somebody typed, exactly, as calls take money and amounts.
 *
 * @returns decimal text: '－1,400．50' → '-1400.50'; null where it is no number
 */
export function parseDecimalText(typed: string): string | null {
  const text = typed.normalize('NFKC').trim().replace('−', '-');
  const sign = text.startsWith('-') ? '-' : '';
  const unsigned = text.slice(sign.length);
  const plain = thousands.test(unsigned)
    ? unsigned.replaceAll(',', '')
    : commaAsPoint.test(unsigned)
      ? unsigned.replace(',', '.')
      : unsigned;
  const [, whole = '', fraction = ''] = decimal.exec(plain) ?? [];
  if (whole === '' && fraction === '') return null;
  return `${sign}${whole || '0'}${fraction && `.${fraction}`}`;
}

/** The same as a number. @returns null where it is none */
export function parseNumber(typed: string): number | null {
  const text = parseDecimalText(typed);
  return text === null ? null : Number(text);
}

/** A number as its field has it, so that it is read again: JavaScript's own text of one below a millionth has an exponent. */
export function writeNumber(value: number): string {
  const [, sign, whole, fraction = '', places] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? [];
  return places === undefined ? String(value) : `${sign}0.${'0'.repeat(Number(places) - 1)}${whole}${fraction}`;
}
