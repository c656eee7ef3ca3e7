import Box from '@mui/material/Box';
import { OfflineIcon } from '../icons.tsx';
import { useUiText } from '../words/ui-text.ts';
import { useAgeText, useNow } from './age-text.ts';

/**
 * A quiet bar while the live connection is lost.
 *
 * @param since - of when the newest figures are, epoch milliseconds; null where none arrived yet
 */
export function OfflineBar({ since }: { since: number | null }) {
  const text = useUiText('ui');
  const ageText = useAgeText();
  const now = useNow(5000);
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        px: 2,
        py: 0.75,
        fontSize: 14,
        color: 'text.secondary',
        bgcolor: 'action.hover',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <OfflineIcon fontSize="small" aria-hidden />
      {since === null ? text('offlineBarNoAge') : text('offlineBar', { age: ageText(since, now) })}
    </Box>
  );
}
