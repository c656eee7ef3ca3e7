import { createRoute } from '@tanstack/react-router';
import { type App, createFrame, createSurfaceRouter, given, lazyPage, textIn as text, wholeIn as whole } from '@tenbin/app-kit';
import { PublicLayout } from '@tenbin/app-kit/public-layout';
import { botSearch } from '@tenbin/bot-views/search';
import { monthPattern, pairPattern } from '@tenbin/contract';
import { sides } from '@tenbin/market';
import { LoginPage } from '../features/auth/login-page.tsx';
import { keepSignIn } from '../features/notifications/pushed-here.ts';
import { forgetEmailChange } from './email-change.ts';
import {
  fetchAuthenticatedWords,
  fetchBotWords,
  fetchLegalWords,
  fetchPlanWords,
  fetchSecurityWords,
  fetchStatementWords,
} from './load-words.ts';

const fetchMailedPages = () => import('./mailed-pages.ts');
const fetchMainPages = () => import('./main-pages.ts');
const fetchBotPages = () => import('./bot-pages.ts');

const purposeIn = (value: unknown) => (['new', 'renew', 'change'] as const).find((purpose) => purpose === value);

const monthIn = (value: unknown) => (typeof value === 'string' && monthPattern.test(value) ? value : undefined);
const sideIn = (value: unknown) => sides.find((side) => side === value);
const pairIn = (value: unknown) => (typeof value === 'string' && pairPattern.test(value) ? value : undefined);

const { root, publicPages, login, shell, elsewhere } = createFrame({
  publicLayout: PublicLayout,
  login: LoginPage,
  shell: lazyPage(fetchMainPages, 'ConsoleShell'),
  loadWords: fetchAuthenticatedWords,
});

const mailedPages = createRoute({
  getParentRoute: () => publicPages,
  id: 'mailed',
  component: lazyPage(fetchMailedPages, 'MailedLayout'),
});

const signUp = createRoute({
  getParentRoute: () => mailedPages,
  path: '/sign-up',
  validateSearch: (search) => given({ code: text(search.code) }),
  component: lazyPage(fetchMailedPages, 'SignUpPage'),
});

const verify = createRoute({
  getParentRoute: () => mailedPages,
  path: '/verify',
  validateSearch: (search) => given({ email: text(search.email), code: text(search.code), next: text(search.next) }),
  component: lazyPage(fetchMailedPages, 'VerifyPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => mailedPages,
  path: '/verify-email',
  validateSearch: (search) => given({ email: text(search.email), code: text(search.code) }),
  component: lazyPage(fetchMailedPages, 'VerifyEmailPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => mailedPages,
  path: '/forgot-password',
  component: lazyPage(fetchMailedPages, 'ForgotPasswordPage'),
});

const resetSent = createRoute({
  getParentRoute: () => mailedPages,
  path: '/reset-sent',
  validateSearch: (search) => given({ email: text(search.email) }),
  component: lazyPage(fetchMailedPages, 'ResetSentPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => mailedPages,
  path: '/reset-password',
  component: lazyPage(fetchMailedPages, 'ResetPasswordPage'),
});

const view = createRoute({ getParentRoute: () => mailedPages, path: '/view', component: lazyPage(fetchMailedPages, 'ViewPage') });

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: (search) =>
    given({ bot: text(search.bot), range: text(search.range), pair: text(search.pair), candles: text(search.candles) }),
  component: lazyPage(fetchMainPages, 'DashboardPage'),
});

const bots = createRoute({
  getParentRoute: () => shell,
  path: '/bots',
  component: lazyPage(fetchMainPages, 'BotListPage'),
});

const newBot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/new',
  validateSearch: (search) =>
    given({ step: whole(search.step), exchange: text(search.exchange), pairs: text(search.pairs), width: text(search.width) }),
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'NewBotPage'),
});

const bot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/$botId',
  validateSearch: botSearch,
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'BotPage'),
});

const editBot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/$botId/edit',
  validateSearch: (search) => given({ step: whole(search.step) }),
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'EditBotPage'),
});

const initialBalance = createRoute({
  getParentRoute: () => shell,
  path: '/bots/$botId/initial-balance',
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'InitialBalancePage'),
});

const backtest = createRoute({
  getParentRoute: () => shell,
  path: '/backtest',
  validateSearch: (search) =>
    given({ exchange: text(search.exchange), of: text(search.of), days: text(search.days), width: text(search.width) }),
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'BacktestPage'),
});

const history = createRoute({
  getParentRoute: () => shell,
  path: '/history',
  validateSearch: (search) =>
    given({
      page: whole(search.page),
      bot: text(search.bot),
      pair: pairIn(search.pair),
      side: sideIn(search.side),
      from: text(search.from),
      to: text(search.to),
    }),
  component: lazyPage(fetchBotPages, 'HistoryPage'),
});

const statement = createRoute({
  getParentRoute: () => shell,
  path: '/history/statement',
  validateSearch: (search) => given({ month: monthIn(search.month) }),
  loader: ({ context }) => fetchStatementWords(context.app),
  component: lazyPage(fetchBotPages, 'StatementPage'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyPage(fetchMainPages, 'AccountPage'),
});

const security = createRoute({
  getParentRoute: () => shell,
  path: '/account/security',
  loader: ({ context }) => fetchSecurityWords(context.app),
  component: lazyPage(fetchBotPages, 'SecurityPage'),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/account/notifications',
  component: lazyPage(fetchBotPages, 'NotificationsPage'),
});

const exchanges = createRoute({
  getParentRoute: () => shell,
  path: '/account/exchanges',
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchBotPages, 'ExchangesPage'),
});

const affiliate = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate',
  component: lazyPage(fetchBotPages, 'AffiliatePage'),
});

const plan = createRoute({
  getParentRoute: () => shell,
  path: '/plan',
  validateSearch: (search) =>
    given({ checkout: text(search.checkout), subscription_id: text(search.subscription_id), page: whole(search.page) }),
  loader: ({ context }) => fetchPlanWords(context.app),
  component: lazyPage(fetchBotPages, 'PlanPage'),
});

const checkout = createRoute({
  getParentRoute: () => shell,
  path: '/plan/checkout',
  validateSearch: (search) => given({ plan: text(search.plan), purpose: purposeIn(search.purpose) }),
  loader: ({ context }) => fetchPlanWords(context.app),
  component: lazyPage(fetchBotPages, 'CheckoutPage'),
});

const help = createRoute({
  getParentRoute: () => shell,
  path: '/help',
  component: lazyPage(fetchMainPages, 'HelpPage'),
});

const guide = createRoute({
  getParentRoute: () => shell,
  path: '/guide',
  component: lazyPage(fetchMainPages, 'GuidePage'),
});

const legal = createRoute({
  getParentRoute: () => publicPages,
  path: '/legal/$document',
  loader: ({ context }) => fetchLegalWords(context.app),
  component: lazyPage(fetchMailedPages, 'LegalPage'),
});

const routeTree = root.addChildren([
  publicPages.addChildren([
    login,
    mailedPages.addChildren([signUp, verify, verifyEmail, forgotPassword, resetSent, resetPassword, view]),
    legal,
  ]),
  shell.addChildren([
    dashboard,
    bots,
    newBot,
    bot,
    editBot,
    initialBalance,
    backtest,
    history,
    statement,
    account,
    security,
    notifications,
    exchanges,
    affiliate,
    plan,
    checkout,
    guide,
    help,
  ]),
  elsewhere,
]);

export function createConsoleRouter(app: App) {
  // Whoever signs in anew goes on without the change of address that waited: its session's key is kept no longer.
  app.session.onBegun(forgetEmailChange);
  app.session.onBegun(keepSignIn);
  return createSurfaceRouter(app, routeTree);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
