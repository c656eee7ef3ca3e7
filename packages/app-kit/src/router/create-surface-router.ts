import { type AnyRoute, type AnyRouter, createRouter } from '@tanstack/react-router';
import { painted } from '@tenbin/ui';
import type { App } from '../app/create-app.ts';
import { PageFailure, PagePending } from '../shell/page-states.tsx';

/** @param routeTree - made of `createFrame`'s routes and the surface's own */
export const createSurfaceRouter = <Tree extends AnyRoute>(app: App, routeTree: Tree) =>
  afterTheClick(
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
    } as Parameters<typeof createRouter<Tree, 'preserve'>>[0]),
  );

/**
 * The router draws the next page, if its parts are there, while the click that leads to it is still handled. Here the
 * click is shown first. The address says at once where one goes, so that what follows within a frame builds upon it.
 */
function afterTheClick<Router extends AnyRouter>(router: Router): Router {
  const { load } = router;
  router.load = async (options) => {
    // Redirects are part of a load that runs already.
    if (options?.action && router.state.status === 'idle') {
      router.updateLatestLocation();
      await painted();
    }
    await load(options);
  };
  return router;
}
