import { ownAccountRoutes } from '../staff/own-account.ts';
import { AdministratorSelf } from '../staff/shapes.ts';

export const {
  signOut: signOutAdministrator,
  getSelf: getAdministratorSelf,
  updateSelf: updateAdministratorSelf,
  changePassword: changeAdministratorPassword,
  listSessions: listAdministratorSessions,
  endSession: endAdministratorSession,
  endOtherSessions: endOtherAdministratorSessions,
  getFactors: getAdministratorFactors,
  setUpAuthenticator: setUpAdministratorAuthenticator,
  addAuthenticator: addAdministratorAuthenticator,
  removeAuthenticator: removeAdministratorAuthenticator,
  renewRecoveryCodes: renewAdministratorRecoveryCodes,
  setUpPasskey: setUpAdministratorPasskey,
  addPasskey: addAdministratorPasskey,
  renamePasskey: renameAdministratorPasskey,
  removePasskey: removeAdministratorPasskey,
} = /* @__PURE__ */ ownAccountRoutes({
  surface: 'organization',
  who: 'administrator',
  Self: AdministratorSelf,
  self: '/admin/administrators/self',
  session: '/admin/organizations/session',
});
