import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useClient } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { deleteBotErrorMessage } from '@tenbin/contract';
import { formatDate, useFailureToast } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { OutsideStop, useOutsideStop } from './outside-stop.tsx';
import { RebalanceButton } from './rebalance-button.tsx';
import { botsQuery } from './use-bots.ts';

/** What a bot's user has to know: who else stopped it, its warnings, and error messages that can be dismissed. */
export function BotMessages({ bot }: { bot: BotView }) {
  const client = useClient();
  const text = useText('bots');
  const failed = useFailureToast();
  const queries = useQueryClient();
  const dismiss = useAction({
    mutationFn: (index: number) => client.call(deleteBotErrorMessage, { params: { id: bot.id, index } }),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: botsQuery.queryKey }),
  });
  const stop = useOutsideStop(bot);
  if (!stop && bot.warnings.length + bot.errorMessages.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {stop && <OutsideStop bot={bot} stop={stop} />}
      {bot.warnings.map((kind) => (
        <Alert key={kind} severity="warning">
          {text(`warning${kind}`)}
        </Alert>
      ))}
      {bot.errorMessages.map(({ message, at, code }, index) => (
        <Alert key={`${code}${at}`} severity="error" closeText={text('dismiss')} onClose={() => dismiss.mutate(index)}>
          {message}{' '}
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {formatDate(at)}
          </Box>
          {code === 'rebalanceFailed' && index === bot.errorMessages.length - 1 && (
            <Box sx={{ mt: 1 }}>
              <RebalanceButton bot={bot} starts again />
            </Box>
          )}
        </Alert>
      ))}
    </Box>
  );
}
