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
  languageNotKept: 'The language could not be stored with your account. It is used on this device.',
  guide: "Beginner's guide",
} as const;
