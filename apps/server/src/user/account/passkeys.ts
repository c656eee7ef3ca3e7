import { addPasskey, removePasskey, renamePasskey, setUpPasskey } from '@tenbin/contract';
import { newId } from '@tenbin/db';
import { askForNewPasskey, readNewPasskey, relyingPartyOf } from '../../factors/passkeys.ts';
import { openNote, sealNote } from '../../factors/sealed-note.ts';
import { methodsOf, useCode, useCodeWhereNeeded } from '../../factors/use-factor.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationOfInput } from '../../tenancy/organization-of-input.ts';
import { factorChanged, giveRecoveryCodes, lockAdding } from './factor-changes.ts';

const most = 20;
const minutesToSetUp = 15;
const setUpPurpose = (organizationId: string, userId: string): string => `passkey-set-up/${organizationId}/${userId}`;

interface Asked {
  readonly challenge: string;
  /** Fingerprint of the password that was given. */
  readonly password: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Another way in: where there is a second factor, it is asked for as well. */
export const handleSetUpPasskey = implement(setUpPasskey, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  const holder = { organization, holderId: userId };
  await useCodeWhereNeeded(body.code, holder, deps);
  if ((await organization.factors.listPasskeys(userId)).length >= most) throw new Refusal('tooManyPasskeys', { facts: { most } });
  const party = relyingPartyOf(await organizationOfInput(organizationId, { deps, caller }), caller, deps);
  const options = await askForNewPasskey({ ...holder, account: user.email }, party);
  const password = deps.vault.fingerprint(user.passwordHash);
  const note: Asked = { challenge: options.challenge, password, at: deps.clock.now().getTime() };
  return { state: sealNote(note, setUpPurpose(organizationId, userId), minutesToSetUp, deps), options: { ...options } };
});

export const handleAddPasskey = implement(addPasskey, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId: holderId, session } = actor;
  const asked = openNote<Asked>(body.state, setUpPurpose(organizationId, holderId), deps);
  if (!asked) throw new Refusal('factorSetUpExpired');
  const party = relyingPartyOf(await organizationOfInput(organizationId, { deps, caller }), caller, deps);
  const made = await readNewPasskey(body.response, { challenge: asked.challenge, party });
  if (!made) throw new Refusal('passkeyRefused');
  const name = body.name.trim();
  const mail = await mailerOfOrganization(organizationId, deps);
  const added = await organization.transaction(async (within) => {
    const user = await lockAdding(within, { userId: holderId, password: asked.password }, deps);
    const passkey = { id: newId(), holderId, name, ...made, askedAt: new Date(asked.at), createdAt: deps.clock.now() };
    if (!(await within.factors.addPasskey(passkey))) throw new Refusal('passkeyExists');
    await mail(within, user, factorChanged('added', 'passkey', name));
    return { recoveryCodes: await giveRecoveryCodes(within, holderId, { onlyFirst: true }) };
  });
  await deps.sessions.endAllOf({ surface: 'user', subjectId: holderId }, { exceptId: session.id });
  return added;
});

export const handleRenamePasskey = implement(renamePasskey, async ({ params, body, actor: { organization, userId } }) => {
  if (!(await organization.factors.renamePasskey(userId, params.id, body.name.trim()))) throw new Refusal('passkeyNotFound');
  return { success: true };
});

export const handleRemovePasskey = implement(removePasskey, async ({ params, body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  const passkeys = await organization.factors.listPasskeys(userId);
  if (!passkeys.some(({ id }) => id === params.id)) throw new Refusal('passkeyNotFound');
  await useCode(body.code, { organization, holderId: userId }, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    const removed = await within.factors.removePasskey(userId, params.id);
    if (!removed) throw new Refusal('passkeyNotFound');
    if ((await methodsOf({ organization: within, holderId: userId })).length === 0) await within.factors.removeAll(userId);
    await mail(within, user, factorChanged('removed', 'passkey', removed.name));
  });
  return { success: true };
});
