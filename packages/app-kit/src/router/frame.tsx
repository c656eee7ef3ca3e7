import { createRootRouteWithContext, createRoute, Outlet, type RouteComponent, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApp } from '../app/app-context.tsx';
import type { App } from '../app/create-app.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageFailure } from '../shell/page-states.tsx';
import { given, textIn } from './search.ts';
import { isOwnPath } from './use-way-back.ts';

interface FramePages {
  /** Around the pages before the login. */
  readonly publicLayout: RouteComponent;
  readonly login: RouteComponent;
  /** Around every page after it. */
  readonly shell: RouteComponent;
  /** Fetches the words that are read after the login, beside the scripts that show them. */
  readonly loadWords?: (app: App) => Promise<void>;
}

/** The routes that every front end has; its own hang below `publicPages` and `shell`. */
export function createFrame({ publicLayout: PublicLayout, login: Login, shell: Shell, loadWords }: FramePages) {
  const root = createRootRouteWithContext<{ readonly app: App }>()({ component: Outlet, errorComponent: PageFailure });
  const publicPages = createRoute({ getParentRoute: () => root, id: 'public', component: PublicLayout });
  const login = createRoute({
    getParentRoute: () => publicPages,
    path: '/login',
    validateSearch: (search: Record<string, unknown>) =>
      given({ next: textIn(search.next), ended: textIn(search.ended), email: textIn(search.email) }),
    beforeLoad: ({ context, search: { next } }) => {
      if (isSignedIn(context.app)) throw redirect({ href: isOwnPath(next) ? next : '/' });
    },
    component: Login,
  });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: ({ context, location }) => {
      if (isSignedIn(context.app)) return;
      throw redirect({ to: '/login', search: location.pathname === '/' ? {} : { next: location.href } });
    },
    loader: ({ context }) => loadWords?.(context.app),
    component: Shell,
  });
  const nowhere = createRoute({
    getParentRoute: () => root,
    id: 'nowhere',
    loader: ({ context: { app } }) => (isSignedIn(app) ? Promise.all([Shell.preload?.(), loadWords?.(app)]) : PublicLayout.preload?.()),
    component: function AroundNowhere(): ReactNode {
      return isSignedIn(useApp()) ? <Shell /> : <PublicLayout />;
    },
  });
  const elsewhere = createRoute({ getParentRoute: () => nowhere, path: '$', component: NotFoundPage });
  return { root, publicPages, login, shell, elsewhere: nowhere.addChildren([elsewhere]) };
}

const isSignedIn = ({ session }: App): boolean => session.key() !== null;
