import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'settings', needs: 'settings', words: ['settings'] });
const fetchPages = () => import('./pages.ts');

const general = createRoute({ getParentRoute: () => section, path: '/settings', component: lazyPage(fetchPages, 'SettingsPage') });
const help = createRoute({ getParentRoute: () => section, path: '/settings/help', component: lazyPage(fetchPages, 'HelpPagesPage') });
const courses = createRoute({ getParentRoute: () => section, path: '/settings/courses', component: lazyPage(fetchPages, 'CoursesPage') });

export const settingsSection = section.addChildren([general, help, courses]);
