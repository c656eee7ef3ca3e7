import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'downloads', needs: 'export', words: ['downloads'] });

const page = createRoute({
  getParentRoute: () => section,
  path: '/downloads',
  component: lazyPage(() => import('./pages.ts'), 'DownloadsPage'),
});

export const downloadsSection = section.addChildren([page]);
