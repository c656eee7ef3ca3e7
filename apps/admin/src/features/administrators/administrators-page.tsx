import { type OrganizationRole, organizationRoles } from '@tenbin/accounts';
import { MembersPage } from '@tenbin/app-kit/staff';
import {
  getAdministratorSelf,
  inviteAdministrator,
  listAdministrators,
  removeAdministrator,
  resendAdministratorInvitation,
  updateAdministrator,
} from '@tenbin/contract';
import { useText } from '../../app/text.ts';

const routes = {
  list: listAdministrators,
  invite: inviteAdministrator,
  resend: resendAdministratorInvitation,
  update: updateAdministrator,
  remove: removeAdministrator,
};

const roleNames = Object.keys(organizationRoles) as OrganizationRole[];

/** Who manages the organization, and in which role. */
export function AdministratorsPage() {
  const text = useText('administrators');
  const shellText = useText('shell');
  const roles = roleNames.map((value) => ({ value, name: shellText(`role_${value}`), may: text(`may_${value}`) }));
  return <MembersPage routes={routes} getSelf={getAdministratorSelf} roles={roles} first="support" />;
}
