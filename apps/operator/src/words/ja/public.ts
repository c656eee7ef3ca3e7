import { kit } from '@tenbin/app-kit/words/ja';
import { roleNames } from '@tenbin/messages/role-names/ja';
import { ui } from '@tenbin/ui/words/ja';
import { notifications } from '@tenbin/ui/words/notifications/ja';

const shell = {
  organizations: '組織',
  health: '稼働状況',
  consistencies: '整合性',
  testBots: 'テストボット',
  users: 'ユーザー',
  bots: 'ボット',
  virtualAccounts: '仮想口座',
  market: 'マーケット',
  offer: 'プランとオプション',
  billing: '請求の設定',
  exchanges: '取引所',
  operators: '運営者',
  audit: '監査ログ',
  account: 'アカウント設定',
  ...roleNames,
  forgotPassword: 'パスワードをお忘れの方',
} as const;

/** What is read before and around every page. */
export const publicWords = { ui, kit, notifications, shell } as const;
