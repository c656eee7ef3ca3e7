import { createRoute } from '@tanstack/react-router';
import { signInAdministrator, signOutAdministrator } from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type App, createFrame, createSurfaceRouter, LoginPage, PublicLayout } from '../index.ts';
import { kit } from '../words/en.ts';
import { closePages, createFakeServer, leavePages, openPage } from './index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  closePages();
});

test('what a page was still loading when it was left touches no browser any more', async () => {
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  const surface = {
    surface: 'organization',
    basePath: '/office',
    signIn: signInAdministrator,
    secondStep: null,
    signOut: signOutAdministrator,
    self: null,
    events: null,
  } as const;
  const { root, publicPages, login, shell, elsewhere } = createFrame({
    publicLayout: PublicLayout,
    login: () => <LoginPage />,
    shell: () => null,
  });
  const slow = createRoute({ getParentRoute: () => publicPages, path: '/slow', loader: () => held, component: () => 'Slow' });
  const routers: ReturnType<typeof createRouter>[] = [];
  const createRouter = (app: App) => createSurfaceRouter(app, root.addChildren([publicPages.addChildren([login, slow]), shell, elsewhere]));
  const keptRouter = (app: App) => {
    const router = createRouter(app);
    routers.push(router);
    return router;
  };
  const frontEnd = {
    surface,
    createRouter: keptRouter,
    words: async (_: string, file: string) => ({ ui, kit, notifications })[file] ?? {},
  };
  await openPage(frontEnd, { server: createFakeServer(), path: '/office/login' });
  const [router] = routers;
  await act(async () => router?.history.push('/office/slow'));
  const loaded = router?.load();
  leavePages();
  vi.stubGlobal('window', undefined);
  arrive();
  await expect(loaded).resolves.toBeUndefined();
});
