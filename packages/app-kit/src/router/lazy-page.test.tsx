import { createRoute } from '@tanstack/react-router';
import { signIn, signOut } from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type App, createFrame, createSurfaceRouter, LoginPage, lazyPage, PublicLayout } from '../index.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { closePages, openPage } from '../testing/open-page.ts';
import { kit } from '../words/en.ts';

afterEach(closePages);

test('a page whose scripts cannot be fetched says so in its place, and comes when they can', async () => {
  let isOnline = false;
  const scripts = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return { Late: () => <h1>Here at last</h1> };
  };
  const { root, publicPages, login, elsewhere } = createFrame({
    publicLayout: PublicLayout,
    login: () => <LoginPage />,
    shell: () => null,
  });
  const late = createRoute({ getParentRoute: () => publicPages, path: '/late', component: lazyPage(scripts, 'Late') });
  const createRouter = (app: App) => createSurfaceRouter(app, root.addChildren([publicPages.addChildren([login, late]), elsewhere]));
  const surface = { surface: 'user', basePath: '/', signIn, secondStep: null, self: null, signOut, events: null } as const;
  const words = async (_: string, file: string) => ({ ui, kit })[file] ?? {};
  await openPage({ surface, createRouter, words }, { server: createFakeServer(), path: '/late' });

  const user = userEvent.setup();
  const again = await screen.findByRole('button', { name: ui.retry });
  await user.click(again);
  expect(screen.queryByRole('heading', { name: 'Here at last' })).toBeNull();
  isOnline = true;
  await user.click(await screen.findByRole('button', { name: ui.retry }));
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeTruthy();
});
