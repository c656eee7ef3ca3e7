import Button from '@mui/material/Button';
import { decimals, Figure, formatAmount, formatDate, formatNumber, formatPrice, SmallTable } from '@tenbin/ui';
import { memo, useState } from 'react';
import { useText } from '../app/text.ts';
import type { Trial } from './worker-messages.ts';

/** The latest trades of the run, shown when they are asked for. */
export const BacktestTrades = memo(function BacktestTrades({ trial: { trades, figures } }: { trial: Trial }) {
  const text = useText('backtest');
  const [open, setOpen] = useState(false);
  if (trades.length === 0) return null;
  return (
    <div>
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {text(open ? 'hideTrades' : 'showTrades', { shown: trades.length, count: formatNumber(figures.executions, { digits: 0 }) })}
      </Button>
      {open && (
        <SmallTable
          label={text('trades')}
          maxHeight={360}
          heads={(['time', 'pair', 'side', 'price', 'amount', 'profit'] as const).map((head) => text(head))}
          rows={trades.map(({ at, pair, side, price, amount, basisPoints }, index) => ({
            key: `${at} ${pair} ${side} ${String(index)}`,
            cells: [
              formatDate(new Date(at)),
              pair,
              text(side),
              formatPrice(price),
              formatAmount(amount.toFixed(8)),
              <Figure key="profit" value={basisPoints} digits={decimals.bps} unit="bp" change />,
            ],
          }))}
        />
      )}
    </div>
  );
});
