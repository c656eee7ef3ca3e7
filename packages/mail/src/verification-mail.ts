import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

/** What the code proves: a new account's address, or the new address of an account. */
export type VerificationPurpose = 'signUp' | 'changeEmail';

export interface VerificationMail {
  readonly template: 'verificationCode';
  readonly purpose: VerificationPurpose;
  /** Six digits. Not in the subject, which a locked screen shows. */
  readonly code: string;
  /** Opens the page with the code filled in. */
  readonly url: string;
  readonly minutesValid: number;
}

export function verificationContent(mail: VerificationMail, language: Language): MailContent {
  return language === 'ja' ? japanese(mail) : english(mail);
}

const japanese = ({ purpose, code, url, minutesValid }: VerificationMail): MailContent => ({
  subject: '認証コードのお知らせ',
  greeting: purpose === 'signUp' ? 'ご登録ありがとうございます。' : 'メールアドレスの変更を受け付けました。',
  paragraphs: [
    `次の認証コードを入力して、メールアドレスの確認を完了してください。コードの有効期限は${minutesValid}分です。`,
    ...(purpose === 'signUp' ? ['登録に使ったブラウザーで入力してください。ほかのブラウザーでは、登録したパスワードも必要です。'] : []),
  ],
  code,
  action: { label: 'コード入力済みの画面を開く', url },
  closing: 'このメールに心当たりがない場合は、コードを入力せずに削除してください。コードは誰にも教えないでください。',
});

const english = ({ purpose, code, url, minutesValid }: VerificationMail): MailContent => ({
  subject: 'Your verification code',
  greeting: purpose === 'signUp' ? 'Thank you for signing up.' : 'You asked to change your e-mail address.',
  paragraphs: [
    `Please enter this code to confirm your e-mail address. It is valid for ${minutesValid} minutes.`,
    ...(purpose === 'signUp'
      ? ['Enter it in the browser in which you signed up. Any other one also asks for the password that you chose.']
      : []),
  ],
  code,
  action: { label: 'Open the page with the code filled in', url },
  closing: 'If you did not ask for this, please ignore this mail and enter the code nowhere. Never share the code with anybody.',
});
