import { type AnyRoute, createRouter } from '@tanstack/react-router';
import type { App } from '../app/create-app.ts';
import { PageFailure } from '../shell/page-failure.tsx';
import { PagePending } from '../shell/page-pending.tsx';

/** @param routeTree - made of `createFrame`'s routes and the surface's own */
export const createSurfaceRouter = <Tree extends AnyRoute>(app: App, routeTree: Tree) =>
  createRouter({
    routeTree,
    context: { app },
    basepath: app.basePath,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailure,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    scrollRestoration: true,
  } as Parameters<typeof createRouter<Tree, 'preserve'>>[0]);
