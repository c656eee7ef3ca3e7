import type { QueryClient } from '@tanstack/react-query';
import type { router as Router } from './router.tsx';
import { whenEnded } from './session.ts';

/** A session that ended leads to the login, which says why and leads back to where one was. */
export function leaveWhenSignedOut(router: typeof Router, queryClient: QueryClient): void {
  whenEnded((ended) => {
    queryClient.clear();
    const { pathname, href } = router.state.location;
    if (pathname === '/login') return;
    const wayBack = ended === 'left' || pathname === '/' ? {} : { next: href };
    void router.navigate({ to: '/login', search: { ...wayBack, ...(ended === 'left' ? {} : { ended }) } });
  });
}
