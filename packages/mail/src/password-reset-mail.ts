import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

export interface PasswordResetMail {
  readonly template: 'passwordReset';
  /** Carries the one-time token. */
  readonly url: string;
  readonly minutesValid: number;
}

export function passwordResetContent(mail: PasswordResetMail, language: Language): MailContent {
  return language === 'ja' ? japanese(mail) : english(mail);
}

const japanese = ({ url, minutesValid }: PasswordResetMail): MailContent => ({
  subject: 'パスワードの再設定',
  greeting: 'パスワードの再設定を受け付けました。',
  paragraphs: [
    `次のボタンから新しいパスワードを設定してください。リンクの有効期限は${minutesValid}分で、1回だけ使えます。`,
    '再設定すると、稼働中のボットは停止します。再設定後に、もう一度開始してください。',
  ],
  action: { label: 'パスワードを再設定する', url },
  closing: 'このメールに心当たりがない場合は、何もせずに削除してください。パスワードは変わりません。',
});

const english = ({ url, minutesValid }: PasswordResetMail): MailContent => ({
  subject: 'Reset your password',
  greeting: 'You asked to reset your password.',
  paragraphs: [
    `Please choose a new password with this button. The link is valid for ${minutesValid} minutes and works once.`,
    'Resetting stops your running bots. Please start them again afterwards.',
  ],
  action: { label: 'Reset the password', url },
  closing: 'If you did not ask for this, you can ignore this mail. Your password stays as it is.',
});
