import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ApiError, signIn } from '@tenbin/contract';
import { Field, PasswordField, useErrorText } from '@tenbin/ui';
import { useRef, useState } from 'react';
import { client } from '../../app/client.ts';
import { useInstallation } from '../../app/installation.ts';
import { PageLink } from '../../app/page-link.tsx';
import { storeKey } from '../../app/session.ts';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import { FormPage } from './form-page.tsx';
import { isOwnPath } from './own-path.ts';
import { isEmail } from './password-rules.ts';

const route = getRouteApi('/entrance/login');

/** The first page of all, so without the form library: its two fields do not need it, and every visitor would wait for it. */
export function LoginPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const router = useRouter();
  const { organization, brand } = useInstallation();
  const { next, ended, email: given = '' } = route.useSearch();
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState({ email: false, password: false });
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const login = useAction({
    mutationFn: () => client.call(signIn, { body: { email: email.trim(), password, organization } }),
    onSuccess: ({ uniqueKey }) => {
      storeKey(uniqueKey);
      router.history.push(isOwnPath(next) ? next : '/');
    },
  });
  const emailProblem = email.trim() === '' ? text('emailRequired') : isEmail(email.trim()) ? undefined : text('emailInvalid');
  const passwordProblem = password === '' ? text('passwordRequired') : undefined;
  const submit = () => {
    setLeft({ email: true, password: true });
    if (emailProblem) emailInput.current?.focus();
    else if (passwordProblem) passwordInput.current?.focus();
    else login.mutate();
  };
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
              <PageLink to="/verify" search={{ email: email.trim(), ...(next ? { next } : {}) }}>
                {text('verifyFirst')}
              </PageLink>
            )}
          </>
        )
      }
      submit={text('login')}
      busy={login.isPending}
      onSubmit={submit}
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
        name="email"
        type="email"
        autoComplete="username"
        inputRef={emailInput}
        value={email}
        problem={left.email ? emailProblem : undefined}
        onChange={(event) => setEmail(event.target.value)}
        onBlur={() => setLeft((now) => ({ ...now, email: now.email || email !== '' }))}
      />
      <PasswordField
        label={text('password')}
        name="password"
        autoComplete="current-password"
        inputRef={passwordInput}
        value={password}
        problem={left.password ? passwordProblem : undefined}
        onChange={(event) => setPassword(event.target.value)}
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
