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
  guide: 'はじめての方へ',
} as const;
