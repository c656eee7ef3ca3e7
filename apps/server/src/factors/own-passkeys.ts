import type { addPasskey, RouteOutput, RouteReply, removePasskey, renamePasskey, setUpPasskey } from '@tenbin/contract';
import type { AccountHolder } from '../accounts/account-holder.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { requirePasswordOf } from '../passwords/require-own-password.ts';
import { Refusal } from '../route/refusal.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import { factorChanged, giveRecoveryCodes, lockAdding } from './factor-changes.ts';
import type { OwnFactors } from './own-authenticator.ts';
import { askForNewPasskey, readNewPasskey, relyingPartyOf } from './passkeys.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { type FactorHolder, methodsOf, useCode, useCodeWhereNeeded } from './use-factor.ts';

const most = 20;
const minutesToSetUp = 15;
const setUpPurpose = ({ organizationId, holderId }: AccountHolder): string => `passkey-set-up/${organizationId}/${holderId}`;

interface Asked {
  readonly challenge: string;
  /** Fingerprint of the password that was given. */
  readonly password: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Another way in: where there is a second factor, it is asked for as well. */
export async function beginPasskey(
  { password, code }: RouteOutput<typeof setUpPasskey>['body'],
  { holder, deps, caller }: OwnFactors,
): Promise<RouteReply<typeof setUpPasskey>> {
  const { organization, organizationId, holderId } = holder;
  const somebody = await requirePasswordOf(holder, password, { deps, caller });
  await useCodeWhereNeeded(code, holder, deps);
  if ((await organization.factors.listPasskeys(holderId)).length >= most) throw new Refusal('tooManyPasskeys', { facts: { most } });
  const party = relyingPartyOf(await tenantOfOwner(organizationId, deps), caller, deps);
  const options = await askForNewPasskey({ organization, holderId, account: somebody.email }, party);
  const note: Asked = {
    challenge: options.challenge,
    password: deps.vault.fingerprint(somebody.passwordHash),
    at: deps.clock.now().getTime(),
  };
  return { state: sealNote(note, setUpPurpose(holder), minutesToSetUp, deps), options: { ...options } };
}

export async function confirmPasskey(
  body: RouteOutput<typeof addPasskey>['body'],
  { holder, deps, caller, audit }: OwnFactors,
): Promise<RouteReply<typeof addPasskey>> {
  const { organization, organizationId, holderId, session, surface } = holder;
  const asked = openNote<Asked>(body.state, setUpPurpose(holder), deps);
  if (!asked) throw new Refusal('factorSetUpExpired');
  const party = relyingPartyOf(await tenantOfOwner(organizationId, deps), caller, deps);
  const made = await readNewPasskey(body.response, { challenge: asked.challenge, party });
  if (!made) throw new Refusal('passkeyRefused');
  const name = body.name.trim();
  const mail = await mailerOfOrganization(organizationId, deps);
  return organization.transaction(async (within) => {
    const somebody = await lockAdding(within, { holder, password: asked.password }, deps);
    const passkey = { id: within.newId(), holderId, name, ...made, askedAt: new Date(asked.at), createdAt: deps.clock.now() };
    if (!(await within.factors.addPasskey(passkey))) throw new Refusal('passkeyExists');
    await mail(within, somebody, factorChanged(holder, 'added', 'passkey', name));
    const recoveryCodes = await giveRecoveryCodes(within, holderId, { onlyFirst: true });
    await deps.sessions.endAllWithin(within, { surface, subjectId: holderId }, { exceptId: session.id });
    await audit.storeIn(within);
    return { recoveryCodes };
  });
}

export async function renameOwnPasskey(
  { params: { id }, body: { name } }: RouteOutput<typeof renamePasskey>,
  { holder: { organization, holderId }, audit }: { readonly holder: FactorHolder } & Pick<OwnFactors, 'audit'>,
) {
  await organization.transaction(async (within) => {
    if (!(await within.factors.renamePasskey(holderId, id, name.trim()))) throw new Refusal('passkeyNotFound');
    await audit.storeIn(within);
  });
  return { success: true };
}

export async function endPasskey(
  { params: { id }, body: { password, code } }: RouteOutput<typeof removePasskey>,
  { holder, deps, caller, audit }: OwnFactors,
) {
  const { organization, organizationId, holderId } = holder;
  const somebody = await requirePasswordOf(holder, password, { deps, caller });
  const passkeys = await organization.factors.listPasskeys(holderId);
  if (!passkeys.some((passkey) => passkey.id === id)) throw new Refusal('passkeyNotFound');
  await useCode(code, holder, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await holder.lock(within, somebody))) throw new Refusal('wrongPassword');
    const removed = await within.factors.removePasskey(holderId, id);
    if (!removed) throw new Refusal('passkeyNotFound');
    if ((await methodsOf({ organization: within, holderId })).length === 0) await within.factors.removeAll(holderId);
    await mail(within, somebody, factorChanged(holder, 'removed', 'passkey', removed.name));
    await audit.storeIn(within);
  });
  return { success: true };
}
