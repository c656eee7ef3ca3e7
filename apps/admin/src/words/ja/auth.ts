import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { passwords } from '@tenbin/app-kit/words/passwords/ja';

/** Where an administrator chooses a password. */
export const auth = {
  ...passwords,
  forgotHelp: '管理者として登録されたメールアドレスを入力してください。再設定用のリンクをお送りします。',
  sentTitle: 'メールをご確認ください',
  sent: '{{email}}が管理者として登録されている場合、再設定用のリンクをお送りしました。リンクの有効期限は30分です。',
  resetTitle: '新しいパスワード',
  passwordEffects: 'パスワードを設定すると、ほかの端末からはログアウトします。',
  resetDoneTitle: 'パスワードを設定しました',
  resetDone: '新しいパスワードでログインしてください。',
  resetLinkInvalid: 'このリンクは使用できません',
  resetLinkHelp:
    'リンクは1回だけ使えます。有効期限が切れたか、新しいリンクが送信されています。招待のリンクの場合は、招待した方に再送を依頼してください。',
} as const satisfies OwnPasswordWords;
