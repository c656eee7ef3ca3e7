import { lazyPage } from '@tenbin/app-kit';
import { createStaffFrame } from '@tenbin/app-kit/staff';

/** The routes that every page hangs below. */
export const { root, publicPages, login, shell, elsewhere } = createStaffFrame(
  lazyPage(() => import('../shell/pages.ts'), 'OperatorShell'),
);
