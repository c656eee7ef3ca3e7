import Box from '@mui/material/Box';
import { formatWidth } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { parseWidth } from '../../bots/width.ts';
import type { SetupDraft } from './draft.ts';

/** What is chosen so far; always visible. */
export function SetupSummary({ draft, exchangeName }: { draft: SetupDraft; exchangeName: string | undefined }) {
  const text = useText('setup');
  const width = parseWidth(draft.width);
  const rows = [
    [text('exchange'), exchangeName],
    [text('botName'), draft.name],
    [text('trianglePairs'), draft.pairs.join(', ')],
    [text('width'), width === null ? '' : `${formatWidth(width)} %`],
  ] as const;
  return (
    <Box
      component="dl"
      aria-label={text('chosen')}
      sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: '1fr' }, fontSize: 14 }}
    >
      {rows.map(([name, value]) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: value ? 600 : 400, color: value ? 'text.primary' : 'text.secondary' }}>
            {value || text('notChosen')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
