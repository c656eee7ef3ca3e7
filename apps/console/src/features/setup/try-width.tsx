import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Exchange, Mapped } from '@tenbin/contract';
import { formatWidth, Loading } from '@tenbin/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useText } from '../../app/text.ts';
import { usualPeriod } from '../../backtest/periods.ts';
import { WidthBar } from '../../backtest/width-bar.tsx';
import { parseWidth, type WidthBounds } from '../../bots/width.ts';
import { WidthSlider } from '../../bots/width-slider.tsx';
import type { SetupDraft } from './draft.ts';
import type { Suggestion } from './step-width.tsx';

const BacktestPanel = lazy(async () => ({ default: (await import('../../backtest/backtest-panel.tsx')).BacktestPanel }));

interface TryWidthProps {
  readonly draft: SetupDraft;
  readonly change: (part: Partial<SetupDraft>) => void;
  readonly exchange: Mapped<Exchange>;
  /** The account's own, as a fraction; undefined while it is not known. */
  readonly fee: number | undefined;
  readonly bounds: WidthBounds | null;
  readonly suggested: readonly Suggestion[] | undefined;
}

const usualFee = 0.001;

/** What the chosen width would have brought with this wallet on past prices. Fetched when it is asked for. */
export function TryWidth({ draft, change, exchange, fee = usualFee, bounds, suggested }: TryWidthProps) {
  const text = useText('backtest');
  const [open, setOpen] = useState(false);
  const width = parseWidth(draft.width);
  const setWidth = (next: number) => change({ width: formatWidth(next) });
  const balances = useMemo(
    () =>
      suggested &&
      Object.fromEntries(suggested.map((row) => [row.currency, draft.autoRebalance ? row.rebalancedBalance : row.walletBalance])),
    [suggested, draft.autoRebalance],
  );
  return (
    <Box component="section" sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2 }}>
      <Button aria-expanded={open} disabled={width === null || !suggested} onClick={() => setOpen(!open)}>
        {text('tryOut')}
      </Button>
      {open && width !== null && width > 0 && balances && (
        <Box sx={{ mt: 1.5 }}>
          <WidthBar>
            <Box component="strong" sx={{ minWidth: '4.5em' }}>
              {formatWidth(width)} %
            </Box>
            <WidthSlider width={width} bounds={bounds} onWidth={setWidth} />
          </WidthBar>
          <Suspense fallback={<Loading what={text('candles')} rows={6} height={72} />}>
            <BacktestPanel
              exchange={exchange}
              pairs={draft.pairs}
              period={usualPeriod}
              balances={balances}
              fee={fee}
              width={width}
              onWidth={setWidth}
            />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}
