import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

/** Somebody signed up with the address of an account that there is. */
export interface AccountExistsMail {
  readonly template: 'accountExists';
  /** Of the login. */
  readonly url: string;
}

export function accountExistsContent(mail: AccountExistsMail, language: Language): MailContent {
  return language === 'ja' ? japanese(mail) : english(mail);
}

const japanese = ({ url }: AccountExistsMail): MailContent => ({
  subject: 'すでにアカウントをお持ちです',
  greeting: 'ご登録のお申し込みがありました。',
  paragraphs: [
    'このメールアドレスのアカウントはすでにあります。新しいアカウントは作成されていません。',
    'これまでのパスワードでログインしてください。今回入力されたパスワードは使われません。',
  ],
  action: { label: 'ログイン画面を開く', url },
  closing: 'このメールに心当たりがない場合は、何もせずに削除してください。アカウントは何も変わっていません。',
});

const english = ({ url }: AccountExistsMail): MailContent => ({
  subject: 'You already have an account',
  greeting: 'Somebody signed up with your e-mail address.',
  paragraphs: [
    'There is an account with this address already, so no new one was made.',
    'Please log in with the password you have. The one that was entered just now is not used.',
  ],
  action: { label: 'Open the login', url },
  closing: 'If this was not you, you can ignore this mail. Nothing of your account has changed.',
});
