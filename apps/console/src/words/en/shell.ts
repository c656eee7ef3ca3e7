export const shell = {
  dashboard: 'Dashboard',
  bots: 'Bot server',
  setup: 'Bot setup',
  backtest: 'Backtest',
  history: 'History',
  plan: 'Plan management',
  affiliate: 'Affiliate',
  help: 'Help',
  account: 'Account settings',
  guide: "Beginner's guide",
} as const;
