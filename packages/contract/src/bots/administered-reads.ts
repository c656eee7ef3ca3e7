import type { OperatorPermission, OrganizationPermission } from '@tenbin/accounts';
import type { Route } from '../route.ts';

/** What a bot's user reads of it, as a call of the administrators of their organization: the same shapes at `/admin`. */
/* @__NO_SIDE_EFFECTS__ */
export const forAdministrators = <R extends Route>(own: R, needs: OrganizationPermission): R => ({
  ...own,
  surface: 'organization',
  needs,
  whileViewing: false,
  path: own.path.replace('/api/', '/admin/'),
});

/** The same at `/ango-ya`, of the bots of every organization. */
/* @__NO_SIDE_EFFECTS__ */
export const forOperators = <R extends Route>(own: R, needs: OperatorPermission): R => ({
  ...own,
  surface: 'operator',
  needs,
  whileViewing: false,
  path: own.path.replace('/api/', '/ango-ya/'),
});
