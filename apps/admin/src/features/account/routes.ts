import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

/** Open to every administrator, and to those who must set up a second factor first. */
const section = createSection({ id: 'account', needs: null, words: ['account', 'security', 'auth'] });
const fetchPages = () => import('./pages.ts');

const security = createRoute({
  getParentRoute: () => section,
  path: '/account/security',
  component: lazyPage(fetchPages, 'SecurityPage'),
});
const display = createRoute({ getParentRoute: () => section, path: '/display', component: lazyPage(fetchPages, 'DisplayPage') });

export const accountSection = section.addChildren([security, display]);
