import Box from '@mui/material/Box';
import type { Mapped, SlotTruth } from '@tenbin/contract';
import { CrossIcon, DifferIcon, DoneIcon, HelpIcon } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';

export type SlotView = Mapped<SlotTruth>;

const signs = { matched: DoneIcon, missing: CrossIcon, unknown: HelpIcon, differing: DifferIcon } as const;
const colours = { matched: 'success.main', missing: 'error.main', unknown: 'text.secondary', differing: 'warning.main' } as const;

/** Where the three accounts differ for good; anything else passes by itself. */
const lasting: readonly SlotView['because'][] = ['twoOrders', 'notInDatabase', 'terms', 'filled', 'notAtExchange'];

export const differsForGood = ({ because }: SlotView): boolean => lasting.includes(because);

/** Whether the three accounts of an order agree: a sign, a word, a colour. */
export function VerdictSign({ verdict }: Pick<SlotView, 'verdict'>) {
  const text = useBotText('bot');
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
  const text = useBotText('bot');
  return (
    <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary', whiteSpace: 'normal' }}>
      {text(`because${because}`)}
    </Box>
  );
}
