import { emailFault } from '@tenbin/accounts';
import type { resetAdministratorPassword, resetOperatorPassword, resetPassword } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useInstallation } from '../app/installation.ts';
import { FormPage } from '../forms/form-page.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { PageLink } from '../router/page-link.tsx';
import { useText } from './text.ts';

interface ForgotPasswordProps {
  readonly route: typeof resetPassword | typeof resetAdministratorPassword | typeof resetOperatorPassword;
  /** What follows is the same for every address: whose it is, only its mailbox tells. */
  readonly onSent: (email: string) => void;
  readonly onError?: (error: Error) => void;
}

/** Asks for the link that sets a new password. */
export function ForgotPassword({ route, onSent, onError }: ForgotPasswordProps) {
  const text = useText('auth');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const { organization } = useInstallation();
  const form = useCallForm(route, {
    defaults: { email: '' },
    input: ({ email }) => ({ body: { email: email.trim(), organization } }),
    problems: ({ email }) => {
      const fault = emailFault(email);
      return { email: fault && kitText(fault) };
    },
    ...(onError && { onError }),
    onSuccess: (_, { email }) => onSent(email.trim()),
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
