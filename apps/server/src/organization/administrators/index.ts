import { isAtMost } from '@tenbin/accounts';
import {
  inviteAdministrator,
  listAdministrators,
  removeAdministrator,
  resendAdministratorInvitation,
  updateAdministrator,
} from '@tenbin/contract';
import { administratorHolder } from '../../accounts/account-holder.ts';
import { memberCalls } from '../../accounts/member-calls.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';

export const administratorCalls: readonly Implementation[] = memberCalls({
  implement: implementForAdministrator,
  routes: {
    list: listAdministrators,
    invite: inviteAdministrator,
    resend: resendAdministratorInvitation,
    update: updateAdministrator,
    remove: removeAdministrator,
  },
  surface: 'organization',
  permission: 'administrators',
  lastOne: 'lastOwner',
  notFound: 'administratorNotFound',
  holderOf: administratorHolder,
  staffOf: ({ administrators }) => administrators,
  isAtMost,
});
