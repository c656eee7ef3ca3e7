/**
 * `npm run bench:backtest`: speed of the backtest on a real month of minutes, beside a plain C program of the same loop
 * compiled in the same run. Exit code 1 where a promise is not kept.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { deltaOfWidth } from '@tenbin/strategy';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const folder = new URL('../../../shared/data/candles/a-2021-crash-1m/', import.meta.url);
const fee = 0.001;
const samples = 5;
/** A sample is the fastest pass in this time: the machine is rarely ours alone, and slow for some tenths of a second at once. */
const sampleMs = 400;
/** Before the first sample, until the engine has compiled what it finds hot: beside other work, that takes a while. */
const warmUpMs = 1500;

/** Times in ms are medians of five samples, speeds are million pair-candles a second. */
interface BacktestFigures {
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

interface SummaryFigures {
  /** Percent. */
  readonly width: number;
  readonly executions: number;
  readonly ms: number;
  readonly speed: number;
  readonly onGridSpeed: number;
  /** Null where no compiler is. */
  readonly plainCMs: number | null;
  /** Our speed against the C program's: above 1 is faster than C. The median of pairs taken one right after the other. */
  readonly ratio: number | null;
}

/** @returns null where the candles are not there */
function benchBacktest(): BacktestFigures | null {
  if (!existsSync(folder)) return null;
  const market = loadMarket();
  const balances = evenBalances(market, 30_000);
  const pairCandles = market.at.length * pairs.length;
  const speedOf = (ms: number) => Number((pairCandles / ms / 1000).toFixed(1));
  const plain = compilePlain(market, Object.values(balances).map(Number));
  try {
    const summary = [0.2, 1, 2].map((width): SummaryFigures => {
      const plan = { balances, delta: deltaOfWidth(width), fee };
      const { executions } = runSummary(market, plan);
      warmUp(() => runSummary(market, plan));
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let i = 0; i < samples; i++) {
        ours.push(fastest(() => runSummary(market, plan)));
        if (plain) theirs.push(plain.run(width, executions));
      }
      const onGrid = Array.from({ length: samples }, () =>
        fastest(() => runSummary(market, { balances, delta: deltaOfWidth(width), rules }), 50),
      );
      const [ms, plainCMs] = [median(ours), plain ? median(theirs) : null];
      return {
        width,
        executions,
        ms,
        speed: speedOf(ms),
        onGridSpeed: speedOf(median(onGrid)),
        plainCMs,
        ratio: plain ? Number(median(theirs.map((their, i) => their / ours[i]!)).toFixed(2)) : null,
      };
    });
    const timesOf = (work: () => unknown, ms: number) => median(Array.from({ length: samples }, () => fastest(work, ms)));
    const full = timesOf(() => runBacktest(market, { balances, delta: 0.005, fee }), sampleMs);
    const fullOnGrid = timesOf(() => runBacktest(market, { balances, delta: 0.005, rules }), sampleMs);
    const fileToReportMs = timesOf(() => runBacktest(loadMarket(), { balances, delta: 0.005, fee }), 0);
    const sweepMs = timesOf(() => sweepWidths(market, { balances, fee }, widthsBetween(0.2, 5, 1000)), 0);
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
      baseUnit: null,
      counterUnit: null,
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
        execFileSync(program, [data, String(market.at.length), String(sampleMs), String(width), String(fee)], { encoding: 'utf8' }),
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

function warmUp(work: () => unknown): void {
  const until = performance.now() + warmUpMs;
  while (performance.now() < until) work();
}

/** @param ms - for how long it is tried; at least once */
function fastest(work: () => unknown, ms = sampleMs): number {
  const until = performance.now() + ms;
  let best = Number.POSITIVE_INFINITY;
  do {
    const from = performance.now();
    work();
    best = Math.min(best, performance.now() - from);
  } while (performance.now() < until);
  return best;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What is promised, in one line of the table. */
interface Measure {
  readonly what: string;
  readonly measured: string;
  readonly wanted: string;
  /** Null where it could not be measured. */
  readonly isKept: boolean | null;
}

function measuresOf({ summary, full, fullOnGrid, fileToReportMs, sweepMs }: BacktestFigures): Measure[] {
  const perSecond = (speed: number) => `${speed} M/s`;
  return [
    ...summary.flatMap(({ width, executions, ms, speed, onGridSpeed, plainCMs, ratio }): Measure[] => [
      {
        what: `summary at ${width} % (${executions} fills), against C`,
        measured: ratio === null ? 'skipped: no C compiler here' : `${ratio} (${ms.toFixed(3)} ms, C ${plainCMs?.toFixed(3)} ms)`,
        wanted: width < 1 ? 'at least 0.7' : 'above 1',
        isKept: ratio === null ? null : width < 1 ? ratio >= 0.7 : ratio > 1,
      },
      {
        what: `summary at ${width} %, pair-candles`,
        measured: `${perSecond(speed)} (on the grid ${perSecond(onGridSpeed)})`,
        wanted: 'at least 30 M/s',
        isKept: speed >= 30,
      },
    ]),
    {
      what: 'all trades, records and equity at 1 %, pair-candles',
      measured: `${perSecond(full.speed)} (on the grid ${perSecond(fullOnGrid.speed)})`,
      wanted: 'at least 10 M/s',
      isKept: full.speed >= 10,
    },
    {
      what: 'month of minutes, .csv.gz to finished report',
      measured: `${fileToReportMs.toFixed(0)} ms`,
      wanted: 'under 400 ms',
      isKept: fileToReportMs < 400,
    },
    {
      what: 'sweep of 1,000 widths from 0.2 % to 5 %',
      measured: `${(sweepMs / 1000).toFixed(2)} s`,
      wanted: 'under 3 s',
      isKept: sweepMs < 3000,
    },
  ];
}

/** The figures beside what they must reach. @returns whether all are kept; what could not be measured counts as kept */
function printBacktest(figures: BacktestFigures | null): boolean {
  if (figures === null) {
    console.log('backtest: skipped, ../shared/data/candles is not here');
    return true;
  }
  const measures = measuresOf(figures);
  console.log(`backtest: ${figures.moments} joint minutes of ${pairs.join(', ')}, one core, medians of ${samples}`);
  for (const { what, measured, wanted, isKept } of measures) {
    const word = isKept === null ? 'SKIPPED' : isKept ? 'kept   ' : 'BROKEN ';
    console.log(`${word} ${what.padEnd(52)} ${measured.padEnd(40)} wanted: ${wanted}`);
  }
  return measures.every(({ isKept }) => isKept !== false);
}

process.exitCode = printBacktest(benchBacktest()) ? 0 : 1;
