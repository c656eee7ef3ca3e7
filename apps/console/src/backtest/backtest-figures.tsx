import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Balances } from '@tenbin/market';
import { fill } from '@tenbin/messages/fill';
import { breakEven, widthWarningOf } from '@tenbin/strategy';
import { AnnualRate, decimals, Figure, formatDate, formatNumber, formatWidth } from '@tenbin/ui';
import { memo, type ReactNode } from 'react';
import { useText } from '../app/text.ts';
import type { Trial } from './worker-messages.ts';

interface BacktestFiguresProps {
  readonly trial: Trial;
  /** A fraction. */
  readonly fee: number;
  /** Null where a usual amount was tried out. */
  readonly balances: Balances | null;
}

/** What the run comes to. */
export const BacktestFigures = memo(function BacktestFigures({
  trial: { figures, smallestWorth, width, terms },
  fee,
  balances,
}: BacktestFiguresProps) {
  const text = useText('backtest');
  const money = figures.worthIn;
  const warning = widthWarningOf(width, breakEven(fee));
  const named: readonly (readonly [name: string, figure: ReactNode])[] = [
    [text('profit'), <Figure key="profit" value={figures.basisPoints} digits={decimals.bpsCompared} unit="bp" change size="large" />],
    [text('rate'), <AnnualRate key="rate" value={figures.annualRate} reason={text('noFill')} size="large" />],
    [text('fillsADay'), <Figure key="fills" value={figures.executionsPerDay} digits={1} size="large" />],
    [
      text('againstHolding'),
      <Figure key="holding" value={100 * figures.againstHolding} digits={decimals.rate} share change size="large" />,
    ],
    [text('trades'), <Figure key="trades" value={figures.executions} digits={0} />],
    [text('breakEven'), <Figure key="even" value={breakEven(fee).moved} digits={decimals.width} share />],
    [text('smallest'), <Figure key="smallest" value={smallestWorth} digits={decimals.worth} unit={money} />],
    [text('drawdown'), <Figure key="drawdown" value={-100 * figures.largestDrawdown} digits={decimals.rate} share />],
    [text('fees'), <Figure key="fees" value={figures.fees} digits={decimals.worth} unit={money} />],
    [text('shared'), <Figure key="shared" value={100 * figures.sharedCandleShare} digits={1} share />],
  ];
  const isTooSmall = terms === 'tooSmall' || (balances !== null && figures.startWorth < smallestWorth);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        component="dl"
        data-width={formatWidth(width)}
        aria-label={text('figures')}
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          // At most four beside each other, and only as many as there is room for: the set-up is narrower than a page.
          gridTemplateColumns: 'repeat(auto-fill, minmax(max(120px, 22%), 1fr))',
          '& dt': { fontSize: 14, color: 'text.secondary' },
          // They follow a slider: a fade at each step would never end.
          '& dd': { m: 0, '& *': { animation: 'none !important' } },
        }}
      >
        {named.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </Box>
      {warning?.code === 'underBreakEven' && (
        <Alert severity="warning">
          {fill(text('underBreakEven'), { width: formatWidth(width), breakEven: formatWidth(warning.above) })}
        </Alert>
      )}
      {isTooSmall && (
        <Alert severity="warning">
          {text('tooSmall', { worth: formatNumber(figures.startWorth, { digits: decimals.worth }), currency: money })}
          {terms === 'tooSmall' && ` ${text('tooSmallTried')}`}
        </Alert>
      )}
      {figures.stop && <Alert severity="warning">{text('stopped', { at: formatDate(new Date(figures.stop.at)) })}</Alert>}
    </Box>
  );
});
