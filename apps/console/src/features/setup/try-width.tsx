import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Exchange, getSuggestedBalanceByBody, Mapped, RouteReply } from '@tenbin/contract';
import { formatWidth } from '@tenbin/ui';
import { useMemo } from 'react';
import { useText } from '../../app/text.ts';
import { BacktestPanel } from '../../backtest/backtest-panel.tsx';
import { defaultPeriod } from '../../backtest/periods.ts';
import { parseWidth } from '../../bots/width.ts';
import type { SetupDraft } from './draft.ts';

export type Suggestion = Mapped<RouteReply<typeof getSuggestedBalanceByBody>>[number];

interface TryWidthProps {
  readonly draft: SetupDraft;
  readonly change: (part: Partial<SetupDraft>) => void;
  readonly exchange: Mapped<Exchange>;
  /** The account's own, as a fraction; undefined while it is not known. */
  readonly fee: number | undefined;
  readonly suggested: readonly Suggestion[] | undefined;
}

const defaultFee = 0.001;

/** What the chosen width would have brought with this wallet on past prices. */
export function TryWidth({ draft, change, exchange, fee = defaultFee, suggested }: TryWidthProps) {
  const text = useText('backtest');
  const width = parseWidth(draft.width);
  const balances = useMemo(
    () =>
      suggested &&
      Object.fromEntries(suggested.map((row) => [row.currency, draft.autoRebalance ? row.rebalancedBalance : row.walletBalance])),
    [suggested, draft.autoRebalance],
  );
  if (width === null || width <= 0 || !balances) return null;
  return (
    <Box component="section" aria-label={text('tryOut')} sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {text('tryOut')}
      </Typography>
      <BacktestPanel
        exchange={exchange}
        pairs={draft.pairs}
        period={defaultPeriod}
        balances={balances}
        fee={fee}
        width={width}
        onWidth={(next) => change({ width: formatWidth(next) })}
      />
    </Box>
  );
}
