import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'brand', needs: 'settings', words: ['brand'] });
const fetchPages = () => import('./pages.ts');

const brand = createRoute({ getParentRoute: () => section, path: '/brand', component: lazyPage(fetchPages, 'BrandPage') });

export const brandSection = section.addChildren([brand]);
