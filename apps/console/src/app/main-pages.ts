/** The frame of everything behind the login, and the pages that people come for. Fetched in one file. */

export { AccountPage } from '../features/account/account-page.tsx';
export { BotListPage } from '../features/bots/bot-list-page.tsx';
export { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
export { GuidePage } from '../features/guide/guide-page.tsx';
export { HelpPage } from '../features/help/help-page.tsx';
export { ConsoleShell } from '../shell/console-shell.tsx';
export { liveEvents } from './live-events.ts';
