import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, textIn, wholeIn } from '@tenbin/app-kit';
import { columnsIn } from '../../app/list-columns.ts';
import { createSection } from '../../app/section.ts';
import { oneOf, shows, sorts, userSearchOf } from '../../app/user-search.ts';
import { userColumns } from './user-columns.ts';

const section = createSection({
  id: 'users',
  needs: 'read',
  words: [
    'users',
    'administeredBots',
    'actions',
    'factNames',
    'factValues',
    'mailNames',
    'refusals',
    'money',
    'rebalance',
    'bots',
    'savedFilters',
  ],
});
const fetchPages = () => import('./pages.ts');

const list = createRoute({
  getParentRoute: () => section,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      ...userSearchOf(search),
      show: oneOf(shows, search.show),
      /** An act on many users whose results are shown. */
      act: textIn(search.act),
      sort: oneOf(sorts, search.sort),
      columns: columnsIn(userColumns, search.columns),
      page: wholeIn(search.page),
    }),
  component: lazyPage(fetchPages, 'UsersPage'),
});

const one = createRoute({
  getParentRoute: () => section,
  path: '/users/$userId',
  validateSearch: (search: Record<string, unknown>) => given({ stop: textIn(search.stop) }),
  component: lazyPage(fetchPages, 'UserPage'),
});

export const usersSection = section.addChildren([list, one]);
