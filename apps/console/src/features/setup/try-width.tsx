import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Exchange, getSuggestedBalanceByBody, Mapped, RouteReply } from '@tenbin/contract';
import { Empty, Failure, formatWidth, Loading, parseNumber } from '@tenbin/ui';
import { useMemo } from 'react';
import { useText } from '../../app/text.ts';
import { BacktestPanel } from '../../backtest/backtest-panel.tsx';
import type { Region } from '../../backtest/best-region.ts';
import { defaultPeriod } from '../../backtest/periods.ts';
import type { SetupDraft } from './draft.ts';

export type Suggestion = Mapped<RouteReply<typeof getSuggestedBalanceByBody>>[number];

interface TryWidthProps {
  readonly draft: SetupDraft;
  readonly change: (part: Partial<SetupDraft>) => void;
  readonly exchange: Mapped<Exchange>;
  /** The account's own, as a fraction; undefined while it is not known. */
  readonly fee: number | undefined;
  readonly suggested: UseQueryResult<Suggestion[]>;
  readonly onRegion: (region: Region | null) => void;
}

const defaultFee = 0.001;

/** What the chosen width would have brought with this wallet on past prices. */
export function TryWidth({ draft, change, exchange, fee = defaultFee, suggested, onRegion }: TryWidthProps) {
  const text = useText('backtest');
  const width = parseNumber(draft.width);
  const balances = useMemo(
    () =>
      suggested.data &&
      Object.fromEntries(suggested.data.map((row) => [row.currency, draft.autoRebalance ? row.rebalancedBalance : row.walletBalance])),
    [suggested.data, draft.autoRebalance],
  );
  return (
    <Box component="section" aria-label={text('tryOut')} sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2 }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {text('tryOut')}
      </Typography>
      {suggested.isPending && <Loading what={text('tryOut')} rows={6} height={72} />}
      {suggested.isLoadingError && <Failure what={text('tryOut')} error={suggested.error} onRetry={() => void suggested.refetch()} />}
      {balances && !canBeTried(width) && <Empty title={text('widthMissing')} />}
      {balances && canBeTried(width) && (
        <BacktestPanel
          exchange={exchange}
          pairs={draft.pairs}
          period={defaultPeriod}
          balances={balances}
          fee={fee}
          width={width}
          onWidth={(next) => change({ width: formatWidth(next) })}
          onRegion={onRegion}
        />
      )}
    </Box>
  );
}

const canBeTried = (width: number | null): width is number => width !== null && width > 0;
