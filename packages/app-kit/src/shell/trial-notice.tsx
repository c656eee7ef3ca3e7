import Box from '@mui/material/Box';
import { useInstallation } from '../app/installation.ts';
import { useKitText } from '../words/text.ts';

/** Figures of a trial must not be taken for those of a real market. */
export function TrialNotice() {
  const text = useKitText('kit');
  const { trial } = useInstallation();
  if (!trial) return null;
  return (
    <Box
      component="aside"
      aria-label={text('trial')}
      sx={{
        px: 2,
        py: 0.75,
        fontSize: 14,
        textAlign: 'center',
        color: 'text.secondary',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      {trial.timeScale === 1 ? text('trialNoticeRealTime') : text('trialNotice', { times: trial.timeScale })}
    </Box>
  );
}
