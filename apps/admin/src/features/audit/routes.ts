import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, wholeIn } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';
import { textsIn } from '../../app/texts-in.ts';

const section = createSection({ id: 'audit', needs: 'audit', words: ['audit', 'actions', 'factNames', 'refusals'] });
const resultIn = (value: unknown) => (['done', 'refused'] as const).find((result) => result === value);

const audit = createRoute({
  getParentRoute: () => section,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      ...textsIn(search, 'by', 'about', 'action', 'from', 'to'),
      result: resultIn(search.result),
      page: wholeIn(search.page),
    }),
  component: lazyPage(() => import('./pages.ts'), 'AuditPage'),
});

export const auditSection = section.addChildren([audit]);
