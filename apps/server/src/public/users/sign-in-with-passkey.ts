import { askForPasskey, signInWithPasskey } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import { askForSignature, readSignature, relyingPartyOf } from '../../factors/passkeys.ts';
import { openNote, sealNote } from '../../factors/sealed-note.ts';
import { challenged } from '../../factors/sign-in-challenge.ts';
import { requireWithin } from '../../limits/limits.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationOfInput } from '../../tenancy/organization-of-input.ts';
import { signedInReply } from '../../users/user-reply-of.ts';
import { findChallenged } from './sign-in-with-factor.ts';

const purpose = 'passkey-sign-in';
const minutes = 5;

interface Asked {
  readonly organizationId: string;
  readonly challenge: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who gave their password before; null: the passkey stands for it. */
  readonly proven: (Pick<User, 'id'> & { readonly password: string }) | null;
}

export const handleAskForPasskey = implementPublic(askForPasskey, async ({ body, deps, caller }) => {
  requireWithin(deps.limits.signInsOfAddress, caller.address);
  const before = body.challenge === undefined ? null : await challenged(body.challenge, { deps, find: findChallenged(deps) });
  const tenant = await organizationOfInput(before?.organization.organizationId ?? body.organization, { deps, caller });
  const passkeys = before ? await before.organization.factors.listPasskeys(before.id) : [];
  const options = await askForSignature(passkeys, relyingPartyOf(tenant, caller, deps));
  const note: Asked = {
    organizationId: tenant.organization.id,
    challenge: options.challenge,
    at: deps.clock.now().getTime(),
    proven: before && { id: before.id, password: deps.vault.fingerprint(before.passwordHash) },
  };
  return { state: sealNote(note, purpose, minutes, deps), options: { ...options } };
});

/** With a password before it the second step of a sign-in; without one both in one. */
export const handleSignInWithPasskey = implementPublic(signInWithPasskey, async ({ body, deps, caller, audit }) => {
  requireWithin(deps.limits.signInsOfAddress, caller.address);
  const asked = openNote<Asked>(body.state, purpose, deps);
  if (!asked) throw new Refusal('factorChallengeExpired');
  const { organizationId, challenge, proven } = asked;
  audit.inOrganization(organizationId);
  const organization = deps.database.forOrganization(organizationId);
  const { factors, users } = organization;
  const passkey = await factors.findPasskey(body.response.id);
  const user = passkey && (await users.find(passkey.holderId));
  if (!passkey || !user) throw new Refusal('passkeyRefused');
  audit.add({ accountId: user.id, passkeyId: passkey.id });
  const isAlone = proven === null;
  const isOther = !isAlone && (proven.id !== user.id || proven.password !== deps.vault.fingerprint(user.passwordHash));
  const party = relyingPartyOf(await organizationOfInput(organizationId, { deps, caller }), caller, deps);
  const counter = isOther ? null : await readSignature(body.response, { passkey, challenge, party, isAlone });
  if (counter === null) throw new Refusal('passkeyRefused');
  if (user.bannedAt) throw new Refusal('userBanned');
  if (isAlone && !passkey.standsAlone) throw new Refusal('passwordRequired');
  const use = { id: passkey.id, counter, askedAt: new Date(asked.at), at: deps.clock.now(), isAlone };
  await organization.transaction(async (within) => {
    const isGood = (await within.users.lock(user)) && (await within.factors.usePasskey(use));
    if (!isGood) throw new Refusal('passkeyRefused');
  });
  return signedInReply(user, { organization, deps, caller });
});
