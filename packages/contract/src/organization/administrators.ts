import { memberRoutes } from '../staff/members.ts';
import { Administrator, AdministratorRole } from '../staff/shapes.ts';

export const {
  list: listAdministrators,
  invite: inviteAdministrator,
  resend: resendAdministratorInvitation,
  update: updateAdministrator,
  remove: removeAdministrator,
} = /* @__PURE__ */ memberRoutes({
  access: { surface: 'organization', needs: 'administrators' },
  path: '/admin/administrators',
  Role: AdministratorRole,
  Member: Administrator,
  one: 'an administrator',
  does: 'manage the organization',
  rule: "Neither their role nor the new one may be above the caller's; one owner is left.",
  notFound: 'administratorNotFound',
  last: 'lastOwner',
  roleErrors: ['roleAboveOwn'],
});
