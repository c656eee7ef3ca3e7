import { MembersPage } from '@tenbin/app-kit/staff';
import { getOperatorSelf, inviteOperator, listOperators, removeOperator, resendOperatorInvitation, updateOperator } from '@tenbin/contract';
import { useText } from '../../app/text.ts';

const routes = {
  list: listOperators,
  invite: inviteOperator,
  resend: resendOperatorInvitation,
  update: updateOperator,
  remove: removeOperator,
};

/** Who operates the platform, and in which role. */
export function OperatorsPage() {
  const text = useText('administrators');
  const shellText = useText('shell');
  const roles = (['operator', 'observer'] as const).map((value) => ({
    value,
    name: shellText(`role_${value}`),
    may: text(`may_${value}`),
  }));
  return <MembersPage routes={routes} getSelf={getOperatorSelf} roles={roles} first="observer" />;
}
