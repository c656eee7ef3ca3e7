import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ApiError, resendVerification, verifyUser } from '@tenbin/contract';
import { Field, PasswordField, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { PageLink } from '../../app/page-link.tsx';
import { storeKey } from '../../app/session.ts';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import { FormPage } from './form-page.tsx';
import { isOwnPath } from './own-path.ts';
import { after, forgetSignUp, isOf, keepSignUp, keptSignUp, secondsUntil } from './own-sign-up.ts';
import { isEmail } from './password-rules.ts';
import { useCountdown } from './use-countdown.ts';

const route = getRouteApi('/entrance/verify');

interface Verify {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** Also understands what a mail program adds: full-width digits, spaces, dashes. */
const digitsOf = (pasted: string): string => pasted.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
/** '2:05' */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * The mailed code: typed, pasted, or in the address that the mail links to. In the browser that signed up it is enough;
 * anywhere else, and where somebody has signed up anew since, the password is asked for.
 */
export function VerifyPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const router = useRouter();
  const { organization, brand, trial } = useInstallation();
  const { email = '', code = '', next } = route.useSearch();
  const form = useForm<Verify>({ defaultValues: { email, code: digitsOf(code), password: '' } });
  const [kept, setKept] = useState(keptSignUp);
  const own = kept && isOf(kept, form.watch('email')) ? kept : null;
  const [left, countFrom] = useCountdown(own ? secondsUntil(own.resendAt) : 0);
  const [resent, setResent] = useState(false);
  const verify = useAction({
    mutationFn: ({ email: address, code: digits, password }: Verify) => {
      const proof = own ? { ticket: own.ticket } : { password };
      return client.call(verifyUser, { body: { email: address.trim(), code: digits, organization, ...proof } });
    },
    onSuccess: ({ uniqueKey }) => {
      forgetSignUp();
      storeKey(uniqueKey);
      router.history.push(isOwnPath(next) ? next : '/');
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'passwordRequired')) return;
      forgetSignUp();
      setKept(null);
    },
  });
  const resend = useAction({
    mutationFn: (address: string) => client.call(resendVerification, { body: { email: address, organization } }),
    onMutate: () => setResent(false),
    onSuccess: ({ resendAfterSeconds }) => {
      verify.reset();
      form.setValue('code', '');
      setResent(true);
      countFrom(resendAfterSeconds);
      if (!own) return;
      const signUp = { ...own, mailed: true, resendAt: after(resendAfterSeconds) };
      keepSignUp(signUp);
      setKept(signUp);
    },
    onError: (error) => {
      const seconds = error instanceof ApiError ? Number(error.facts.seconds ?? error.retryAfter) : 0;
      if (seconds > 0) countFrom(seconds);
    },
  });
  const { errors } = form.formState;
  const problem = verify.error ?? resend.error;
  const submit = form.handleSubmit((values) => verify.mutate(values));
  const notice = resent ? text('resent') : own && !own.mailed && text('notMailed');
  return (
    <FormPage
      title={text('verifyTitle')}
      lead={`${email ? text('verifyHelp', { email }) : text('verifyHelpNoEmail')}${own ? '' : ` ${text('verifyElsewhere')}`}`}
      notice={!problem && notice}
      problem={problem && errorText(problem)}
      submit={text('verify')}
      busy={verify.isPending}
      onSubmit={submit}
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
      {!email && (
        <Field
          label={text('email')}
          type="email"
          autoComplete="username"
          problem={errors.email?.message}
          {...form.register('email', {
            required: text('emailRequired'),
            validate: (value) => isEmail(value.trim()) || text('emailInvalid'),
          })}
        />
      )}
      <Field
        label={text('code')}
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        problem={errors.code?.message}
        sx={{ '& input': { fontSize: 20, letterSpacing: '0.3em' } }}
        {...form.register('code', {
          onChange: (event: { target: { value: string } }) => {
            const digits = digitsOf(event.target.value);
            form.setValue('code', digits);
            if (own && digits.length === 6 && !verify.isPending) void submit();
          },
          validate: (value) => value.length === 6 || text('codeRequired'),
        })}
      />
      {!own && (
        <PasswordField
          label={text('password')}
          autoComplete="current-password"
          problem={errors.password?.message}
          {...form.register('password', { required: text('passwordRequired') })}
        />
      )}
    </FormPage>
  );
}
