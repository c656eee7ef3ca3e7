import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, textIn as text, wholeIn as whole } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'audit', needs: 'audit', words: ['audit', 'actions', 'factNames', 'refusals'] });
const resultIn = (value: unknown) => (['done', 'refused'] as const).find((result) => result === value);

const audit = createRoute({
  getParentRoute: () => section,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      by: text(search.by),
      about: text(search.about),
      action: text(search.action),
      result: resultIn(search.result),
      from: text(search.from),
      to: text(search.to),
      page: whole(search.page),
    }),
  component: lazyPage(() => import('./pages.ts'), 'AuditPage'),
});

export const auditSection = section.addChildren([audit]);
