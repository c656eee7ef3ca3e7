import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { WordsProvider } from '@tenbin/ui';
import { StrictMode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { followSession } from '../session/follow-session.ts';
import { AppContext } from './app-context.tsx';
import { Branded } from './branded.tsx';
import type { App } from './create-app.ts';
import { fetchInstallation } from './installation.ts';

/** Finds out whose page this is, and draws it. */
export async function startSurface(page: HTMLElement, app: App, router: AnyRouter): Promise<Root | null> {
  try {
    const [installation] = await Promise.all([fetchInstallation(app), app.words.ready]);
    brandTab(installation.brand);
    followSession(app, router);
    // Until its scripts are there, the page as it came is seen.
    await router.load();
    const root = createRoot(page);
    root.render(
      <StrictMode>
        <AppContext value={app}>
          <Branded installation={installation}>
            <WordsProvider words={app.words}>
              <QueryClientProvider client={app.queries}>
                <Suspense>
                  <RouterProvider router={router} />
                </Suspense>
              </QueryClientProvider>
            </WordsProvider>
          </Branded>
        </AppContext>
      </StrictMode>,
    );
    return root;
  } catch {
    showStartFailure(page);
    return null;
  }
}

function brandTab({ name, favicon }: { name: string; favicon: string }): void {
  document.title = name;
  document.querySelector('link[rel=icon]')?.setAttribute('href', favicon);
}

/** What is seen when the server cannot even say whose page this is. No brand, no words, no theme are there yet. */
function showStartFailure(page: HTMLElement): void {
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'font: 16px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; text-align: center';
  const says = document.createElement('p');
  says.textContent = 'サーバーに接続できません。 The server cannot be reached.';
  const again = document.createElement('button');
  again.textContent = '再試行 Try again';
  again.style.cssText = 'font: inherit; padding: .5rem 1.25rem; cursor: pointer';
  again.addEventListener('click', () => location.reload());
  box.append(says, again);
  page.replaceChildren(box);
}
