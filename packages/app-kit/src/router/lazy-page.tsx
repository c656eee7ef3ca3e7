import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { OfflineError } from '@tenbin/contract';
import { Failure } from '@tenbin/ui';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { PagePending, serverAnswers } from '../shell/page-states.tsx';
import { useKitText } from '../words/text.ts';

const againMs = 5000;

/**
 * A page whose scripts are fetched when it is first opened. Without a connection it waits for them in its place: the
 * router would load everything anew, and the browser then shows that there is no connection instead of the page.
 */
export function lazyPage<Module extends object>(load: () => Promise<Module>, name: keyof Module & string): RouteComponent {
  const fetchPage = async () => (await load())[name] as ComponentType;
  const fetchOrWait = async (): Promise<ComponentType> => {
    try {
      return await fetchPage();
    } catch (error) {
      // Scripts of an older version: then loading everything anew is right.
      if (await serverAnswers()) throw error;
      return () => <LatePage load={fetchPage} />;
    }
  };
  return lazyRouteComponent(async () => ({ default: await fetchOrWait() }));
}

function LatePage({ load }: { load: () => Promise<ComponentType> }) {
  const text = useKitText('kit');
  const [Page, setPage] = useState<ComponentType | null>(null);
  const [failure, setFailure] = useState<OfflineError | null>(null);
  const fetchPage = useCallback(
    () =>
      load().then(
        (page) => setPage(() => page),
        (error: unknown) => setFailure(new OfflineError(error)),
      ),
    [load],
  );
  const isHere = Page !== null;
  useEffect(() => {
    if (isHere) return;
    void fetchPage();
    const timer = setInterval(fetchPage, againMs);
    return () => clearInterval(timer);
  }, [fetchPage, isHere]);
  if (Page) return <Page />;
  return failure ? <Failure what={text('thisPage')} error={failure} onRetry={() => void fetchPage()} /> : <PagePending />;
}
