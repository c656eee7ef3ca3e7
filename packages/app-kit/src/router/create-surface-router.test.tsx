import { createRootRouteWithContext, createRoute, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { App } from '../app/create-app.ts';
import { createSurfaceRouter } from './create-surface-router.ts';
import { PageLink } from './page-link.tsx';

const root = createRootRouteWithContext<{ readonly app: App }>()({ component: Outlet });
const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <PageLink to={'/next' as '/'}>On</PageLink>,
});
const next = createRoute({ getParentRoute: () => root, path: '/next', component: () => <h1>Next</h1> });

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

async function openFirst() {
  history.replaceState(null, '', '/');
  const router = createSurfaceRouter({ basePath: '/' } as App, root.addChildren([first, next]));
  await router.load();
  render(<RouterProvider router={router} />);
  return { router, link: await screen.findByRole('link', { name: 'On' }) };
}

/** What stands on the page in the frame that follows. */
const inNextFrame = <T,>(look: () => T): Promise<T> => new Promise((resolve) => requestAnimationFrame(() => resolve(look())));

test('a click is shown in a frame of its own, before the page to which it leads is drawn', async () => {
  const { link } = await openFirst();
  fireEvent.click(link);
  expect(await inNextFrame(() => screen.queryByRole('link', { name: 'On' }))).toBe(link);
  expect(await screen.findByRole('heading', { name: 'Next' })).toBeTruthy();
  expect(location.pathname).toBe('/next');
  history.back();
  expect(await screen.findByRole('link', { name: 'On' })).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});

test('two changes of an address within a frame are both kept', async () => {
  const { router } = await openFirst();
  const add = (part: object) => router.navigate({ to: '.', search: (now: object) => ({ ...now, ...part }), replace: true } as never);
  await Promise.all([add({ sort: 'name' }), add({ page: 2 })]);
  expect(router.state.location.search).toEqual({ sort: 'name', page: 2 });
});
