import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { DotIcon, PauseIcon } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';
import type { BotView } from './bot-view.ts';

/** Where a bot is, in a word, a sign and a colour. */
export function BotState({ state, autoStartRequested = false }: Pick<BotView, 'state'> & Partial<Pick<BotView, 'autoStartRequested'>>) {
  const text = useBotText('bots');
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        fontSize: 14,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        color: state === 'running' ? 'success.main' : 'text.secondary',
      }}
    >
      <Sign state={state} />
      {text(autoStartRequested ? 'autoStartRequested' : state)}
    </Box>
  );
}

function Sign({ state }: { state: BotView['state'] }) {
  switch (state) {
    case 'running':
      return <DotIcon aria-hidden sx={{ fontSize: 10 }} />;
    case 'rebalancing':
    case 'starting':
    case 'stopping':
      return <CircularProgress aria-hidden size={12} thickness={6} color="inherit" />;
    case 'stopped':
      return <PauseIcon aria-hidden sx={{ fontSize: 16 }} />;
    default:
      return state satisfies never;
  }
}
