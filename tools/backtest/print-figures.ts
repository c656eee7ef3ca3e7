import type { Assumption, CandleMarket, Figures, WidthResult } from '@tenbin/backtest';

const percent = (fraction: number): string => `${(100 * fraction).toFixed(2)} %`;
const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
const rate = (annualRate: number | null): string => (annualRate === null ? '-' : `${annualRate.toFixed(2)} %`);

/** What the candles are, and what is missing in them. */
export function* describeMarket(market: CandleMarket): Generator<string> {
  const { pairs, at, intervalMs, gaps, derived, leftOut } = market;
  yield `${pairs.join(', ')}: ${at.length} candles of ${intervalMs / 60_000} min each, ${time(at[0] ?? 0)} to ${time((at.at(-1) ?? 0) + intervalMs)} UTC`;
  for (const { after, missing } of gaps) yield `  gap: ${missing} missing after ${time(after)}`;
  for (const { pair, from } of derived) yield `  ${pair} derived from ${from.join(' and ')}`;
  const unpaired = pairs.map((pair, p) => ({ pair, count: leftOut[p] ?? 0 })).filter(({ count }) => count > 0);
  if (unpaired.length > 0) yield `  left out, not there for all pairs: ${unpaired.map(({ pair, count }) => `${pair} ${count}`).join(', ')}`;
}

export function* describeFigures(figures: Figures): Generator<string> {
  const { worthIn } = figures;
  const rows: [string, string][] = [
    ['profit of balancing', `${figures.basisPoints.toFixed(4)} bp`],
    ['annual rate', rate(figures.annualRate)],
    ['executions', `${figures.executions} (${figures.executionsPerDay.toFixed(1)} a day)`],
    ['volume', `${figures.volume.toFixed(2)} ${worthIn}, ${figures.turnover.toFixed(2)} times the start`],
    ['fees', `${figures.fees.toFixed(2)} ${worthIn}`],
    ['worth', `${figures.startWorth.toFixed(2)} → ${figures.endWorth.toFixed(2)} ${worthIn}`],
    ['against holding', `${percent(figures.againstHolding)} (holding ${figures.holdingWorth.toFixed(2)} ${worthIn})`],
    ['largest drawdown', percent(figures.largestDrawdown)],
    ['same-candle fills', `${figures.sharedCandleFills} (${percent(figures.sharedCandleShare)} of all)`],
    [
      'balances',
      Object.entries(figures.balances)
        .map(([currency, amount]) => `${amount} ${currency}`)
        .join(', '),
    ],
  ];
  for (const [name, value] of rows) yield `${name.padEnd(20)} ${value}`;
  if (figures.stop) yield `${'stopped'.padEnd(20)} ${time(figures.stop.at)}: ${figures.stop.code} ${JSON.stringify(figures.stop.facts)}`;
}

export const describeAssumptions = (assumptions: readonly Assumption[]): string[] => assumptions.map(({ text }) => `  · ${text}`);

/** One line for each width, comma-separated, for notebooks. */
export function* sweepCsv(results: readonly WidthResult[]): Generator<string> {
  yield 'width,basis_points,annual_rate,executions,fees,against_holding,largest_drawdown,same_candle_share,stopped';
  for (const { width, figures } of results) {
    const { basisPoints, annualRate, executions, fees, againstHolding, largestDrawdown, sharedCandleShare, stop } = figures;
    yield [
      width,
      basisPoints.toFixed(4),
      annualRate ?? '',
      executions,
      fees.toFixed(4),
      againstHolding.toFixed(6),
      largestDrawdown.toFixed(6),
      sharedCandleShare.toFixed(4),
      stop?.code ?? '',
    ].join(',');
  }
}
