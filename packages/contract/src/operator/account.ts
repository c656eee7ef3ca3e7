import { ownAccountRoutes } from '../staff/own-account.ts';
import { OperatorSelf } from '../staff/shapes.ts';

export const {
  signOut: signOutOperator,
  getSelf: getOperatorSelf,
  updateSelf: updateOperatorSelf,
  changePassword: changeOperatorPassword,
  listSessions: listOperatorSessions,
  endSession: endOperatorSession,
  endOtherSessions: endOtherOperatorSessions,
  getFactors: getOperatorFactors,
  setUpAuthenticator: setUpOperatorAuthenticator,
  addAuthenticator: addOperatorAuthenticator,
  removeAuthenticator: removeOperatorAuthenticator,
  renewRecoveryCodes: renewOperatorRecoveryCodes,
  setUpPasskey: setUpOperatorPasskey,
  addPasskey: addOperatorPasskey,
  renamePasskey: renameOperatorPasskey,
  removePasskey: removeOperatorPasskey,
} = /* @__PURE__ */ ownAccountRoutes({
  surface: 'operator',
  who: 'operator',
  Self: OperatorSelf,
  self: '/ango-ya/operators/self',
  session: '/ango-ya/organizations/session',
});
