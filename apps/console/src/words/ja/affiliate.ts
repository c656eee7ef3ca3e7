import type { affiliateMayNotTrade, affiliateNotOffered } from '@tenbin/messages/refusals/ja';

/** Two sentences are the catalogue's: held to it by their types, since what is exported there is fetched before the login. */
export const affiliate = {
  title: 'アフィリエイト',
  referralsOnly: 'このアカウントは紹介専用のため、ボットを利用できません。' satisfies (typeof affiliateMayNotTrade)['text'],
  invite: 'あなたの招待リンク',
  about: 'プログラムの詳細',
  lead: 'このアドレスから登録した方は、あなたの紹介として記録されます。',
  code: '招待コード',
  url: 'アドレス',
  copy: 'アドレスをコピー',
  copied: 'アドレスをコピーしました',
  notCopied: 'コピーできませんでした。アドレスを選択してコピーしてください。',
  referrals: '紹介の状況',
  none: 'あなたのコードで登録した方はまだいません。',
  noneHelp: 'アドレスをお送りください。登録後の状況をここで確認できます。',
  anonymous: '各数値には、より先に進んだ方も含まれます。個人を特定する情報は表示されません。',
  at: '登録日時',
  state: '状況',
  signedUp: '登録',
  verified: 'メール確認済み',
  paid: 'お支払い済み',
  running: 'ボット稼働中',
  left: '退会済み',
  notOffered: 'アフィリエイトプログラムは提供されていません。' satisfies (typeof affiliateNotOffered)['text'],
} as const;
