import { createRoute } from '@tanstack/react-router';
import { type App, createFrame, createSurfaceRouter, LoginPage, lazyPage, PublicLayout } from '@tenbin/app-kit';

const fetchPages = () => import('./pages.ts');

const { root, publicPages, login, shell, elsewhere } = createFrame({
  publicLayout: () => <PublicLayout withLegalLinks={false} />,
  login: () => <LoginPage />,
  shell: lazyPage(fetchPages, 'AdminShell'),
});

const overview = createRoute({ getParentRoute: () => shell, path: '/', component: lazyPage(fetchPages, 'OverviewPage') });
const display = createRoute({ getParentRoute: () => shell, path: '/display', component: lazyPage(fetchPages, 'DisplayPage') });

const routeTree = root.addChildren([publicPages.addChildren([login]), shell.addChildren([overview, display]), elsewhere]);

export const createRouter = (app: App) => createSurfaceRouter(app, routeTree);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
