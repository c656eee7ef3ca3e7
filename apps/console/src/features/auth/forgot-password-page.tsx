import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { emailFault } from '@tenbin/accounts';
import { DeadEnd, FormPage, PageLink, useCallForm, useInstallation } from '@tenbin/app-kit';
import { resetPassword } from '@tenbin/contract';
import { Field, useErrorText, useFailureToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Asks for the link that sets a new password. */
export function ForgotPasswordPage() {
  const text = useText('auth');
  const kitText = useText('kit');
  const failures = useText('failures');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const navigate = useNavigate();
  const { organization } = useInstallation();
  const form = useCallForm(resetPassword, {
    defaults: { email: '' },
    input: ({ email }) => ({ body: { email: email.trim(), organization } }),
    problems: ({ email }) => {
      const fault = emailFault(email);
      return { email: fault && kitText(fault) };
    },
    onError: (error) => failed(error, failures('failedSendPasswordReset')),
    onSuccess: (_, { email }) => navigate({ to: '/reset-sent', search: { email: email.trim() } }),
  });
  return (
    <FormPage
      title={text('forgotTitle')}
      lead={text('forgotHelp')}
      problem={form.error && errorText(form.error)}
      submit={text('sendLink')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={<PageLink to="/login">{text('backToLogin')}</PageLink>}
    >
      <Field label={kitText('email')} type="email" autoComplete="username" {...form.field('email')} />
    </FormPage>
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
