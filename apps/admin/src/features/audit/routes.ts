import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { auditSearch } from '@tenbin/app-kit/staff';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'audit', needs: 'audit', words: ['audit', 'actions', 'factNames', 'factValues', 'refusals'] });

const audit = createRoute({
  getParentRoute: () => section,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('./pages.ts'), 'AuditPage'),
});

export const auditSection = section.addChildren([audit]);
