import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { GuideSteps } from '../../onboarding/guide-steps.tsx';
import { useDismissal, useOnboarding } from '../../onboarding/use-onboarding.ts';

/** The way in, until a bot runs: it may be put away, and is taken up again from the user menu. */
export function FirstSteps({ hasBot }: { hasBot: boolean }) {
  const text = useText('dashboard');
  const navigate = useNavigate();
  const { steps, failed, userId } = useOnboarding();
  const [isDismissed, setDismissed] = useDismissal(userId);
  if (isDismissed && hasBot) return null;
  if (isDismissed)
    return (
      <Panel>
        <Empty title={text('noBots')} action={<Button onClick={() => void navigate({ to: '/bots/new' })}>{text('botStepGo')}</Button>}>
          {text('dismissedHelp')}
        </Empty>
      </Panel>
    );
  return (
    <Panel title={text('firstTitle')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
        {text('firstHelp')}
      </Typography>
      {!steps && !failed && <Loading what={text('firstTitle')} rows={4} height={64} />}
      {failed && <Failure what={text('firstTitle')} error={failed.error} onRetry={() => void failed.refetch()} />}
      {steps && (
        <>
          <GuideSteps steps={steps} />
          <Button sx={{ mt: 2.5 }} onClick={() => setDismissed(true)}>
            {text('dismiss')}
          </Button>
        </>
      )}
    </Panel>
  );
}
