import Box from '@mui/material/Box';
import { FactList, formatWidth, parseNumber, percent } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { SetupDraft } from './draft.ts';

/** What is chosen so far; always visible. */
export function SetupSummary({ draft, exchangeName }: { draft: SetupDraft; exchangeName: string | undefined }) {
  const text = useText('setup');
  const width = parseNumber(draft.width);
  const rows = [
    [text('exchange'), exchangeName],
    [text('botName'), draft.name],
    [text('trianglePairs'), draft.pairs.join(', ')],
    [text('width'), width === null ? '' : percent(formatWidth(width))],
  ] as const;
  return (
    <FactList
      label={text('chosen')}
      facts={rows.map(([name, value]) => ({
        name,
        value: value ? (
          <strong style={{ fontWeight: 600 }}>{value}</strong>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {text('notChosen')}
          </Box>
        ),
      }))}
      sx={{ gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: '1fr' } }}
    />
  );
}
