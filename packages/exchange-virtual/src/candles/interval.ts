const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Binance's names, and lengths in milliseconds; a month's is nominal. */
export const intervals = {
  '1s': 1_000,
  '1m': minute,
  '3m': 3 * minute,
  '5m': 5 * minute,
  '15m': 15 * minute,
  '30m': 30 * minute,
  '1h': hour,
  '2h': 2 * hour,
  '4h': 4 * hour,
  '6h': 6 * hour,
  '8h': 8 * hour,
  '12h': 12 * hour,
  '1d': day,
  '3d': 3 * day,
  '1w': 7 * day,
  '1M': 30 * day,
} as const;

export type Interval = keyof typeof intervals;

export const isInterval = (text: string): text is Interval => Object.hasOwn(intervals, text);

/** 1970-01-05 was the first Monday. */
const firstMonday = 4 * day;

/** When the candle that holds a moment opened. Weeks open on Monday, months on the first, UTC. */
export function opensAt(interval: Interval, at: number): number {
  if (interval === '1M') {
    const date = new Date(at);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  const length = intervals[interval];
  const offset = interval === '1w' ? firstMonday : 0;
  return Math.floor((at - offset) / length) * length + offset;
}

/** When the next candle opens. */
export function nextOpening(interval: Interval, openedAt: number): number {
  if (interval !== '1M') return openedAt + intervals[interval];
  const date = new Date(openedAt);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
