import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import type { checkBalance, Mapped, RouteReply } from '@tenbin/contract';
import { decimals, Failure, Figure, FoldingPanel, formatAmount, formatNumber, Loading, percent, useSentences } from '@tenbin/ui';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import { useBotText } from '../words/text.ts';

type Share = Mapped<RouteReply<typeof checkBalance>>['currencies'][number];
/** Percent of the whole that a full bar stands for: so an even third is in its middle. */
const fullBar = 200 / 3;

/** The three balances against even thirds. */
export function BalancesPanel({ bot }: { bot: BotView }) {
  const text = useBotText('bot');
  return (
    <FoldingPanel title={text('balances')}>
      <Shares bot={bot} />
    </FoldingPanel>
  );
}

function Shares({ bot }: { bot: BotView }) {
  const routes = useBotRoutes();
  const text = useBotText('bot');
  const sentences = useSentences();
  const check = useQuery(query(routes.balance, { params: { id: bot.id } }));
  return (
    <Box sx={{ minHeight: 240, display: 'grid', gap: 2, alignContent: 'start' }}>
      {check.isPending && <Loading what={text('balances')} rows={3} height={64} />}
      {check.isLoadingError && <Failure what={text('balances')} error={check.error} onRetry={() => void check.refetch()} />}
      {check.data?.currencies.map((share, index) => (
        <ShareBar key={share.currency} share={share} index={index} />
      ))}
      {check.data && (
        <Typography variant="body2" sx={{ color: check.data.balanced ? 'text.secondary' : 'warning.main' }}>
          {sentences(text('balancesHelp'), text(check.data.balanced ? 'balanced' : 'unbalanced', { tolerance: check.data.tolerance }))}
        </Typography>
      )}
    </Box>
  );
}

function ShareBar({ share: { currency, balance, usd, share, evenShare }, index }: { share: Share; index: number }) {
  const text = useBotText('bot');
  const { tones } = useTheme();
  const part = percent(formatNumber(share, { digits: 1 }));
  const at = (place: number) => percent(Math.min(100, (place / fullBar) * 100));
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 14, mb: 0.5 }}>
        <span>
          <strong>{currency}</strong> {formatAmount(balance)}
        </span>
        <span>
          <Figure value={usd} digits={decimals.worth} unit="USD" /> · {part}
        </span>
      </Box>
      <Box
        role="img"
        aria-label={text('share', { currency, share: part })}
        sx={{ position: 'relative', height: 12, borderRadius: 1, bgcolor: 'divider' }}
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
