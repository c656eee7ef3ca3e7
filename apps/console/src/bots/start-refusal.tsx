import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { BotView } from '@tenbin/bot-views';
import { ApiError } from '@tenbin/contract';
import { useErrorText } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { RebalanceButton } from './rebalance-button.tsx';

const evened: readonly string[] = ['unbalanced', 'balanceNotPositive'];

/** Why a bot was not started or stopped; where an even wallet would help, the way to it. */
export function StartRefusal({ bot, error, onDismiss }: { bot: BotView; error: Error; onDismiss: () => void }) {
  const text = useText('bots');
  const errorText = useErrorText();
  return (
    <Alert severity="error" role="alert" closeText={text('dismiss')} onClose={onDismiss}>
      {errorText(error)}
      {error instanceof ApiError && evened.includes(error.code) && (
        <Box sx={{ mt: 1 }}>
          <RebalanceButton bot={bot} starts />
        </Box>
      )}
    </Alert>
  );
}
