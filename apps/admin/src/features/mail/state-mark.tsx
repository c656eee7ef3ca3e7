import Box from '@mui/material/Box';
import type { BroadcastState } from '@tenbin/accounts';
import { CrossIcon, DoneIcon, HistoryIcon, OpenIcon, PauseIcon } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const looks = {
  scheduled: { icon: HistoryIcon, color: 'text.secondary' },
  sending: { icon: OpenIcon, color: 'primary.main' },
  paused: { icon: PauseIcon, color: 'warning.main' },
  sent: { icon: DoneIcon, color: 'success.main' },
  cancelled: { icon: CrossIcon, color: 'text.secondary' },
} as const satisfies Record<BroadcastState, unknown>;

/** How an e-mail stands, in a word and a sign. */
export function StateMark({ state }: { readonly state: BroadcastState }) {
  const text = useText('mail');
  const { icon: Icon, color } = looks[state];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600, whiteSpace: 'nowrap' }}>
      <Icon fontSize="small" aria-hidden sx={{ color }} />
      {text(`state_${state}`)}
    </Box>
  );
}
