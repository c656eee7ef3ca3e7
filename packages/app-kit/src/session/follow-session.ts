import type { AnyRouter } from '@tanstack/react-router';
import { forgetNotifications } from '@tenbin/ui';
import type { App } from '../app/create-app.ts';

/**
 * A session that ended leads to the login, which says why and leads back to where one was. One that another tab began is
 * this tab's as well: at the login and where a code is entered it goes on with it; a page with figures is loaded anew, for
 * they may be another's.
 */
export function followSession({ session, queries, drafts }: App, router: AnyRouter): void {
  const isPublic = () => router.state.matches.some(({ routeId }) => routeId === '/public');
  session.onEnded((ended) => {
    queries.clear();
    if (ended === 'left') {
      drafts.forgetSecrets();
      forgetNotifications();
    }
    if (ended === 'viewed') return void router.navigate({ href: '/view', replace: true });
    const { pathname, href } = router.state.location;
    // Several calls may find it ended: the first one leads there.
    if (isPublic() || pathname === '/login') return;
    const wayBack = ended === 'left' || pathname === '/' ? {} : { next: href };
    void router.navigate({ to: '/login', search: { ...wayBack, ...(ended === 'left' ? {} : { ended }) } });
  });
  session.onStartedInOtherTab(() => {
    const { pathname } = router.state.location;
    if (pathname === '/login') void router.invalidate();
    else if (pathname === '/verify') void router.navigate({ to: '/' });
    else if (!isPublic()) location.reload();
  });
}
