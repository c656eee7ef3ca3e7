import { createRoute } from '@tanstack/react-router';
import { type App, createSurfaceRouter, given, lazyPage, textIn, wholeIn } from '@tenbin/app-kit';
import { auditSearch } from '@tenbin/app-kit/staff';
import { botSearch } from '@tenbin/bot-views/search';
import { marketMakerKinds } from '@tenbin/strategy';
import { elsewhere, login, publicPages, root, shell } from './frame.ts';
import { botFiles, pageFiles } from './load-words.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Open to those too who must set up a second factor first. */
    readonly isBeforeFactor?: boolean;
  }
}

const kindIn = (value: unknown) => marketMakerKinds.find((kind) => kind === value);
const fetchPages = () => import('./pages.ts');
const fetchBot = () => import('../features/people/bot-page.tsx');
const fetchAccounts = () => import('../features/virtual-accounts/pages.ts');
const fetchSignIn = () => import('../features/sign-in/pages.ts');

const behind = createRoute({
  getParentRoute: () => shell,
  id: 'behind',
  loader: ({ context }) => context.app.words.i18n.loadNamespaces([...pageFiles, 'bots', 'causes']),
  component: lazyPage(() => import('../shell/pages.ts'), 'Behind'),
});
const below = { getParentRoute: () => behind } as const;

const organizations = createRoute({ ...below, path: '/', component: lazyPage(fetchPages, 'OrganizationsPage') });
const newOrganization = createRoute({ ...below, path: '/organizations/new', component: lazyPage(fetchPages, 'NewOrganizationPage') });
const organization = createRoute({ ...below, path: '/organizations/$id', component: lazyPage(fetchPages, 'OrganizationPage') });
const bill = createRoute({ ...below, path: '/bills/$id', component: lazyPage(fetchPages, 'BillPage') });
const users = createRoute({
  ...below,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) =>
    given({ email: textIn(search.email), organization: textIn(search.organization), page: wholeIn(search.page) }),
  component: lazyPage(fetchPages, 'UsersPage'),
});
const user = createRoute({ ...below, path: '/users/$userId', component: lazyPage(fetchPages, 'UserPage') });
const bots = createRoute({
  ...below,
  path: '/bots',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      name: textIn(search.name),
      state: textIn(search.state),
      cause: textIn(search.cause),
      owner: textIn(search.owner),
      organization: textIn(search.organization),
      user: textIn(search.user),
      page: wholeIn(search.page),
    }),
  component: lazyPage(fetchPages, 'BotsPage'),
});
const bot = createRoute({
  ...below,
  path: '/bots/$botId',
  loader: ({ context }) => context.app.words.i18n.loadNamespaces([...botFiles]),
  validateSearch: botSearch,
  component: lazyPage(fetchBot, 'BotPage'),
});
const virtualAccounts = createRoute({ ...below, path: '/virtual-accounts', component: lazyPage(fetchAccounts, 'VirtualAccountsPage') });
const virtualAccount = createRoute({
  ...below,
  path: '/virtual-accounts/account',
  validateSearch: (search: Record<string, unknown>) => given({ exchange: textIn(search.exchange), name: textIn(search.name) }),
  component: lazyPage(fetchAccounts, 'VirtualAccountPage'),
});
const marketMaker = createRoute({
  ...below,
  path: '/virtual-accounts/market-maker',
  loader: ({ context }) => context.app.words.i18n.loadNamespaces([...botFiles]),
  validateSearch: (search: Record<string, unknown>) =>
    given({ exchange: textIn(search.exchange), name: textIn(search.name), pair: textIn(search.pair), kind: kindIn(search.kind) }),
  component: lazyPage(fetchAccounts, 'MarketMakerPage'),
});
const market = createRoute({
  ...below,
  path: '/market',
  validateSearch: (search: Record<string, unknown>) => given({ exchange: textIn(search.exchange), pair: textIn(search.pair) }),
  component: lazyPage(fetchPages, 'MarketPage'),
});
const exchanges = createRoute({ ...below, path: '/exchanges', component: lazyPage(fetchPages, 'ExchangesPage') });
const newExchange = createRoute({ ...below, path: '/exchanges/new', component: lazyPage(fetchPages, 'NewExchangePage') });
const exchange = createRoute({ ...below, path: '/exchanges/$id', component: lazyPage(fetchPages, 'ExchangePage') });
const consistencies = createRoute({ ...below, path: '/consistencies', component: lazyPage(fetchPages, 'ConsistenciesPage') });
const health = createRoute({ ...below, path: '/health', component: lazyPage(fetchPages, 'HealthPage') });
const testBots = createRoute({ ...below, path: '/test-bots', component: lazyPage(fetchPages, 'TestBotsPage') });
const offer = createRoute({ ...below, path: '/offer', component: lazyPage(fetchPages, 'OfferPage') });
const billing = createRoute({ ...below, path: '/billing', component: lazyPage(fetchPages, 'BillingPage') });
const operators = createRoute({ ...below, path: '/operators', component: lazyPage(fetchPages, 'OperatorsPage') });
const audit = createRoute({
  ...below,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>) => given({ ...auditSearch(search), organization: textIn(search.organization) }),
  component: lazyPage(fetchPages, 'AuditPage'),
});
const isBeforeFactor = { staticData: { isBeforeFactor: true } } as const;
const security = createRoute({ ...below, ...isBeforeFactor, path: '/account/security', component: lazyPage(fetchPages, 'SecurityPage') });
const display = createRoute({ ...below, ...isBeforeFactor, path: '/display', component: lazyPage(fetchPages, 'DisplayPage') });

/** Below the pages before the login: their words are fetched beside them. */
const mailed = createRoute({
  getParentRoute: () => publicPages,
  id: 'mailed',
  loader: ({ context }) => context.app.words.i18n.loadNamespaces(['auth']),
});
const forgotPassword = createRoute({
  getParentRoute: () => mailed,
  path: '/forgot-password',
  component: lazyPage(fetchSignIn, 'ForgotPasswordPage'),
});
const setPassword = createRoute({
  getParentRoute: () => mailed,
  path: '/set-password',
  component: lazyPage(fetchSignIn, 'SetPasswordPage'),
});

const routeTree = root.addChildren([
  publicPages.addChildren([login, mailed.addChildren([forgotPassword, setPassword])]),
  shell.addChildren([
    behind.addChildren([
      organizations,
      newOrganization,
      organization,
      bill,
      users,
      user,
      bots,
      bot,
      virtualAccounts,
      virtualAccount,
      marketMaker,
      market,
      exchanges,
      newExchange,
      exchange,
      consistencies,
      health,
      testBots,
      offer,
      billing,
      operators,
      audit,
      security,
      display,
    ]),
  ]),
  elsewhere,
]);

export const createRouter = (app: App) => createSurfaceRouter(app, routeTree);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
