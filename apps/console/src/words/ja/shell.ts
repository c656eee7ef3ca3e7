export const shell = {
  dashboard: 'ダッシュボード',
  bots: 'ボットサーバー',
  setup: 'ボット設定',
  backtest: 'バックテスト',
  history: '取引履歴',
  plan: 'プラン管理',
  affiliate: 'アフィリエイト',
  help: 'ヘルプ',
  account: 'アカウント設定',
  languageNotKept: '言語の設定をアカウントに保存できませんでした。この端末では選んだ言語で表示します。',
  guide: 'はじめての方へ',
} as const;
