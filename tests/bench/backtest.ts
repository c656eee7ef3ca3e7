/** Speed of the backtest on a real month of minutes, beside a plain C program of the same loop compiled in the same run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  type CandleMarket,
  candleMarket,
  evenBalances,
  parseCandles,
  runBacktest,
  runSummary,
  sweepWidths,
  widthsBetween,
} from '@tenbin/backtest';
import type { MarketRules } from '@tenbin/market';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const folder = new URL('../../../shared/data/candles/a-2021-crash-1m/', import.meta.url);
const fee = 0.001;
const samples = 5;
/** A sample is the fastest of so many passes: the machine is rarely ours alone. Before the first as many again, to warm up. */
const passes = 60;

/** Times in ms are medians of five samples, speeds are million pair-candles a second. */
export interface BacktestFigures {
  readonly moments: number;
  readonly summary: readonly SummaryFigures[];
  /** All trades, records and equity at 1 %. */
  readonly full: { readonly ms: number; readonly speed: number };
  readonly fullOnGrid: { readonly ms: number; readonly speed: number };
  /** From the bytes of the .csv.gz files to the finished report at 1 %. */
  readonly fileToReportMs: number;
  /** A thousand widths from 0.2 % to 5 %. */
  readonly sweepMs: number;
}

export interface SummaryFigures {
  /** Percent. */
  readonly width: number;
  readonly executions: number;
  readonly ms: number;
  readonly speed: number;
  readonly onGridSpeed: number;
  /** Null where no compiler is. */
  readonly plainCMs: number | null;
  /** Our speed against the C program's: above 1 is faster than C. */
  readonly ratio: number | null;
}

/** @returns null where the candles are not there */
export function benchBacktest(): BacktestFigures | null {
  if (!existsSync(folder)) return null;
  const market = loadMarket();
  const balances = evenBalances(market, 30_000);
  const pairCandles = market.at.length * pairs.length;
  const speedOf = (ms: number) => Number((pairCandles / ms / 1000).toFixed(1));
  const plain = compilePlain(market, Object.values(balances).map(Number));
  try {
    const summary = [0.2, 1, 2].map((width): SummaryFigures => {
      const plan = { balances, delta: width / 200, fee };
      const { executions } = runSummary(market, plan);
      fastest(() => runSummary(market, plan));
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let i = 0; i < samples; i++) {
        ours.push(fastest(() => runSummary(market, plan)));
        if (plain) theirs.push(plain.run(width, executions));
      }
      const onGrid = Array.from({ length: samples }, () => fastest(() => runSummary(market, { balances, delta: width / 200, rules }), 5));
      const [ms, plainCMs] = [median(ours), plain ? median(theirs) : null];
      return {
        width,
        executions,
        ms,
        speed: speedOf(ms),
        onGridSpeed: speedOf(median(onGrid)),
        plainCMs,
        ratio: plainCMs === null ? null : Number((plainCMs / ms).toFixed(2)),
      };
    });
    const timesOf = (work: () => unknown, count: number) => median(Array.from({ length: samples }, () => fastest(work, count)));
    const full = timesOf(() => runBacktest(market, { balances, delta: 0.005, fee }), 20);
    const fullOnGrid = timesOf(() => runBacktest(market, { balances, delta: 0.005, rules }), 20);
    const fileToReportMs = timesOf(() => runBacktest(loadMarket(), { balances, delta: 0.005, fee }), 1);
    const sweepMs = timesOf(() => sweepWidths(market, { balances, fee }, widthsBetween(0.2, 5, 1000)), 1);
    return {
      moments: market.at.length,
      summary,
      full: { ms: full, speed: speedOf(full) },
      fullOnGrid: { ms: fullOnGrid, speed: speedOf(fullOnGrid) },
      fileToReportMs,
      sweepMs,
    };
  } finally {
    plain?.remove();
  }
}

function loadMarket(): CandleMarket {
  return candleMarket(
    pairs.map((pair) => parseCandles(gunzipSync(readFileSync(new URL(`${pair.replace('/', '-')}-1m.csv.gz`, folder))), { pair })),
  );
}

const rules: ReadonlyMap<string, MarketRules> = new Map(
  (
    [
      ['BTC/USDT', '0.01', '0.000001', '5'],
      ['ETH/USDT', '0.01', '0.00001', '5'],
      ['ETH/BTC', '0.000001', '0.001', '0.0001'],
    ] as const
  ).map(([pair, tickSize, lotSize, minimumNotional]) => [
    pair,
    {
      pair,
      tickSize,
      lotSize,
      minimumAmount: lotSize,
      maximumAmount: null,
      minimumNotional,
      minimumPrice: null,
      maximumPrice: null,
      priceBand: null,
      makerFee: fee,
      takerFee: fee,
    },
  ]),
);

interface PlainProgram {
  /** @returns milliseconds of its fastest pass */
  run(width: number, executions: number): number;
  remove(): void;
}

/** @returns null where there is no C compiler */
function compilePlain(market: CandleMarket, balances: readonly number[]): PlainProgram | null {
  const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (compiler === undefined) return null;
  const at = mkdtempSync(join(tmpdir(), 'backtest-plain-'));
  const program = join(at, 'plain');
  const data = join(at, 'candles');
  execFileSync(compiler, ['-O3', '-o', program, fileURLToPath(new URL('backtest-plain.c', import.meta.url))]);
  writeFileSync(data, columnsOf(market, balances));
  return {
    run(width, executions) {
      const found = JSON.parse(
        execFileSync(program, [data, String(market.at.length), String(passes), String(width), String(fee)], { encoding: 'utf8' }),
      );
      if (found.executions !== executions) throw new Error(`the C program filled ${found.executions} orders, we ${executions}`);
      return found.ms;
    },
    remove: () => rmSync(at, { recursive: true, force: true }),
  };
}

/** A column for each field, as a plain program would have them. */
function columnsOf({ rows, stride, at, values }: CandleMarket, balances: readonly number[]): Uint8Array {
  const cells = at.length * pairs.length;
  const columns = new Float64Array(4 * cells + values.length + balances.length);
  for (let k = 0; k < cells; k++) {
    const row = Math.floor(k / pairs.length) * stride + 4 * (k % pairs.length);
    for (let field = 0; field < 4; field++) columns[field * cells + k] = rows[row + field]!;
  }
  columns.set(values, 4 * cells);
  columns.set(balances, 4 * cells + values.length);
  return new Uint8Array(columns.buffer);
}

function fastest(work: () => unknown, count = passes): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const from = performance.now();
    work();
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The figures beside what they must reach. */
export function printBacktest(figures: BacktestFigures | null): void {
  if (figures === null) {
    console.log('backtest: skipped, ../shared/data/candles is not here');
    return;
  }
  const { moments, summary, full, fullOnGrid, fileToReportMs, sweepMs } = figures;
  console.log(`backtest: ${moments} minutes of ${pairs.join(', ')}`);
  for (const { width, executions, ms, speed, onGridSpeed, plainCMs, ratio } of summary) {
    const beside =
      plainCMs === null
        ? 'no C compiler here to compare with'
        : `C ${plainCMs.toFixed(3)} ms, ratio ${ratio} (wanted: ${width < 1 ? '≥ 0.7' : '> 1'})`;
    console.log(
      `  summary at ${width} %: ${ms.toFixed(3)} ms, ${speed} M pair-candles/s (wanted ≥ 30), ${executions} fills; ${beside}; on the grid ${onGridSpeed} M/s`,
    );
  }
  console.log(`  with trades, records, equity at 1 %: ${full.speed} M pair-candles/s (wanted ≥ 10); on the grid ${fullOnGrid.speed} M/s`);
  console.log(`  .csv.gz to report: ${fileToReportMs.toFixed(0)} ms (wanted < 400)`);
  console.log(`  sweep of 1,000 widths: ${(sweepMs / 1000).toFixed(2)} s (wanted < 3)`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printBacktest(benchBacktest());
