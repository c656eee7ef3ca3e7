import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, wholeIn } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';
import { userSearchOf } from '../../app/user-search.ts';

const section = createSection({ id: 'mail', needs: 'mail', words: ['mail', 'users', 'savedFilters'] });
const fetchPages = () => import('./pages.ts');

const list = createRoute({
  getParentRoute: () => section,
  path: '/emails',
  validateSearch: (search) => given({ page: wholeIn(search.page) }),
  component: lazyPage(fetchPages, 'EmailListPage'),
});
const write = createRoute({
  getParentRoute: () => section,
  path: '/emails/new',
  validateSearch: (search: Record<string, unknown>) => given({ ...userSearchOf(search) }),
  component: lazyPage(fetchPages, 'WriteEmailPage'),
});
const email = createRoute({ getParentRoute: () => section, path: '/emails/$id', component: lazyPage(fetchPages, 'EmailPage') });

export const mailSection = section.addChildren([list, write, email]);
