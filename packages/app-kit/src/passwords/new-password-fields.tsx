import { brokenPasswordRules } from '@tenbin/accounts';
import { PasswordField, type TextOf } from '@tenbin/ui';
import type { CallForm } from '../forms/use-call-form.ts';
import { PasswordRuleList } from './password-rule-list.tsx';
import type { PasswordWords } from './text.ts';
import { useText } from './text.ts';

export interface NewPassword {
  /** The current one; empty where a mailed link takes its place. */
  readonly password: string;
  readonly newPassword: string;
  readonly passwordAgain: string;
}

export const noPassword: NewPassword = { password: '', newPassword: '', passwordAgain: '' };

/** What is wrong with a password that somebody chose, and typed twice. */
export function newPasswordProblems(
  { newPassword, passwordAgain }: Omit<NewPassword, 'password'>,
  text: TextOf<PasswordWords['auth']>,
  kitText: TextOf<PasswordWords['kit']>,
) {
  const isWeak = brokenPasswordRules(newPassword).length > 0;
  return {
    newPassword: newPassword === '' ? kitText('passwordRequired') : isWeak && text('passwordWeak'),
    passwordAgain: passwordAgain !== newPassword && text('passwordsDiffer'),
  };
}

/** A new password: its rules tick off while it is typed, and it is typed twice. */
export function NewPasswordFields({ form }: { form: CallForm<NewPassword> }) {
  const text = useText('auth');
  const checkAgain = () => form.getFieldState('passwordAgain').isTouched && form.trigger('passwordAgain');
  return (
    <>
      <PasswordField label={text('newPassword')} autoComplete="new-password" {...form.field('newPassword', { onChange: checkAgain })} />
      <PasswordRuleList password={form.watch('newPassword')} />
      <PasswordField label={text('newPasswordAgain')} autoComplete="new-password" {...form.field('passwordAgain')} />
    </>
  );
}
