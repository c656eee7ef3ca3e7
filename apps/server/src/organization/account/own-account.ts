import {
  type AdministratorSelf,
  addAdministratorAuthenticator,
  addAdministratorPasskey,
  changeAdministratorPassword,
  endAdministratorSession,
  endOtherAdministratorSessions,
  getAdministratorFactors,
  getAdministratorSelf,
  listAdministratorSessions,
  removeAdministratorAuthenticator,
  removeAdministratorPasskey,
  renameAdministratorPasskey,
  renewAdministratorRecoveryCodes,
  setUpAdministratorAuthenticator,
  setUpAdministratorPasskey,
  signOutAdministrator,
  updateAdministratorSelf,
} from '@tenbin/contract';
import { administratorHolder } from '../../accounts/account-holder.ts';
import { memberReply } from '../../accounts/member-reply.ts';
import { ownAccountCalls as callsOf } from '../../accounts/own-account-calls.ts';
import type { ServerContext } from '../../context.ts';
import type { Administrator } from '../../route/caller.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

async function selfReply(actor: Administrator, { organizations }: Pick<ServerContext, 'organizations'>): Promise<AdministratorSelf> {
  const { organization, organizationId, administratorId } = actor;
  const member = await organization.administrators.find(administratorId);
  // Removed within the seconds for which a session is remembered.
  if (!member) throw new Refusal('signinRequired');
  const reply = memberReply(member, await organization.factors.among([administratorId]));
  const { requireTwoFactor, timeZone } = (await organizations.require(organizationId)).settings;
  return { ...reply, language: member.language, mustAddFactor: requireTwoFactor && !reply.hasFactor, timeZone };
}

export const ownAccountCalls: readonly Implementation[] = callsOf({
  implement: implementForAdministrator,
  routes: {
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
  },
  holderOf: administratorHolder,
  selfReply,
});
