/** How numbers are written. Thousands have commas in both languages (specification, section 9). */

/** Decimals by kind of figure. */
export const decimals = { usd: 4, rate: 2, bps: 4, bpsCompared: 2, width: 2, worth: 2 } as const;

/** Stands for a figure that is not known. */
export const unknownFigure = '–';
/** Stands for an annual rate that cannot be told (specification, section 3). */
export const unknownRate = '-';

/** A share, in both languages without a space: '0.5%'. */
export const percent = (figure: string | number): string => `${figure}%`;

const formats = new Map<string, Intl.NumberFormat>();

/**
 * @param digits - decimals, always all of them
 * @param sign - `always` puts a + before gains; zero has none
 */
export function formatNumber(value: number, { digits, sign = 'auto' }: { digits: number; sign?: 'auto' | 'always' }): string {
  const key = `${digits}${sign}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}

/**
 * An amount on a ledger, exactly as it is: only thousands are set apart.
 *
 * @param amount - a decimal text: '1234.50' → '1,234.50'
 * @param most - decimals to show at most; further ones are cut off, never rounded up to more than there is
 * @param always - shows all of them, for amounts under one another
 */
export function formatAmount(amount: string, most = 8, { always = false }: { always?: boolean } = {}): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const cut = always ? fraction.slice(0, most).padEnd(most, '0') : fraction.slice(0, most).replace(/0+$/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const shown = `${grouped}${cut && `.${cut}`}`;
  return amount.startsWith('-') && /[1-9]/.test(shown) ? `−${shown}` : shown;
}

/** An amount of a currency for people: two decimals for dollars, six for everything else, so that amounts line up. */
export const formatHolding = (amount: string, currency: string): string =>
  formatAmount(amount, currency.startsWith('USD') ? 2 : 6, { always: true });

/** A price with as many decimals as its size needs: 60,123.45 but 0.05012345. */
export function formatPrice(price: number): string {
  if (price === 0) return '0';
  const digits = Math.min(8, Math.max(2, 5 - Math.floor(Math.log10(Math.abs(price)))));
  return formatNumber(price, { digits: Math.abs(price) >= 1000 ? 2 : digits });
}

/** A width without useless zeros: 1 → '1', 0.35 → '0.35'. */
export const formatWidth = (width: number): string => String(Math.round(width * 10_000) / 10_000);

/** Whole yen; what goes back has a minus. */
export const formatYen = (amount: number): string => `${amount < 0 ? '−' : ''}¥${formatNumber(Math.abs(amount), { digits: 0 })}`;
