/** Where the command speaks to. */
export interface Terminal {
  /** What was asked for: standard output. */
  readonly print: (line: string) => void;
  /** What went wrong: standard error. */
  readonly complain: (line: string) => void;
  /** A line that replaces the one before. Does nothing where nobody sees it. */
  readonly show: (line: string) => void;
}

const barLength = 24;

/** `BTC/USDT 2026-01  [###---]  45 %  20,160 candles  0:12 left` */
export function progressLine({
  name,
  done,
  candles,
  elapsedMs,
}: {
  name: string;
  done: number;
  candles: number;
  elapsedMs: number;
}): string {
  const filled = Math.round(barLength * done);
  const bar = '#'.repeat(filled) + '-'.repeat(barLength - filled);
  const left = done > 0.02 && done < 1 ? `  ${clock((elapsedMs * (1 - done)) / done)} left` : '';
  return `${name}  [${bar}] ${String(Math.floor(100 * done)).padStart(3)} %  ${candles.toLocaleString('en')} candles${left}`;
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
