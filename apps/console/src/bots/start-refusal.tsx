import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { PageLink } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { ApiError } from '@tenbin/contract';
import { useErrorText } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { RebalanceButton } from './rebalance-button.tsx';

const evened: readonly string[] = ['unbalanced', 'balanceNotPositive'];
/** By code what the way to the plans is called. */
const plans = {
  paymentRequired: 'paymentRequiredDo',
  tradingLimitReached: 'tradingVolumeLimitReachedDo',
  exchangeNotInPlan: 'tradingVolumeLimitReachedDo',
} as const;

/** Why a bot was not started or stopped; where an even wallet or a plan would help, the way to it. */
export function StartRefusal({ bot, error, onDismiss }: { bot: BotView; error: Error; onDismiss: () => void }) {
  const text = useText('bots');
  const errorText = useErrorText();
  const bannerText = useText('banners');
  const code = error instanceof ApiError ? error.code : '';
  const plan = code in plans ? plans[code as keyof typeof plans] : null;
  return (
    <Alert severity="error" role="alert" closeText={text('dismiss')} onClose={onDismiss}>
      {errorText(error)}
      {evened.includes(code) && (
        <Box sx={{ mt: 1 }}>
          <RebalanceButton bot={bot} starts />
        </Box>
      )}
      {plan && (
        <Box sx={{ mt: 0.5 }}>
          <PageLink to="/plan">{bannerText(plan)}</PageLink>
        </Box>
      )}
    </Alert>
  );
}
