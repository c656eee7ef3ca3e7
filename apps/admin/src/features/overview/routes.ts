import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'overview', needs: 'read', words: ['overview', 'causeLabels'] });
const fetchPages = () => import('./pages.ts');

const overview = createRoute({ getParentRoute: () => section, path: '/', component: lazyPage(fetchPages, 'OverviewPage') });

export const overviewSection = section.addChildren([overview]);
