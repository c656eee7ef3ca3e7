import { type App, createSurfaceRouter } from '@tenbin/app-kit';
import { accountSection } from '../features/account/routes.ts';
import { administratorsSection } from '../features/administrators/routes.ts';
import { auditSection } from '../features/audit/routes.ts';
import { botsSection } from '../features/bots/routes.ts';
import { brandSection } from '../features/brand/routes.ts';
import { downloadsSection } from '../features/downloads/routes.ts';
import { mailSection } from '../features/mail/routes.ts';
import { moneySection } from '../features/money/routes.ts';
import { overviewSection } from '../features/overview/routes.ts';
import { plansSection } from '../features/plans/routes.ts';
import { settingsSection } from '../features/settings/routes.ts';
import { mailedPages } from '../features/sign-in/routes.ts';
import { usersSection } from '../features/users/routes.ts';
import { elsewhere, login, publicPages, root, shell } from './frame.ts';

/** Every section, in the order of the navigation; `createSection` says what belongs to one. */
const routeTree = root.addChildren([
  publicPages.addChildren([login, mailedPages]),
  shell.addChildren([
    overviewSection,
    usersSection,
    botsSection,
    plansSection,
    moneySection,
    downloadsSection,
    mailSection,
    administratorsSection,
    settingsSection,
    brandSection,
    auditSection,
    accountSection,
  ]),
  elsewhere,
]);

export const createRouter = (app: App) => createSurfaceRouter(app, routeTree);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
