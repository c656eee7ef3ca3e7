import { parseArgs } from 'node:util';
import {
  type CandleInterval,
  candleIntervals,
  DomainError,
  intervalMsOf,
  isCandleInterval,
  type PairName,
  parsePair,
} from '@tenbin/market';
import { readTime } from '../command-line/read-time.ts';

export const usage = `npm run candles -- EXCHANGE PAIRS INTERVAL FROM..TO [options]

  EXCHANGE             as ccxt calls it: binance, okx, kraken, …
  PAIRS                BTC/USDT or BTC/USDT,ETH/USDT,ETH/BTC
  INTERVAL             ${candleIntervals.join(', ')}
  FROM..TO             2026-01-01..2026-02-01 (UTC, the last day not included), or 2026-01-01.. for all up to now

  --folder FOLDER      where the files go; data/candles/EXCHANGE-INTERVAL unless given
  --files month|day    one file for each month or for each day; months unless given
  --base-url URL       the exchange is reached here instead of at its own address

What is there already is kept: the same command goes on where it was interrupted.`;

export interface DownloadOptions {
  readonly ccxtId: string;
  readonly pairs: readonly PairName[];
  readonly interval: CandleInterval;
  /** Openings from here up to `to`, the latter not included; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly folder: string;
  readonly files: 'month' | 'day';
  readonly baseUrl: string | null;
}

/**
 * @param now - candles that are not over by then are left out; epoch milliseconds
 * @throws {DomainError} `optionMissing`, `optionInvalid` with what would be right, `invalidCurrencyPairName`
 */
export function readOptions(args: readonly string[], now: number): DownloadOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      files: { type: 'string', default: 'month' },
      'base-url': { type: 'string' },
    },
  });
  const [ccxtId, pairs, interval, period, ...rest] = positionals;
  if (ccxtId === undefined || pairs === undefined || interval === undefined || period === undefined)
    throw new DomainError('optionMissing', { option: ['EXCHANGE', 'PAIRS', 'INTERVAL', 'FROM..TO'].slice(positionals.length) });
  if (rest.length > 0)
    throw new DomainError('optionInvalid', { option: 'After FROM..TO', value: rest.join(' '), reason: 'nothing more is expected there' });
  if (!isCandleInterval(interval))
    throw new DomainError('optionInvalid', { option: 'INTERVAL', value: interval, allowed: [...candleIntervals] });
  const { files } = values;
  if (files !== 'month' && files !== 'day')
    throw new DomainError('optionInvalid', { option: '--files', value: files, allowed: ['month', 'day'] });
  return {
    ccxtId: ccxtId.toLowerCase(),
    pairs: [...new Set(pairs.split(',').map((pair) => parsePair(pair.trim()).name))],
    interval,
    ...readPeriod(period, { now, intervalMs: intervalMsOf(interval) }),
    folder: values.folder ?? `data/candles/${ccxtId.toLowerCase()}-${interval}`,
    files,
    baseUrl: values['base-url'] ?? null,
  };
}

function readPeriod(text: string, { now, intervalMs }: { now: number; intervalMs: number }): { from: number; to: number } {
  const match = /^(.+?)\.\.(.*)$/.exec(text);
  if (!match) throw new DomainError('optionInvalid', { option: 'FROM..TO', value: text, example: '2026-01-01..2026-02-01' });
  const from = readTime('FROM', match[1] ?? '');
  const to = match[2] === '' ? now : Math.min(readTime('TO', match[2] ?? ''), now);
  const period = { from: Math.ceil(from / intervalMs) * intervalMs, to: Math.floor(to / intervalMs) * intervalMs };
  if (!(period.from < period.to))
    throw new DomainError('optionInvalid', {
      option: 'FROM..TO',
      value: text,
      reason: 'it must begin in the past and end after it begins',
    });
  return period;
}
