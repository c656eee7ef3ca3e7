/** Where a bot is set up, tried out or looked at closely, its history, where a plan is paid for, and what invitations became. Fetched in one file. */
export { AffiliatePage } from '../features/affiliate/affiliate-page.tsx';
export { BacktestPage } from '../features/backtest/backtest-page.tsx';
export { BotPage } from '../features/bot/bot-page.tsx';
export { InitialBalancePage } from '../features/bot/initial-balance-page.tsx';
export { ExchangesPage } from '../features/exchanges/exchanges-page.tsx';
export { HistoryPage } from '../features/history/history-page.tsx';
export { NotificationsPage } from '../features/notifications/notifications-page.tsx';
export { CheckoutPage } from '../features/plan/checkout-page.tsx';
export { PlanPage } from '../features/plan/plan-page.tsx';
export { SecurityPage } from '../features/security/security-page.tsx';
export { EditBotPage, NewBotPage } from '../features/setup/setup-page.tsx';
export { StatementPage } from '../features/statement/statement-page.tsx';
