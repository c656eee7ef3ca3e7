import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, textIn, wholeIn } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';
import { columnsIn } from './user-columns.ts';
import { conditions, ends, onlys, seens, shows, sorts, useds } from './user-search.ts';

const section = createSection({
  id: 'users',
  needs: 'read',
  words: ['users', 'administeredBots', 'actions', 'refusals', 'money', 'rebalance', 'bots', 'savedFilters'],
});
const fetchPages = () => import('./pages.ts');
const oneOf = <const T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value);

const list = createRoute({
  getParentRoute: () => section,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      email: textIn(search.email),
      id: textIn(search.id),
      condition: oneOf(conditions, search.condition),
      only: oneOf(onlys, search.only),
      plan: textIn(search.plan),
      ends: oneOf(ends, search.ends),
      used: oneOf(useds, textIn(search.used)),
      from: textIn(search.from),
      below: textIn(search.below),
      referrer: textIn(search.referrer),
      seen: oneOf(seens, search.seen),
      show: oneOf(shows, search.show),
      sort: oneOf(sorts, search.sort),
      columns: columnsIn(search.columns),
      page: wholeIn(search.page),
    }),
  component: lazyPage(fetchPages, 'UsersPage'),
});

const one = createRoute({ getParentRoute: () => section, path: '/users/$userId', component: lazyPage(fetchPages, 'UserPage') });

export const usersSection = section.addChildren([list, one]);
