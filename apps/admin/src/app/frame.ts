import { lazyPage } from '@tenbin/app-kit';
import { createStaffFrame } from '@tenbin/app-kit/staff';

export const fetchShell = () => import('../shell/pages.ts');

/** The routes that every section hangs below. */
export const { root, publicPages, login, shell, elsewhere } = createStaffFrame(lazyPage(fetchShell, 'AdminShell'));
