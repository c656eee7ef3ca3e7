import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A day of minute candles of BTC/USDT, ETH/USDT and ETH/BTC, and stretches of it. Times as `Date.parse` reads them. */
export interface CandleDay {
  readonly name: string;
  /** With `BTC-USDT-1m.csv.gz`, `ETH-USDT-1m.csv.gz` and `ETH-BTC-1m.csv.gz`. */
  readonly folder: string;
  readonly isHere: boolean;
  /** The day with the crash; the last minute counts. */
  readonly day: { readonly from: string; readonly to: string };
  /** Four hours in which prices move a lot. */
  readonly restless: { readonly from: string; readonly to: string };
  /** Less than half an hour in which a price jumps over orders by more than 5 %. */
  readonly crash: { readonly from: string; readonly to: string };
  /** Enough for some dozens of trades at 1 % of a balance each. */
  readonly followed: { readonly from: string; readonly to: string };
}

const dayIn = (folder: string, given: Omit<CandleDay, 'folder' | 'isHere'>): CandleDay => {
  const isHere = existsSync(resolve(root, folder));
  return { ...given, folder: resolve(root, folder), isHere, name: isHere ? given.name : `${given.name} (skipped: ${folder} is not here)` };
};

/** The one that is kept with the project, and a real one where somebody has it. */
export const candleDays: readonly CandleDay[] = [
  dayIn('tests/generated-day', {
    name: 'a generated day',
    day: { from: '2026-03-12T00:00Z', to: '2026-03-12T23:59Z' },
    restless: { from: '2026-03-12T04:00Z', to: '2026-03-12T07:59Z' },
    crash: { from: '2026-03-12T12:45Z', to: '2026-03-12T13:09Z' },
    followed: { from: '2026-03-12T00:00Z', to: '2026-03-12T12:59Z' },
  }),
  dayIn('../shared/data/candles/a-2021-crash-1m', {
    name: 'the real crash of May 2021',
    day: { from: '2021-05-19T00:00Z', to: '2021-05-19T23:59Z' },
    restless: { from: '2021-05-19T04:00Z', to: '2021-05-19T07:59Z' },
    crash: { from: '2021-05-19T12:45Z', to: '2021-05-19T12:59Z' },
    followed: { from: '2021-05-12T00:00Z', to: '2021-05-12T23:59Z' },
  }),
];
