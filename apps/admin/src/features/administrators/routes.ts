import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'administrators', needs: 'administrators', words: ['administrators'] });
const fetchPages = () => import('./pages.ts');

const administrators = createRoute({
  getParentRoute: () => section,
  path: '/administrators',
  component: lazyPage(fetchPages, 'AdministratorsPage'),
});

export const administratorsSection = section.addChildren([administrators]);
