import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError, type Mapped, type RouteReply, type validateAutoRebalanceConfig } from '@tenbin/contract';
import { Failure, Loading, useErrorText } from '@tenbin/ui';
import { useInstallation } from '../../app/installation.ts';
import { useText } from '../../app/text.ts';
import { rebalanceOrderText } from '../../bots/rebalance-order-text.ts';
import { ServiceFees } from '../../bots/service-fees.tsx';

export type RebalancePreview = Mapped<RouteReply<typeof validateAutoRebalanceConfig>>;

interface RebalanceChoiceProps {
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly preview: UseQueryResult<RebalancePreview>;
}

/** The switch 'rebalance automatically and start', and what it would do. Nothing where the brand does not offer it. */
export function RebalanceChoice({ chosen, onChoose, preview }: RebalanceChoiceProps) {
  const text = useText('rebalance');
  const { features } = useInstallation().brand;
  if (!features.autoRebalanceByBot) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FormControlLabel
        control={<Switch checked={chosen} onChange={(event) => onChoose(event.target.checked)} />}
        label={text('switch')}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('switchHelp')}
      </Typography>
      {chosen && <Preview preview={preview} />}
    </Box>
  );
}

/** What was asked for cannot be; asking again would not help. */
export const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status < 500;

function Preview({ preview }: { preview: UseQueryResult<RebalancePreview> }) {
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
