import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { isOwnPath } from '../features/auth/own-path.ts';
import { lazyPage } from './lazy-page.tsx';
import { fetchBotWords, fetchInsideWords } from './load-words.ts';
import { PageFailure } from './page-failure.tsx';
import { PagePending } from './page-pending.tsx';
import { storedKey } from './session.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
/** A field without a value is there as undefined: the router would put what the address has in its place, whatever that is. */
const given = <Fields extends Record<string, unknown>>(fields: Fields) => fields as { [K in keyof Fields]?: NonNullable<Fields[K]> };
const whole = (value: unknown): number | undefined => (Number.isInteger(Number(value)) && Number(value) >= 1 ? Number(value) : undefined);

const root = createRootRoute({ component: Outlet, errorComponent: PageFailure });

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: lazyPage(() => import('../shell/entrance.tsx'), 'Entrance'),
});

const login = createRoute({
  getParentRoute: () => entrance,
  path: '/login',
  validateSearch: (search) => given({ next: text(search.next), ended: text(search.ended), email: text(search.email) }),
  beforeLoad: ({ search: { next } }) => {
    if (storedKey() !== null) throw redirect({ href: isOwnPath(next) ? next : '/' });
  },
  component: lazyPage(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
});

const signUp = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-up',
  validateSearch: (search) => given({ code: text(search.code) }),
  component: lazyPage(() => import('../features/auth/sign-up-page.tsx'), 'SignUpPage'),
});

const verify = createRoute({
  getParentRoute: () => entrance,
  path: '/verify',
  validateSearch: (search) => given({ email: text(search.email), code: text(search.code), next: text(search.next) }),
  component: lazyPage(() => import('../features/auth/verify-page.tsx'), 'VerifyPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (storedKey() === null) throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { next: location.href } });
  },
  loader: fetchInsideWords,
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: (search) =>
    given({ bot: text(search.bot), range: text(search.range), pair: text(search.pair), candles: text(search.candles) }),
  component: lazyPage(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const bots = createRoute({
  getParentRoute: () => shell,
  path: '/bots',
  component: lazyPage(() => import('../features/bots/bot-list-page.tsx'), 'BotListPage'),
});

const newBot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/new',
  loader: fetchBotWords,
  component: lazyPage(() => import('../features/setup/setup-page.tsx'), 'NewBotPage'),
});

const bot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/$botId',
  validateSearch: (search) =>
    given({
      pair: text(search.pair),
      range: text(search.range),
      candles: text(search.candles),
      show: text(search.show),
      on: text(search.on),
      find: text(search.find),
      from: text(search.from),
      to: text(search.to),
      page: whole(search.page),
    }),
  loader: fetchBotWords,
  component: lazyPage(() => import('../features/bot/bot-page.tsx'), 'BotPage'),
});

const editBot = createRoute({
  getParentRoute: () => shell,
  path: '/bots/$botId/edit',
  loader: fetchBotWords,
  component: lazyPage(() => import('../features/setup/setup-page.tsx'), 'EditBotPage'),
});

const backtest = createRoute({
  getParentRoute: () => shell,
  path: '/backtest',
  validateSearch: (search) =>
    given({ exchange: text(search.exchange), of: text(search.of), days: text(search.days), width: text(search.width) }),
  loader: fetchBotWords,
  component: lazyPage(() => import('../features/backtest/backtest-page.tsx'), 'BacktestPage'),
});

const history = createRoute({
  getParentRoute: () => shell,
  path: '/history',
  validateSearch: (search) => given({ page: whole(search.page), bot: text(search.bot), from: text(search.from), to: text(search.to) }),
  component: lazyPage(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const help = createRoute({
  getParentRoute: () => shell,
  path: '/help',
  component: lazyPage(() => import('../features/help/help-page.tsx'), 'HelpPage'),
});

const legal = createRoute({
  getParentRoute: () => entrance,
  path: '/legal/$document',
  loader: fetchInsideWords,
  component: lazyPage(() => import('../features/help/legal-page.tsx'), 'LegalPage'),
});

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    entrance.addChildren([login, signUp, verify, legal]),
    shell.addChildren([dashboard, bots, newBot, bot, editBot, backtest, history, account, help]),
    elsewhere,
  ]),
  trailingSlash: 'preserve',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 300,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** On one of the pages for which nobody needs a session. */
export const isAtEntrance = (): boolean => router.state.matches.some(({ routeId }) => routeId === entrance.id);
