import { useLocation } from '@tanstack/react-router';
import { DeadEnd, FormPage, PageLink, useCallForm, useInstallation } from '@tenbin/app-kit';
import { ApiError, resetPassword } from '@tenbin/contract';
import { useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { NewPasswordFields, newPasswordProblems, noPassword } from '../../passwords/new-password-fields.tsx';

/** Where the mailed link leads: its token stands behind the #, which goes to no server. */
export function ResetPasswordPage() {
  const text = useText('auth');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const { organization } = useInstallation();
  const token = useLocation({ select: ({ hash }) => hash });
  const [isDone, setDone] = useState(false);
  const form = useCallForm(resetPassword, {
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
      <DeadEnd title={text('resetLinkInvalid')} action={<PageLink to="/forgot-password">{text('sendLinkAgain')}</PageLink>}>
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
