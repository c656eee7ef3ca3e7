import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { rebalanceOrderText, ServiceFees } from '@tenbin/bot-views';
import { ApiError, type Mapped, type RouteReply, type validateAutoRebalanceConfig } from '@tenbin/contract';
import { Failure, Loading, useErrorText } from '@tenbin/ui';
import { useText } from '../app/text.ts';

export type PlannedRebalance = Mapped<RouteReply<typeof validateAutoRebalanceConfig>>;

/** What was asked for cannot be; asking again would not help. */
export const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status < 500;

/** What a rebalance would buy and sell, and what it would cost beside the exchange's own fees. */
export function RebalancePreview({ preview }: { preview: UseQueryResult<PlannedRebalance> }) {
  const text = useText('rebalance');
  const errorText = useErrorText();
  if (preview.isPending) return <Loading what={text('plan')} rows={2} height={28} />;
  if (preview.isLoadingError) {
    if (isRefusal(preview.error)) return <Alert severity="error">{errorText(preview.error)}</Alert>;
    return <Failure what={text('planFailed')} error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const { orders, turnover } = preview.data;
  if (orders.length === 0) return <Alert severity="success">{text('nothingToDo')}</Alert>;
  return (
    <Box sx={{ fontSize: 14, display: 'grid', gap: 0.5 }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text('plan')}
      </Box>
      <Box component="ul" aria-label={text('plan')} sx={{ m: 0, pl: 2.5 }}>
        {orders.map((order) => (
          <li key={`${order.pair} ${order.side}`}>{rebalanceOrderText(order, text)}</li>
        ))}
      </Box>
      <span>
        {text('serviceFee')}: <ServiceFees turnover={turnover} />
      </span>
    </Box>
  );
}
