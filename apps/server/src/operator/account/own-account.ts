import {
  addOperatorAuthenticator,
  addOperatorPasskey,
  changeOperatorPassword,
  endOperatorSession,
  endOtherOperatorSessions,
  getOperatorFactors,
  getOperatorSelf,
  listOperatorSessions,
  type OperatorSelf,
  removeOperatorAuthenticator,
  removeOperatorPasskey,
  renameOperatorPasskey,
  renewOperatorRecoveryCodes,
  setUpOperatorAuthenticator,
  setUpOperatorPasskey,
  signOutOperator,
  updateOperatorSelf,
} from '@tenbin/contract';
import { operatorHolder } from '../../accounts/account-holder.ts';
import { memberReply } from '../../accounts/member-reply.ts';
import { ownAccountCalls as callsOf } from '../../accounts/own-account-calls.ts';
import type { ServerContext } from '../../context.ts';
import type { Operator } from '../../route/caller.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

async function selfReply({ operatorId }: Operator, { database }: Pick<ServerContext, 'database'>): Promise<OperatorSelf> {
  const { operators, own } = database.platform;
  const member = await operators.find(operatorId);
  // Removed within the seconds for which a session is remembered.
  if (!member) throw new Refusal('signinRequired');
  const reply = memberReply(member, await own.factors.among([operatorId]));
  return { ...reply, language: member.language, mustAddFactor: !reply.hasFactor };
}

export const ownAccountCalls: readonly Implementation[] = callsOf({
  implement: implementForOperator,
  routes: {
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
  },
  holderOf: operatorHolder,
  selfReply,
});
