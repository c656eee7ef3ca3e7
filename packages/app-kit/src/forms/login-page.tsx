import { getRouteApi, useLocation } from '@tanstack/react-router';
import { emailFault } from '@tenbin/accounts';
import { ApiError } from '@tenbin/contract';
import { Field, PasswordField, useErrorText } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useApp } from '../app/app-context.tsx';
import { useInstallation } from '../app/installation.ts';
import { useWayBack } from '../router/use-way-back.ts';
import { hasPasskeys } from '../session/passkey.ts';
import { useKitText } from '../words/text.ts';
import { FactorStep } from './factor-step.tsx';
import { FormPage } from './form-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useCallForm } from './use-call-form.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What somebody who leaves for good is told at the login, in their language. */
    readonly farewell?: string;
  }
}

const route = getRouteApi('/public/login');

interface LoginPageProps {
  /** After what was refused: a way on from it. */
  readonly wayOn?: (error: ApiError, who: { readonly email: string; readonly next: string | undefined }) => ReactNode;
  readonly below?: ReactNode;
}

/** Where a surface's session begins; it leads back to where one was. */
export function LoginPage({ wayOn, below }: LoginPageProps) {
  const text = useKitText('kit');
  const errorText = useErrorText();
  const goBack = useWayBack();
  const { session, signIn, secondStep } = useApp();
  const { organization } = useInstallation();
  const { next, ended, email: given = '' } = route.useSearch();
  const { farewell } = useLocation().state;
  const form = useCallForm(signIn, {
    defaults: { email: given, password: '' },
    input: ({ email, password }) => ({
      body: { email: email.trim(), password, ...('organization' in signIn.body.shape && { organization }) },
    }),
    problems: ({ email, password }) => {
      const fault = emailFault(email);
      return { email: fault && text(fault), password: password === '' && text('passwordRequired') };
    },
    onSuccess: ({ uniqueKey }) => {
      session.begin(uniqueKey);
      goBack(next);
    },
  });
  const { error } = form;
  if (secondStep && error instanceof ApiError && error.code === 'factorRequired')
    return <FactorStep calls={secondStep} required={error} next={next} onBack={form.forget} />;
  return (
    <FormPage
      title={text('loginTitle')}
      notice={!error && (ended === 'timeout' ? <SessionTimeout /> : ended ? text('signinRequired') : farewell)}
      problem={
        error && (
          <>
            {errorText(error)} {error instanceof ApiError && wayOn?.(error, { email: form.getValues('email').trim(), next })}
          </>
        )
      }
      submit={text('login')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={
        <>
          {secondStep && hasPasskeys() && <PasskeyButton calls={secondStep} organization={organization} next={next} />}
          {below}
        </>
      }
    >
      <Field label={text('email')} type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label={text('password')} autoComplete="current-password" {...form.field('password')} />
    </FormPage>
  );
}

function SessionTimeout() {
  const text = useKitText('kit');
  return (
    <>
      <strong>{text('sessionTimeout')}</strong>
      <br />
      {text('sessionTimeoutHelp')}
    </>
  );
}
