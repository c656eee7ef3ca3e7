import { inviteOperator, listOperators, removeOperator, resendOperatorInvitation, updateOperator } from '@tenbin/contract';
import { operatorsIn } from '@tenbin/db';
import { operatorHolder } from '../../accounts/account-holder.ts';
import { memberCalls } from '../../accounts/member-calls.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';

export const operatorMemberCalls: readonly Implementation[] = memberCalls({
  implement: implementForOperator,
  routes: {
    list: listOperators,
    invite: inviteOperator,
    resend: resendOperatorInvitation,
    update: updateOperator,
    remove: removeOperator,
  },
  surface: 'operator',
  permission: 'operate',
  lastOne: 'lastOperator',
  notFound: 'operatorNotFound',
  holderOf: operatorHolder,
  staffOf: operatorsIn,
  // Whoever changes them may do everything.
  isAtMost: () => true,
});
