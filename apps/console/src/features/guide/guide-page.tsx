import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PageLink, PageTitle } from '@tenbin/app-kit';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useEffect } from 'react';
import { useText } from '../../app/text.ts';
import { GuideSteps } from '../../onboarding/guide-steps.tsx';
import { useDismissal, useOnboarding } from '../../onboarding/use-onboarding.ts';

/** The way in, taken up again from the user menu: whoever opens it wants it back. */
export function GuidePage() {
  const text = useText('dashboard');
  const helpText = useText('help');
  const { steps, failed, userId } = useOnboarding();
  const [isDismissed, setDismissed] = useDismissal(userId);
  useEffect(() => {
    if (isDismissed) setDismissed(false);
  });
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('guideTitle')} />
      <Panel>
        {!steps && !failed && <Loading what={text('guideTitle')} rows={5} height={72} />}
        {failed && <Failure what={text('guideTitle')} error={failed.error} onRetry={() => void failed.refetch()} />}
        {steps && (
          <>
            {steps.every(({ isDone }) => isDone) && <Typography sx={{ mb: 2.5 }}>{text('guideDone')}</Typography>}
            <GuideSteps steps={steps} />
          </>
        )}
      </Panel>
      <Typography variant="body2" sx={{ mt: 2 }}>
        <PageLink to="/help">{helpText('title')}</PageLink>
      </Typography>
    </Box>
  );
}
