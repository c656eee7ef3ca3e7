import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ApiError, resendVerification, verifyUser } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { storeKey } from '../../app/session.ts';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import { FormPage } from './form-page.tsx';
import { isOwnPath } from './own-path.ts';
import { isEmail } from './password-rules.ts';
import { useCountdown } from './use-countdown.ts';

const route = getRouteApi('/entrance/verify');
const resendAfterSeconds = 60;

/** Also understands what a mail program adds: full-width digits, spaces, dashes. */
const digitsOf = (pasted: string): string => pasted.normalize('NFKC').replace(/\D/g, '').slice(0, 6);

/** The mailed code, just now or, for a `late` one, some time ago: typed, pasted, or in the address that the mail links to. */
export function VerifyPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const router = useRouter();
  const { organization, trial } = useInstallation();
  const { email = '', code = '', next, late } = route.useSearch();
  const form = useForm({ defaultValues: { email, code: digitsOf(code) } });
  const [left, countFrom] = useCountdown(code || late ? 0 : resendAfterSeconds);
  const [resent, setResent] = useState(false);
  const verify = useAction({
    mutationFn: (body: { email: string; code: string }) => client.call(verifyUser, { body: { ...body, organization } }),
    onSuccess: ({ uniqueKey }) => {
      storeKey(uniqueKey);
      router.history.push(isOwnPath(next) ? next : '/');
    },
  });
  const resend = useAction({
    mutationFn: (address: string) => client.call(resendVerification, { body: { email: address, organization } }),
    onMutate: () => setResent(false),
    onSuccess: () => {
      verify.reset();
      setResent(true);
      countFrom(resendAfterSeconds);
    },
    onError: (error) => {
      const seconds = error instanceof ApiError ? Number(error.facts.seconds ?? error.retryAfter) : 0;
      if (seconds > 0) countFrom(seconds);
    },
  });
  const { errors } = form.formState;
  const problem = verify.error ?? resend.error;
  const submit = form.handleSubmit((values) => verify.mutate({ email: values.email.trim(), code: values.code }));
  return (
    <FormPage
      title={text('verifyTitle')}
      lead={email ? text('verifyHelp', { email }) : text('verifyHelpNoEmail')}
      notice={resent && !problem && text('resent')}
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
            {left > 0 ? text('resendIn', { seconds: left }) : text('resend')}
          </Button>
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
            if (digits.length === 6 && !verify.isPending) void submit();
          },
          validate: (value) => value.length === 6 || text('codeRequired'),
        })}
      />
    </FormPage>
  );
}
