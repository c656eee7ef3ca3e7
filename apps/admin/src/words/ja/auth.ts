import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { staffPasswords } from '@tenbin/app-kit/words/passwords/ja';

/** Where an administrator chooses a password. */
export const auth = {
  ...staffPasswords,
  forgotHelp: '管理者として登録されたメールアドレスを入力してください。再設定用のリンクをお送りします。',
  sent: '{{email}}が管理者として登録されている場合、再設定用のリンクをお送りしました。リンクの有効期限は30分です。',
} as const satisfies OwnPasswordWords;
