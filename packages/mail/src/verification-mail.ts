import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

/** What the code proves: a new account's address, or the new address of an account. */
export type VerificationPurpose = 'signUp' | 'changeEmail';

export interface VerificationMail {
  readonly template: 'verificationCode';
  readonly purpose: VerificationPurpose;
  /** Six digits. */
  readonly code: string;
  /** Opens the page with the code filled in. */
  readonly url: string;
  readonly minutesValid: number;
}

export function verificationContent(mail: VerificationMail, language: Language): MailContent {
  return language === 'ja' ? japanese(mail) : english(mail);
}

const japanese = ({ purpose, code, url, minutesValid }: VerificationMail): MailContent => ({
  subject: `認証コード：${code}`,
  greeting: purpose === 'signUp' ? 'ご登録ありがとうございます。' : 'メールアドレスの変更を受け付けました。',
  paragraphs: [`次の認証コードを入力して、メールアドレスの確認を完了してください。コードの有効期限は${minutesValid}分です。`],
  code,
  action: { label: 'コード入力済みの画面を開く', url },
  closing: 'このメールに心当たりがない場合は、何もせずに削除してください。コードは誰にも教えないでください。',
});

const english = ({ purpose, code, url, minutesValid }: VerificationMail): MailContent => ({
  subject: `Your verification code: ${code}`,
  greeting: purpose === 'signUp' ? 'Thank you for signing up.' : 'You asked to change your e-mail address.',
  paragraphs: [`Please enter this code to confirm your e-mail address. It is valid for ${minutesValid} minutes.`],
  code,
  action: { label: 'Open the page with the code filled in', url },
  closing: 'If you did not ask for this, you can ignore this mail. Never share the code with anybody.',
});
