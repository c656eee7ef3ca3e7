import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { Exchange, Mapped } from '@tenbin/contract';
import type { Balances, MarketRules } from '@tenbin/market';
import { Empty, Failure, formatDate, formatNumber, Loading, useSentences } from '@tenbin/ui';
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../app/text.ts';
import { BacktestCurve } from './backtest-curve.tsx';
import { BacktestFigures } from './backtest-figures.tsx';
import { BacktestTrades } from './backtest-trades.tsx';
import { bestRegion, maxShared, type Region } from './best-region.ts';
import { type PeriodName, spanOf } from './periods.ts';
import { useBacktestWorker } from './use-backtest-worker.ts';
import { useCandles } from './use-candles.ts';
import { useWidths, WidthResults } from './width-results.tsx';
import type { OpenedMarket, Terms, Trial, TrialPlan } from './worker-messages.ts';

interface BacktestPanelProps {
  readonly exchange: Mapped<Exchange>;
  readonly pairs: readonly string[];
  readonly period: PeriodName;
  /** What is to be put in; null for a usual amount. */
  readonly balances: Balances | null;
  /** A fraction. */
  readonly fee: number;
  /** Percent. */
  readonly width: number;
  readonly onWidth: (width: number) => void;
  /** Told what is recommended once all widths were tried; null where nothing is. */
  readonly onRegion?: (region: Region | null) => void;
}

/** What a width would have brought: the profit's curve, its figures, its trades, and what other widths bring. */
export function BacktestPanel({ exchange, pairs, period, balances, fee, width, onWidth, onRegion = ignore }: BacktestPanelProps) {
  const text = useText('backtest');
  const candles = useCandles({ exchangeId: exchange.id, pairs, period });
  const plan = useMemo<TrialPlan>(
    () => ({ balances, fee, timeScale: exchange.timeScale, rules: rulesOf(exchange, pairs, fee) }),
    [balances, fee, exchange, pairs],
  );
  const hasRules = plan.rules.length === pairs.length;
  const [wantsRules, setWantsRules] = useState(true);
  const underRules = wantsRules && hasRules;
  // What stands among all widths may follow later than the figures and the curve.
  const marked = useDeferredValue(width);
  const { widths, span, zoom } = useWidths(marked);
  const choose = useNewest(onWidth);
  const [attempt, setAttempt] = useState(0);
  const backtest = useBacktestWorker({ series: candles.series, plan, underRules, width, widths, attempt });
  const { market, trial, points, isSwept, refused } = backtest;
  const region = useMemo(() => (isSwept ? bestRegion(points) : null), [points, isSwept]);
  const recommend = useNewest(onRegion);
  useEffect(() => {
    if (isSwept) recommend(region);
  }, [isSwept, region, recommend]);
  if (candles.error) return <Failure what={text('candles')} error={candles.error} onRetry={candles.retry} />;
  if (refused === 'unexpected') return <Failure what={text('result')} error={null} onRetry={() => setAttempt(attempt + 1)} />;
  if (refused !== null)
    return (
      <Empty title={text(refused === 'noCandles' ? 'noCandles' : 'notPossible')}>
        {text(refused === 'noCandles' ? 'noCandlesHelp' : 'notPossibleHelp')}
      </Empty>
    );
  if (!market || !trial) return <Waiting progress={candles.progress} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        // What gets the focus must not lie under the head and the bar of the width.
        '& button, & input, & select, & [tabindex]': { scrollMarginTop: 176 },
      }}
    >
      {hasRules && (
        <FormControlLabel
          control={<Switch checked={wantsRules} onChange={(event) => setWantsRules(event.target.checked)} />}
          label={text('underRules')}
        />
      )}
      <BacktestFigures trial={trial} fee={fee} balances={balances} />
      <Warnings trial={trial} />
      <BacktestCurve trial={trial} />
      <WidthResults points={points} isSwept={isSwept} region={region} span={span} zoom={zoom} width={marked} onWidth={choose} />
      <BacktestTrades trial={trial} />
      <Basis market={market} period={period} timeScale={exchange.timeScale} fee={fee} terms={trial.terms} />
    </Box>
  );
}

const ignore = (): void => undefined;

/** Always the same function, which calls the newest one: what is given it need not be drawn anew with each. */
function useNewest<Value>(listen: (value: Value) => void): (value: Value) => void {
  const newest = useRef(listen);
  useLayoutEffect(() => {
    newest.current = listen;
  });
  return useCallback((value) => newest.current(value), []);
}

function Waiting({ progress }: { progress: { days: number; total: number } | null }) {
  const text = useText('backtest');
  if (!progress) return <Loading what={text('candles')} rows={6} height={72} />;
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1.5, py: 4, textAlign: 'center' }}>
      {text('fetching', progress)}
      <LinearProgress aria-label={text('candles')} variant="determinate" value={(100 * progress.days) / Math.max(1, progress.total)} />
    </Box>
  );
}

const Warnings = memo(function Warnings({ trial: { figures } }: { trial: Trial }) {
  const text = useText('backtest');
  if (figures.sharedCandleShare <= maxShared / 2) return null;
  return (
    <Alert severity="warning" role="status">
      {text('sharedWarning', { share: formatNumber(100 * figures.sharedCandleShare, { digits: 0 }) })}
    </Alert>
  );
});

interface BasisProps {
  readonly market: OpenedMarket;
  readonly period: PeriodName;
  readonly timeScale: number;
  readonly fee: number;
  readonly terms: Terms;
}

/** What the result rests on. */
const Basis = memo(function Basis({ market, period, timeScale, fee, terms }: BasisProps) {
  const text = useText('backtest');
  const sentences = useSentences();
  const missing = market.gaps.reduce((sum, gap) => sum + gap.missing, 0);
  const minutes = market.intervalMs / 60_000;
  return (
    <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
      {sentences(
        text('basis', {
          from: formatDate(new Date(market.from)),
          to: formatDate(new Date(market.to)),
          minutes,
          count: formatNumber(market.moments, { digits: 0 }),
          pairs: market.pairs.join(', '),
        }),
        beginsLate(market, period) && text('beginsLate'),
        missing > 0 && text('gaps', { count: formatNumber(missing, { digits: 0 }) }),
        timeScale !== 1 && text('generated', { speed: formatNumber(timeScale, { digits: 0 }) }),
        text('assumptions', { fee: formatNumber(fee * 100, { digits: 2 }) }),
        text(terms === 'exchange' ? 'termsExchange' : terms === 'tooManyDigits' ? 'termsTooFine' : 'termsFree'),
        text('past'),
      )}
    </Typography>
  );
});

/** More than a day of what was asked for lies before the first prices. */
const beginsLate = ({ from }: OpenedMarket, period: PeriodName): boolean =>
  from - Date.parse(spanOf(period, Date.now()).startDate) > 86_400_000;

/** What the exchange demands, as far as a run needs it: its fee is the one that is tried out. */
function rulesOf({ availableCurrencyPairs }: Mapped<Exchange>, pairs: readonly string[], fee: number): MarketRules[] {
  return availableCurrencyPairs
    .filter(({ name }) => pairs.includes(name))
    .map(({ name, tickSize, lotSize, minAmount, minCost, baseUnit, counterUnit }) => ({
      pair: name,
      tickSize,
      lotSize,
      minimumAmount: minAmount,
      maximumAmount: null,
      minimumNotional: minCost,
      minimumPrice: null,
      maximumPrice: null,
      priceBand: null,
      baseUnit,
      counterUnit,
      makerFee: fee,
      takerFee: fee,
    }));
}
