import type { AnyRouter } from '@tanstack/react-router';
import type { LoadWords } from '@tenbin/ui';
import { act } from '@testing-library/react';
import { type App, createApp } from '../app/create-app.ts';
import { startSurface } from '../app/start-surface.tsx';
import type { SurfaceSettings } from '../app/surface.ts';
import type { FakeServer } from './fake-server.ts';

interface FrontEnd {
  readonly surface: SurfaceSettings;
  readonly createRouter: (app: App) => AnyRouter;
  readonly words: LoadWords;
}

interface Given {
  readonly server: FakeServer;
  /** What the address bar says. */
  readonly path: string;
  /** Of a session that goes on; without it one has to sign in. */
  readonly key?: string;
  readonly language?: 'ja' | 'en';
}

const opened: (() => void)[] = [];

/** Opens a front end as its `main.tsx` does, with a network that answers by the contract. */
export async function openPage({ surface, createRouter, words }: FrontEnd, { server, path, key, language = 'en' }: Given): Promise<App> {
  localStorage.setItem('i18nextLng', language);
  history.replaceState(null, '', path);
  const app = createApp(surface, { words, fetch: server.fetch });
  if (key !== undefined) app.session.begin(key);
  const page = document.createElement('div');
  document.body.append(page);
  const router = createRouter(app);
  const root = await act(() => startSurface(page, app, router));
  opened.push(() => {
    act(() => root?.unmount());
    // What it was still loading comes to a page that is gone, and perhaps to no browser.
    router.startTransition = async () => false;
    app.queries.clear();
    page.remove();
  });
  return app;
}

/** Before what is opened next finds what the browser keeps, as after a reload. */
export function leavePages(): void {
  for (const close of opened.splice(0)) close();
}

/** After each test: the next one has a browser that has been nowhere. */
export function closePages(): void {
  leavePages();
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
}
