import { useLocation } from '@tanstack/react-router';
import { ApiError, type resetAdministratorPassword, type resetOperatorPassword, type resetPassword } from '@tenbin/contract';
import { useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useInstallation } from '../app/installation.ts';
import { FormPage } from '../forms/form-page.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { PageLink } from '../router/page-link.tsx';
import { DeadEnd } from '../shell/dead-end.tsx';
import { NewPasswordFields, newPasswordProblems, noPassword } from './new-password-fields.tsx';
import { useText } from './text.ts';

/** Where a mailed link leads, of a reset or an invitation: its token stands behind the #, which goes to no server. */
export function PasswordByLink({
  route,
}: {
  route: typeof resetPassword | typeof resetAdministratorPassword | typeof resetOperatorPassword;
}) {
  const text = useText('auth');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const { organization } = useInstallation();
  const token = useLocation({ select: ({ hash }) => hash });
  const [isDone, setDone] = useState(false);
  const form = useCallForm(route, {
    defaults: noPassword,
    input: ({ newPassword }) => ({ body: { token, password: newPassword, organization } }),
    fieldOf: { password: 'newPassword' },
    problems: (entered) => newPasswordProblems(entered, text, kitText),
    onSuccess: () => setDone(true),
  });
  const login = <PageLink to="/login">{kitText('login')}</PageLink>;
  if (isDone)
    return (
      <DeadEnd title={text('resetDoneTitle')} action={login}>
        {text('resetDone')}
      </DeadEnd>
    );
  const isLinkBad = form.error instanceof ApiError && form.error.code === 'resetLinkInvalid';
  if (token === '' || isLinkBad)
    return (
      <DeadEnd title={text('resetLinkInvalid')} action={<PageLink to={forgotPassword}>{text('sendLinkAgain')}</PageLink>}>
        {text('resetLinkHelp')}
      </DeadEnd>
    );
  return (
    <FormPage
      title={text('resetTitle')}
      lead={text('passwordEffects')}
      problem={form.error && errorText(form.error)}
      submit={text('setPassword')}
      busy={form.isSending}
      onSubmit={form.submit}
      below={login}
    >
      <NewPasswordFields form={form} />
    </FormPage>
  );
}

/** A page of every front end that has this one. */
const forgotPassword = '/forgot-password' as '/';
