import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ApiError, signIn } from '@tenbin/contract';
import { Field, PasswordField, useErrorText } from '@tenbin/ui';
import { useForm } from 'react-hook-form';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { PageLink } from '../../app/page-link.tsx';
import { storeKey } from '../../app/session.ts';
import { useText } from '../../app/text.ts';
import { FormPage } from './form-page.tsx';
import { isEmail } from './password-rules.ts';

const route = getRouteApi('/entrance/login');

export function LoginPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const router = useRouter();
  const { organization, brand } = useInstallation();
  const { next, ended, email = '' } = route.useSearch();
  const form = useForm({ defaultValues: { email, password: '' }, mode: 'onTouched' });
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) => client.call(signIn, { body: { ...body, organization } }),
    onSuccess: ({ uniqueKey }) => {
      storeKey(uniqueKey);
      router.history.push(isOwnPath(next) ? next : '/');
    },
  });
  const { errors } = form.formState;
  const unverified = login.error instanceof ApiError && login.error.code === 'emailVerified';
  return (
    <FormPage
      title={text('loginTitle')}
      notice={!login.error && (ended === 'timeout' ? <SessionTimeout /> : ended && text('signinRequired'))}
      problem={
        login.error && (
          <>
            {errorText(login.error)}{' '}
            {unverified && (
              <PageLink to="/verify" search={{ email: form.getValues('email'), ...(next ? { next } : {}) }}>
                {text('verifyFirst')}
              </PageLink>
            )}
          </>
        )
      }
      submit={text('login')}
      busy={login.isPending}
      onSubmit={form.handleSubmit(({ email: address, password }) => login.mutate({ email: address.trim(), password }))}
      below={
        brand.features.signUp && (
          <>
            {text('noAccount')} <PageLink to="/sign-up">{text('signUp')}</PageLink>
          </>
        )
      }
    >
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
      <PasswordField
        label={text('password')}
        autoComplete="current-password"
        problem={errors.password?.message}
        {...form.register('password', { required: text('passwordRequired') })}
      />
    </FormPage>
  );
}

function SessionTimeout() {
  const text = useText('auth');
  return (
    <>
      <strong>{text('sessionTimeout')}</strong>
      <br />
      {text('sessionTimeoutHelp')}
    </>
  );
}

/** Only a path of this console: a link from outside must not lead elsewhere after the login. */
const isOwnPath = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next);
