import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { AppearanceProvider, startWords } from '@tenbin/ui';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { followSession } from './app/follow-session.ts';
import { fetchInstallation, InstallationContext } from './app/installation.ts';
import { loadWords } from './app/load-words.ts';
import { queryClient } from './app/query.ts';
import { router } from './app/router.tsx';
import { showStartFailure } from './app/start-failure.ts';

const page = document.getElementById('root');
if (!page) throw new Error('index.html has no #root');

try {
  const [installation] = await Promise.all([fetchInstallation(), startWords(loadWords)]);
  dressPage(installation.brand);
  followSession(router, queryClient);
  createRoot(page).render(
    <StrictMode>
      <InstallationContext value={installation}>
        <AppearanceProvider brand={installation.brand}>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </QueryClientProvider>
        </AppearanceProvider>
      </InstallationContext>
    </StrictMode>,
  );
} catch {
  showStartFailure(page);
}

function dressPage({ name, favicon }: { name: string; favicon: string }): void {
  document.title = name;
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.href = favicon;
  document.head.append(icon);
}
