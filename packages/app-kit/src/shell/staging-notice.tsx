import Box from '@mui/material/Box';
import { useInstallation } from '../app/installation.ts';
import { useKitText } from '../words/text.ts';

/** On every page of a brand that is being staged: nobody takes it for the real one. */
export function StagingNotice() {
  const text = useKitText('kit');
  const { features } = useInstallation().brand;
  if (!features.staging) return null;
  return (
    <Box
      component="aside"
      aria-label={text('staging')}
      sx={{ px: 2, py: 0.75, fontSize: 14, fontWeight: 600, textAlign: 'center', bgcolor: 'warning.main', color: 'warning.contrastText' }}
    >
      {text('stagingNotice')}
    </Box>
  );
}
