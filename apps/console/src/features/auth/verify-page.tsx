import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { getRouteApi } from '@tanstack/react-router';
import { emailFault } from '@tenbin/accounts';
import { FormPage, PageLink, useAction, useApp, useCallForm, useInstallation, useWayBack } from '@tenbin/app-kit';
import { ApiError, resendVerification, verifyUser } from '@tenbin/contract';
import { Field, PasswordField, useErrorText, useFailureToast, useSentences } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../app/text.ts';
import { after, forgetSignUp, isOf, keepSignUp, keptSignUp, secondsUntil } from './own-sign-up.ts';

/** The digits of a code. Also understands what a mail program adds: full-width digits, spaces, dashes. */
export const digitsOf = (pasted: string): string => pasted.normalize('NFKC').replace(/\D/g, '').slice(0, 6);

const route = getRouteApi('/public/mailed/verify');

/** '2:05' */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * The mailed code: typed, pasted, or in the address that the mail links to. In the browser that signed up it is enough;
 * anywhere else, and where somebody has signed up anew since, the password is asked for.
 */
export function VerifyPage() {
  const text = useText('auth');
  const kitText = useText('kit');
  const failures = useText('failures');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const sentences = useSentences();
  const goBack = useWayBack();
  const { client, session } = useApp();
  const { organization, brand, trial } = useInstallation();
  const { email: given = '', code = '', next } = route.useSearch();
  const email = emailFault(given) === null ? given : '';
  const [kept, setKept] = useState(keptSignUp);
  const ownOf = (address: string) => (kept && isOf(kept, address) ? kept : null);
  const form = useCallForm(verifyUser, {
    defaults: { email: given, code: digitsOf(code), password: '' },
    input: ({ email: address, code: digits, password }) => {
      const ticket = ownOf(address)?.ticket;
      return { body: { email: address.trim(), code: digits, organization, ...(ticket === undefined ? { password } : { ticket }) } };
    },
    problems: ({ email: address, code: digits, password }) => {
      const fault = emailFault(address);
      return {
        email: fault && kitText(fault),
        code: digits.length !== 6 && text('codeRequired'),
        password: !ownOf(address) && password === '' && kitText('passwordRequired'),
      };
    },
    onSuccess: ({ uniqueKey }) => {
      forgetSignUp();
      session.begin(uniqueKey);
      goBack(next);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'passwordRequired')) return;
      forgetSignUp();
      setKept(null);
    },
  });
  const own = ownOf(form.watch('email'));
  const [left, countFrom] = useCountdown(own ? secondsUntil(own.resendAt) : 0);
  const [resent, setResent] = useState(false);
  const resend = useAction({
    mutationFn: (address: string) => client.call(resendVerification, { body: { email: address, organization } }),
    onMutate: () => setResent(false),
    onSuccess: ({ resendAfterSeconds }) => {
      form.forget();
      form.setValue('code', '');
      setResent(true);
      countFrom(resendAfterSeconds);
      if (!own) return;
      const signUp = { ...own, mailed: true, resendAt: after(resendAfterSeconds) };
      keepSignUp(signUp);
      setKept(signUp);
    },
    onError: (error) => {
      failed(error, failures('failedResendCode'));
      const seconds = error instanceof ApiError ? Number(error.facts.seconds ?? error.retryAfter) : 0;
      if (seconds > 0) countFrom(seconds);
    },
  });
  const problem = form.error ?? resend.error;
  const notice = resent ? text('resent') : own && !own.mailed && text('notMailed');
  return (
    <FormPage
      title={text('verifyTitle')}
      lead={sentences(email ? text('verifyHelp', { email }) : text('verifyHelpNoEmail'), !own && text('verifyElsewhere'))}
      notice={!problem && notice}
      problem={problem && errorText(problem)}
      submit={text('verify')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
          <Button
            disabled={left > 0}
            loading={resend.isPending}
            onClick={async () => {
              if (await form.trigger('email')) resend.mutate(form.getValues('email').trim());
            }}
          >
            {left > 0 ? text('resendIn', { time: clockOf(left) }) : text('resend')}
          </Button>
          {brand.features.signUp && <PageLink to="/sign-up">{text('signUp')}</PageLink>}
          {trial && (
            <Link href={trial.inbox} target="_blank" rel="noopener">
              {text('openInbox')}
            </Link>
          )}
        </Box>
      }
    >
      {!email && <Field label={kitText('email')} type="email" autoComplete="username" {...form.field('email')} />}
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
            if (own && digits.length === 6 && !form.isSending) void form.submit();
          },
        })}
      />
      {!own && <PasswordField label={kitText('password')} autoComplete="current-password" {...form.field('password')} />}
    </FormPage>
  );
}

/** Counts seconds down to 0. */
function useCountdown(from: number): readonly [left: number, countFrom: (seconds: number) => void] {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
