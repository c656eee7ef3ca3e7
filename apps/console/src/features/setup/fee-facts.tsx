import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { getTradingFees, Mapped, RouteReply } from '@tenbin/contract';
import { fill } from '@tenbin/messages/fill';
import { widthWarningOf } from '@tenbin/strategy';
import { decimals, Failure, Figure, formatAmount, formatNumber, formatWidth, Loading } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { netRewardOf, rewardOf } from '../../bots/width.ts';

export type TradingFees = Mapped<RouteReply<typeof getTradingFees>>;

interface FeeFactsProps {
  readonly fees: UseQueryResult<TradingFees>;
  /** Percent. */
  readonly width: number | null;
  readonly postOnly: boolean;
  readonly onPostOnly: (postOnly: boolean) => void;
}

/** What the account pays for a trade, from which width on that is earned, and whether orders may only rest. */
export function FeeFacts({ fees, width, postOnly, onPostOnly }: FeeFactsProps) {
  const text = useText('setup');
  return (
    <Box component="section" aria-label={text('fees')} sx={{ display: 'grid', gap: 1, fontSize: 14 }}>
      {fees.isPending && <Loading what={text('fees')} rows={3} height={26} />}
      {fees.isLoadingError && <Failure what={text('fees')} error={fees.error} onRetry={() => void fees.refetch()} />}
      {fees.data && <Facts fees={fees.data} width={width} />}
      <FormControlLabel
        control={
          <Switch
            checked={postOnly && fees.data?.canPostOnly !== false}
            disabled={fees.data?.canPostOnly === false}
            onChange={(event) => onPostOnly(event.target.checked)}
          />
        }
        label={text('postOnly')}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text(fees.data?.canPostOnly === false ? 'postOnlyMissing' : 'postOnlyHelp')}
      </Typography>
    </Box>
  );
}

function Facts({ fees: { maker, taker, breakEvenWidth, breakEvenWidthTogether }, width }: { fees: TradingFees; width: number | null }) {
  const text = useText('setup');
  const percent = (fee: number) => formatAmount((100 * fee).toFixed(4), 4);
  const warning = width === null ? null : widthWarningOf(width, { moved: breakEvenWidth, together: breakEvenWidthTogether });
  const [moved, together] = [formatWidth(breakEvenWidth), formatWidth(breakEvenWidthTogether)];
  return (
    <>
      <span>{text('feesPaid', { maker: percent(maker), taker: percent(taker) })}</span>
      <span>{text('breakEven', { width: moved })}</span>
      <span>{text('breakEvenTogether', { width: together })}</span>
      {width !== null && (
        <span>
          {text('perTrade')}: <Figure value={netRewardOf(width, breakEvenWidth) * 100} digits={decimals.bps} unit="bp" change /> (
          {text('beforeFees', { reward: formatNumber((rewardOf(width) ?? 0) * 100, { digits: decimals.bps }) })})
        </span>
      )}
      {width !== null && warning && (
        <Alert severity={warning.code === 'underBreakEven' ? 'warning' : 'info'}>
          {fill(text(warning.code), { width: formatWidth(width), breakEven: formatWidth(warning.above) })}
        </Alert>
      )}
    </>
  );
}
