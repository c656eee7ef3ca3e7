import { appendFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseCandles } from '@tenbin/backtest';
import type { Candle } from '@tenbin/market';

const header = 'timestamp_ms,open,high,low,close,volume';
const row = ({ at, open: opening, high, low, close, volume }: Candle): string => [at, opening, high, low, close, volume].join(',');

/** A file of candles that grows page by page beside the one that is finished, and then takes its place. */
export class CandleFile {
  readonly #path: string;
  readonly #part: string;
  readonly #intervalMs: number;

  constructor(path: string, intervalMs: number) {
    this.#path = path;
    this.#part = `${path.replace(/\.gz$/, '')}.part`;
    this.#intervalMs = intervalMs;
  }

  /** What is finished; empty where there is no such file. @throws {DomainError} the file's complaint */
  async readFinished(): Promise<Candle[]> {
    const bytes = await readIfThere(this.#path);
    if (bytes === null) return [];
    const {
      at,
      open: opening,
      high,
      low,
      close,
      volume,
    } = parseCandles(gunzipSync(bytes), {
      pair: 'A/B',
      source: this.#path,
      intervalMs: this.#intervalMs,
    });
    return Array.from(at, (moment, i) => ({
      at: moment,
      open: opening[i] ?? 0,
      high: high[i] ?? 0,
      low: low[i] ?? 0,
      close: close[i] ?? 0,
      volume: volume[i] ?? 0,
    }));
  }

  /** What an interrupted run had fetched. A line that was cut off is passed over. */
  async readPart(): Promise<Candle[]> {
    const text = (await readIfThere(this.#part))?.toString() ?? '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await writeWhole(this.#part, whole);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [at = Number.NaN, opening = 0, high = 0, low = 0, close = 0, volume = 0] = line.split(',').map(Number);
        return { at, open: opening, high, low, close, volume };
      });
  }

  async append(candles: readonly Candle[]): Promise<void> {
    if (candles.length === 0) return;
    await mkdir(dirname(this.#part), { recursive: true });
    await appendFile(this.#part, candles.map((candle) => `${row(candle)}\n`).join(''));
  }

  /** Puts the finished file in its place, whole or not at all. Nothing is written where there are no candles. */
  async finish(candles: readonly Candle[]): Promise<void> {
    if (candles.length > 0) {
      const draft = `${this.#path}.new`;
      await writeWhole(draft, gzipSync(`${header}\n${candles.map(row).join('\n')}\n`, { level: 9 }));
      await rename(draft, this.#path);
    }
    await rm(this.#part, { force: true });
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
