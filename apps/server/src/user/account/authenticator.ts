import { parseVerificationCode } from '@tenbin/accounts';
import {
  addAuthenticator,
  getFactors,
  type RouteReply,
  removeAuthenticator,
  renewRecoveryCodes,
  setUpAuthenticator,
} from '@tenbin/contract';
import { authenticatorIdentity, type SealedTotpSecret } from '@tenbin/db';
import { openNote, sealNote } from '../../factors/sealed-note.ts';
import { makeTotpSecret, stepOfCode, totpUrl } from '../../factors/totp.ts';
import { useCode, useCodeWhereNeeded } from '../../factors/use-factor.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { factorChanged, giveRecoveryCodes, lockAdding } from './factor-changes.ts';

interface SetUp extends SealedTotpSecret {
  /** Fingerprint of the password that was given. */
  readonly password: string;
}

const minutesToSetUp = 15;
const setUpPurpose = (organizationId: string, userId: string): string => `authenticator-set-up/${organizationId}/${userId}`;

export const handleGetFactors = implement(getFactors, ({ actor }) => factorsReply(actor));

/** What they sign in with beside the password. */
export async function factorsReply({
  organization,
  userId,
}: Pick<Actor, 'organization' | 'userId'>): Promise<RouteReply<typeof getFactors>> {
  const [authenticator, passkeys, recoveryCodesLeft] = await Promise.all([
    organization.factors.findAuthenticator(userId),
    organization.factors.listPasskeys(userId),
    organization.factors.countRecoveryCodes(userId),
  ]);
  return {
    authenticator: authenticator && { createdAt: authenticator.createdAt.toISOString() },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  };
}

/** Stores nothing: what is to be confirmed goes with the caller, sealed. */
export const handleSetUpAuthenticator = implement(setUpAuthenticator, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  if (await organization.factors.findAuthenticator(userId)) throw new Refusal('authenticatorExists');
  await useCodeWhereNeeded(body.code, { organization, holderId: userId }, deps);
  const { name: issuer } = deps.tenancy.brandOf(await deps.organizations.require(organizationId));
  const secret = makeTotpSecret();
  const note: SetUp = { secret, password: deps.vault.fingerprint(user.passwordHash) };
  return {
    secret,
    url: totpUrl({ secret, issuer, account: user.email }),
    setUp: sealNote(note, setUpPurpose(organizationId, userId), minutesToSetUp, deps),
  };
});

export const handleAddAuthenticator = implement(addAuthenticator, async ({ body, actor, deps }) => {
  const { organization, organizationId, userId, session } = actor;
  const note = openNote<SetUp>(body.setUp, setUpPurpose(organizationId, userId), deps);
  if (!note) throw new Refusal('factorSetUpExpired');
  const createdAt = deps.clock.now();
  const code = parseVerificationCode(body.code);
  const lastStep = code === null ? null : stepOfCode(code, note.secret, createdAt);
  if (lastStep === null) throw new Refusal('factorCodeWrong');
  const { secret } = note;
  const sealed = deps.vault.seal(JSON.stringify({ secret } satisfies SealedTotpSecret), authenticatorIdentity(organizationId, userId));
  const mail = await mailerOfOrganization(organizationId, deps);
  const added = await organization.transaction(async (within) => {
    const user = await lockAdding(within, { userId, password: note.password }, deps);
    if (!(await within.factors.addAuthenticator(userId, { sealed, lastStep, createdAt }))) throw new Refusal('authenticatorExists');
    await mail(within, user, factorChanged('added', 'authenticator'));
    return { recoveryCodes: await giveRecoveryCodes(within, userId, { onlyFirst: true }) };
  });
  await deps.sessions.endAllOf({ surface: 'user', subjectId: userId }, { exceptId: session.id });
  return added;
});

export const handleRemoveAuthenticator = implement(removeAuthenticator, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  if (!(await organization.factors.findAuthenticator(userId))) throw new Refusal('authenticatorNotFound');
  await useCode(body.code, { organization, holderId: userId }, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    if (!(await within.factors.removeAuthenticator(userId))) throw new Refusal('authenticatorNotFound');
    const isLast = (await within.factors.listPasskeys(userId)).length === 0;
    if (isLast) await within.factors.removeAll(userId);
    await mail(within, user, factorChanged('removed', 'authenticator'));
  });
  return { success: true };
});

export const handleRenewRecoveryCodes = implement(renewRecoveryCodes, async ({ body, actor, deps, caller }) => {
  const { organization, organizationId, userId } = actor;
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  await useCode(body.code, { organization, holderId: userId }, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  return organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    await mail(within, user, factorChanged('added', 'recoveryCodes'));
    return { recoveryCodes: await giveRecoveryCodes(within, userId, { onlyFirst: false }) };
  });
});
