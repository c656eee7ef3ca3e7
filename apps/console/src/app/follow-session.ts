import type { QueryClient } from '@tanstack/react-query';
import { forgetSecrets } from './drafts.ts';
import { isAtEntrance, type router as Router } from './router.tsx';
import { whenBegunElsewhere, whenEnded } from './session.ts';

/**
 * A session that ended leads to the login, which says why and leads back to where one was. One that another tab began is
 * this tab's as well: at the login and the code entry it goes on with it; a page with figures is loaded anew, for they may be
 * another user's.
 */
export function followSession(router: typeof Router, queryClient: QueryClient): void {
  whenEnded((ended) => {
    queryClient.clear();
    if (ended === 'left') forgetSecrets();
    const { pathname, href } = router.state.location;
    // Several calls may find it ended: the first one leads there.
    if (isAtEntrance() || pathname === '/login') return;
    const wayBack = ended === 'left' || pathname === '/' ? {} : { next: href };
    void router.navigate({ to: '/login', search: { ...wayBack, ...(ended === 'left' ? {} : { ended }) } });
  });
  whenBegunElsewhere(() => {
    const { pathname } = router.state.location;
    if (pathname === '/login') void router.invalidate();
    else if (pathname === '/verify') void router.navigate({ to: '/' });
    else if (!isAtEntrance()) location.reload();
  });
}
