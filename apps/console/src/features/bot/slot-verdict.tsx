import Box from '@mui/material/Box';
import type { Mapped, SlotTruth } from '@tenbin/contract';
import { CrossIcon, DifferIcon, DoneIcon, HelpIcon } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

export type SlotView = Mapped<SlotTruth>;

const signs = { matched: DoneIcon, missing: CrossIcon, unknown: HelpIcon, differing: DifferIcon } as const;
const colours = { matched: 'success.main', missing: 'error.main', unknown: 'text.secondary', differing: 'warning.main' } as const;

/** Whether the three accounts of an order agree: a sign, a word, a colour. */
export function VerdictSign({ verdict }: Pick<SlotView, 'verdict'>) {
  const text = useText('bot');
  const Sign = signs[verdict];
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600, whiteSpace: 'nowrap', color: colours[verdict] }}
    >
      <Sign aria-hidden sx={{ fontSize: 18 }} />
      {text(verdict)}
    </Box>
  );
}

/** Why they do not. */
export function Because({ because }: { because: NonNullable<SlotView['because']> }) {
  const text = useText('bot');
  return (
    <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary', whiteSpace: 'normal' }}>
      {text(`because${because}`)}
    </Box>
  );
}
