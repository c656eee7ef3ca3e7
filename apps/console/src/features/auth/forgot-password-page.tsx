import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DeadEnd, PageLink, useInstallation } from '@tenbin/app-kit';
import { ForgotPassword } from '@tenbin/app-kit/passwords';
import { resetPassword } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Asks for the link that sets a new password. */
export function ForgotPasswordPage() {
  const failures = useText('failures');
  const failed = useFailureToast();
  const navigate = useNavigate();
  return (
    <ForgotPassword
      route={resetPassword}
      onError={(error) => failed(error, failures('failedSendPasswordReset'))}
      onSent={(email) => void navigate({ to: '/reset-sent', search: { email } })}
    />
  );
}

const sentRoute = getRouteApi('/public/mailed/reset-sent');

/** Says the same for every address: whose it is, only its mailbox tells. */
export function ResetSentPage() {
  const text = useText('auth');
  const { trial } = useInstallation();
  const { email = '' } = sentRoute.useSearch();
  return (
    <DeadEnd
      title={text('resetSentTitle')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
          <PageLink to="/login">{text('backToLogin')}</PageLink>
          {trial && (
            <Link href={trial.inbox} target="_blank" rel="noopener">
              {text('openInbox')}
            </Link>
          )}
        </Box>
      }
    >
      {text('resetSent', { email })}
    </DeadEnd>
  );
}
