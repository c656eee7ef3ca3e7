import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { decimals, Figure, formatAmount, formatDate, formatPrice } from '@tenbin/ui';
import { memo, useState } from 'react';
import { useText } from '../app/text.ts';
import type { Trial } from './messages.ts';

/** The latest trades of the run, shown when they are asked for. */
export const BacktestTrades = memo(function BacktestTrades({ trial: { trades, figures } }: { trial: Trial }) {
  const text = useText('backtest');
  const [open, setOpen] = useState(false);
  if (trades.length === 0) return null;
  return (
    <div>
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {text(open ? 'hideTrades' : 'showTrades', { shown: trades.length, count: figures.executions })}
      </Button>
      {open && (
        <Box
          tabIndex={0}
          role="region"
          aria-label={text('trades')}
          sx={{
            overflow: 'auto',
            maxHeight: 360,
            fontSize: 14,
            '& table': { width: '100%', borderCollapse: 'collapse' },
            '& th, & td': { textAlign: 'right', px: 1, py: 0.5, fontWeight: 400, whiteSpace: 'nowrap' },
            '& th:first-of-type': { textAlign: 'left', pl: 0 },
            '& thead th': { color: 'text.secondary' },
          }}
        >
          <table>
            <thead>
              <tr>
                {(['time', 'pair', 'side', 'price', 'amount', 'profit'] as const).map((head) => (
                  <th scope="col" key={head}>
                    {text(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trades.map(({ at, pair, side, price, amount, basisPoints }, index) => (
                <tr key={`${at} ${pair} ${side} ${String(index)}`}>
                  <th scope="row">{formatDate(new Date(at))}</th>
                  <td>{pair}</td>
                  <td>{text(side)}</td>
                  <td>{formatPrice(price)}</td>
                  <td>{formatAmount(amount.toFixed(8))}</td>
                  <td>
                    <Figure value={basisPoints} digits={decimals.bps} unit="bp" change />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </div>
  );
});
