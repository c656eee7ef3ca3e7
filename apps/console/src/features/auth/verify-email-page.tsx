import Link from '@mui/material/Link';
import { getRouteApi } from '@tanstack/react-router';
import { DeadEnd, FormPage, PageLink, useApp, useCallForm, useInstallation, useWayBack } from '@tenbin/app-kit';
import { ApiError, verifyEmail } from '@tenbin/contract';
import { Field, useErrorText, useFailureToast } from '@tenbin/ui';
import { useState } from 'react';
import { forgetEmailChange, keptEmailChange } from '../../app/email-change.ts';
import { useText } from '../../app/text.ts';
import { digitsOf } from './verify-page.tsx';

const route = getRouteApi('/public/mailed/verify-email');

/** The code that was mailed to a new address. It counts only in the browser that asked for the change. */
export function VerifyEmailPage() {
  const text = useText('auth');
  const kitText = useText('kit');
  const { email = '' } = route.useSearch();
  const [change] = useState(keptEmailChange);
  const isKnown = change !== null && (email === '' || change.newEmail.toLowerCase() === email.toLowerCase());
  if (isKnown) return <CodeForm newEmail={change.newEmail} sessionKey={change.key} />;
  return (
    <DeadEnd title={text('verifyEmailTitle')} action={<PageLink to="/login">{kitText('login')}</PageLink>}>
      {text('verifyEmailElsewhere')}
    </DeadEnd>
  );
}

function CodeForm({ newEmail, sessionKey }: { newEmail: string; sessionKey: string }) {
  const text = useText('auth');
  const failures = useText('failures');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const goBack = useWayBack();
  const { session } = useApp();
  const { trial } = useInstallation();
  const { code = '' } = route.useSearch();
  const form = useCallForm(verifyEmail, {
    defaults: { code: digitsOf(code) },
    input: (entered) => ({ body: { newEmail, code: entered.code } }),
    options: { key: sessionKey },
    problems: (entered) => ({ code: entered.code.length !== 6 && text('codeRequired') }),
    onSuccess: ({ uniqueKey }) => {
      forgetEmailChange();
      session.begin(uniqueKey);
      goBack('/account');
    },
    onError: (error) => {
      failed(error, failures('failedChangeEmail'));
      if (error instanceof ApiError && error.status === 401) forgetEmailChange();
    },
  });
  return (
    <FormPage
      title={text('verifyEmailTitle')}
      lead={text('verifyEmailHelp', { email: newEmail })}
      problem={form.error && errorText(form.error)}
      submit={text('verifyEmail')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={
        <>
          {text('verifyEmailGiveUp')}{' '}
          <PageLink to="/login" onClick={forgetEmailChange}>
            {text('backToLogin')}
          </PageLink>{' '}
          {trial && (
            <Link href={trial.inbox} target="_blank" rel="noopener">
              {text('openInbox')}
            </Link>
          )}
        </>
      }
    >
      <Field
        label={text('code')}
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        sx={{ '& input': { fontSize: 20, letterSpacing: '0.3em' } }}
        {...form.field('code', {
          onChange: (event: { target: { value: string } }) => {
            const digits = digitsOf(event.target.value);
            form.setValue('code', digits);
            if (digits.length === 6 && !form.isSending) void form.submit();
          },
        })}
      />
    </FormPage>
  );
}
