import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { checkBalance, type Mapped, type RouteReply } from '@tenbin/contract';
import { decimals, Failure, Figure, FoldingPanel, formatAmount, formatNumber, Loading } from '@tenbin/ui';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';

type Share = Mapped<RouteReply<typeof checkBalance>>['currencies'][number];
/** Percent of the whole that a full bar stands for: so an even third is in its middle. */
const fullBar = 200 / 3;

/** The three balances against even thirds. */
export function BalancesPanel({ bot }: { bot: BotView }) {
  const text = useText('bot');
  const check = useQuery(query(checkBalance, { params: { id: bot.id } }));
  return (
    <FoldingPanel title={text('balances')}>
      <Box sx={{ minHeight: 240, display: 'grid', gap: 2, alignContent: 'start' }}>
        {check.isPending && <Loading what={text('balances')} rows={3} height={64} />}
        {check.isLoadingError && <Failure what={text('balances')} error={check.error} onRetry={() => void check.refetch()} />}
        {check.data?.currencies.map((share, index) => (
          <ShareBar key={share.currency} share={share} index={index} />
        ))}
        {check.data && (
          <Typography variant="body2" sx={{ color: check.data.balanced ? 'text.secondary' : 'warning.main' }}>
            {text('balancesHelp')} {text(check.data.balanced ? 'balanced' : 'unbalanced', { tolerance: check.data.tolerance })}
          </Typography>
        )}
      </Box>
    </FoldingPanel>
  );
}

function ShareBar({ share: { currency, balance, usd, share, evenShare }, index }: { share: Share; index: number }) {
  const text = useText('bot');
  const { tones } = useTheme();
  const percent = formatNumber(share, { digits: 1 });
  const at = (part: number) => `${Math.min(100, (part / fullBar) * 100)}%`;
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 14, mb: 0.5 }}>
        <span>
          <strong>{currency}</strong> {formatAmount(balance)}
        </span>
        <span>
          <Figure value={usd} digits={decimals.worth} unit="USD" /> · {percent} %
        </span>
      </Box>
      <Box
        role="img"
        aria-label={text('share', { currency, share: percent })}
        sx={{ position: 'relative', height: 12, borderRadius: 1, bgcolor: 'action.hover' }}
      >
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            right: 'auto',
            width: at(share),
            bgcolor: tones.series[index % 3],
            borderRadius: 1,
            transition: 'width .4s',
          }}
        />
        <Box
          sx={{ position: 'absolute', top: -3, bottom: -3, left: at(evenShare), borderLeft: '2px solid', borderColor: 'text.primary' }}
        />
      </Box>
    </div>
  );
}
