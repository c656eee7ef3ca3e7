import { roleNames } from '@tenbin/messages/role-names/ja';

/** Around every page: the navigation, and what roles are called. */
export const shell = {
  overview: '概要',
  users: 'ユーザー',
  bots: 'ボット',
  mail: 'メール配信',
  administrators: '管理者',
  settings: '設定',
  brand: 'ブランド',
  audit: '監査ログ',
  account: 'アカウント設定',
  plans: 'プラン',
  payments: '決済履歴',
  revenue: '売上',
  bills: '請求書',
  paypal: 'PayPalアカウント',
  offer: 'プラットフォームのプラン',
  referrals: '紹介実績',
  downloads: 'ダウンロード',
  csv: 'CSV',
  csvExcel: 'CSV（Excel用）',
  ...roleNames,
  notAllowed: 'この画面を表示する権限がありません',
  notAllowedHelp: '現在の役割は「{{role}}」です。必要な場合は、組織のオーナーに役割の変更を依頼してください。',
  toHome: '最初の画面へ戻る',
  forgotPassword: 'パスワードをお忘れの方',
} as const;
