import { memberRoutes } from '../staff/members.ts';
import { PlatformOperator, PlatformRole } from '../staff/shapes.ts';

export const {
  list: listOperators,
  invite: inviteOperator,
  resend: resendOperatorInvitation,
  update: updateOperator,
  remove: removeOperator,
} = /* @__PURE__ */ memberRoutes({
  access: { surface: 'operator', needs: 'operate' },
  path: '/ango-ya/operators',
  Role: PlatformRole,
  Member: PlatformOperator,
  one: 'an operator',
  does: 'operate the platform',
  rule: 'One who operates is left.',
  notFound: 'operatorNotFound',
  last: 'lastOperator',
  roleErrors: [],
});
