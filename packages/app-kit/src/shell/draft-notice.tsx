import Box from '@mui/material/Box';
import { useInstallation } from '../app/installation.ts';
import { isFramed } from '../app/look.ts';
import { useKitText } from '../words/text.ts';

/** At the address of a brand's draft: nobody takes it for what everybody sees. Within the page on which it is written that is plain. */
export function DraftNotice() {
  const text = useKitText('kit');
  const { isDraft } = useInstallation();
  if (!isDraft || isFramed()) return null;
  return (
    <Box
      component="aside"
      aria-label={text('draft')}
      sx={{ px: 2, py: 0.75, fontSize: 14, fontWeight: 600, textAlign: 'center', bgcolor: 'primary.main', color: 'primary.contrastText' }}
    >
      {text('draftNotice')}
    </Box>
  );
}
