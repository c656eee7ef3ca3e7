/**
 * Makes the day's candles: `npm exec -- node tests/generated-day/make-day.ts`. The same every time, on one machine; the
 * files are kept because logarithms differ in their last digit between machines.
 *
 * Three pairs that nearly agree, second by second, on their exchange's grid: a quiet night, a restless morning, a crash of
 * a fifth within half an hour with one wick far below it, and an afternoon that calms down. As real files have it, minutes
 * are missing: a few of all pairs (the exchange is maintained) and single ones of one pair; and some have no trade.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '@tenbin/runtime';

const startAt = Date.UTC(2026, 2, 12);
const minuteMs = 60_000;
const minutesPerDay = 1440;
const secondsPerYear = 365 * 24 * 3600;
const random = seededRandom(20_260_312);

const at = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Yearly deviation of the logarithm of a currency's value, as a multiple of its usual one. */
const stormAt = (minute: number): number => {
  if (minute < at('04:00')) return 0.6;
  if (minute < at('08:00')) return 6;
  if (minute < at('12:40')) return 1.2;
  if (minute < at('13:10')) return 26;
  return 1.5 + 5 * Math.exp(-(minute - at('13:10')) / 120);
};
/** What the whole market moves by in a second besides chance, as a logarithm. */
const driftAt = (minute: number): number => (minute >= at('12:45') && minute < at('13:00') ? Math.log(0.8) / (15 * 60) : 0);
/** One minute in which everything is sold at any price, and bought back. */
const wickAt = at('12:55');
const wickDepth = 0.07;

/** Which minutes have no candle, of which pairs. */
const missing = new Map<number, readonly string[]>([
  ...[0, 1, 2, 3].map((more) => [at('03:10') + more, ['BTC-USDT', 'ETH-USDT', 'ETH-BTC']] as const),
  [at('09:41'), ['ETH-BTC']],
  [at('17:20'), ['BTC-USDT']],
  [at('17:21'), ['BTC-USDT', 'ETH-USDT']],
]);

interface Pair {
  readonly name: string;
  readonly digits: number;
  /** Of how many of a hundred minutes no trade is to be seen while it is quiet. */
  readonly idlePercent: number;
  /** Usual amount of a minute, in base. */
  readonly volume: number;
  readonly price: () => number;
  /** Distance from what the other two say, as a logarithm. */
  off: number;
  last: number;
  readonly lines: string[];
}

const values = { BTC: Math.log(68_000), ETH: Math.log(3_400) };
const pairOf = (given: Pick<Pair, 'name' | 'digits' | 'idlePercent' | 'volume' | 'price'>): Pair => ({
  ...given,
  off: 0,
  last: Number.NaN,
  lines: ['timestamp_ms,open,high,low,close,volume'],
});
const pairs: readonly Pair[] = [
  pairOf({ name: 'BTC-USDT', digits: 2, idlePercent: 0, volume: 25, price: () => Math.exp(values.BTC) }),
  pairOf({ name: 'ETH-USDT', digits: 2, idlePercent: 1, volume: 300, price: () => Math.exp(values.ETH) }),
  pairOf({ name: 'ETH-BTC', digits: 5, idlePercent: 12, volume: 40, price: () => Math.exp(values.ETH - values.BTC) }),
];

function passSecond(minute: number, second: number): void {
  const root = Math.sqrt(1 / secondsPerYear) * stormAt(minute);
  const common = random.normal();
  const fall = driftAt(minute);
  values.BTC += fall + 0.5 * root * common;
  values.ETH += 1.15 * fall + root * (0.55 * common + 0.45 * random.normal());
  if (minute === wickAt && second === 20) for (const currency of ['BTC', 'ETH'] as const) values[currency] += Math.log(1 - wickDepth);
  if (minute === wickAt && second === 45) for (const currency of ['BTC', 'ETH'] as const) values[currency] -= Math.log(1 - wickDepth);
  for (const pair of pairs) pair.off = 0.9 * pair.off + 0.00004 * Math.sqrt(stormAt(minute)) * random.normal();
}

for (let minute = 0; minute < minutesPerDay; minute++) {
  const seen = pairs.map((): number[] => []);
  for (let second = 0; second < 60; second++) {
    passSecond(minute, second);
    for (const [index, pair] of pairs.entries()) seen[index]?.push(Number((pair.price() * Math.exp(pair.off)).toFixed(pair.digits)));
  }
  for (const [index, pair] of pairs.entries()) {
    const prices = seen[index] ?? [];
    const isIdle = random.next() * 100 < pair.idlePercent / stormAt(minute) && !Number.isNaN(pair.last);
    const chance = Math.exp(0.6 * random.normal()) * stormAt(minute);
    const [open = 0, close = 0] = isIdle ? [pair.last, pair.last] : [prices[0], prices.at(-1)];
    const [high, low] = isIdle ? [open, open] : [Math.max(...prices), Math.min(...prices)];
    const volume = isIdle ? 0 : Number((pair.volume * chance).toFixed(3));
    pair.last = close;
    if (missing.get(minute)?.includes(pair.name)) continue;
    pair.lines.push([startAt + minute * minuteMs, open, high, low, close, volume].join());
  }
}

for (const { name, lines } of pairs) {
  const file = join(import.meta.dirname, `${name}-1m.csv.gz`);
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
}
