import { parseVerificationCode } from '@tenbin/accounts';
import type { addAuthenticator, getFactors, RouteOutput, RouteReply, removeAuthenticator, setUpAuthenticator } from '@tenbin/contract';
import { authenticatorIdentity, type SealedTotpSecret } from '@tenbin/db';
import type { AccountHolder } from '../accounts/account-holder.ts';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { requirePasswordOf } from '../passwords/require-own-password.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import { factorChanged, giveRecoveryCodes, lockAdding } from './factor-changes.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { makeTotpSecret, stepOfCode, totpUrl } from './totp.ts';
import { type FactorHolder, useCode, useCodeWhereNeeded } from './use-factor.ts';

/** What whoever asks changes of how they themselves sign in. */
export interface OwnFactors {
  readonly holder: AccountHolder;
  readonly deps: ServerContext;
  readonly caller: Caller;
  readonly audit: AuditNote;
}

type Given<Route> = RouteOutput<Route> extends { readonly body: infer Body } ? Body : never;

interface SetUp extends SealedTotpSecret {
  /** Fingerprint of the password that was given. */
  readonly password: string;
}

const minutesToSetUp = 15;
const setUpPurpose = ({ organizationId, holderId }: AccountHolder): string => `authenticator-set-up/${organizationId}/${holderId}`;

/** What they sign in with beside the password. */
export async function factorsReply({ organization, holderId }: FactorHolder): Promise<RouteReply<typeof getFactors>> {
  const [authenticator, passkeys, recoveryCodesLeft] = await Promise.all([
    organization.factors.findAuthenticator(holderId),
    organization.factors.listPasskeys(holderId),
    organization.factors.countRecoveryCodes(holderId),
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
export async function beginAuthenticator(
  { password, code }: Given<typeof setUpAuthenticator>,
  { holder, deps, caller }: OwnFactors,
): Promise<RouteReply<typeof setUpAuthenticator>> {
  const { organization, organizationId, holderId } = holder;
  const somebody = await requirePasswordOf(holder, password, { deps, caller });
  if (await organization.factors.findAuthenticator(holderId)) throw new Refusal('authenticatorExists');
  await useCodeWhereNeeded(code, holder, deps);
  const { name: issuer } = (await tenantOfOwner(organizationId, deps)).brand;
  const secret = makeTotpSecret();
  const note: SetUp = { secret, password: deps.vault.fingerprint(somebody.passwordHash) };
  return {
    secret,
    url: totpUrl({ secret, issuer, account: somebody.email }),
    setUp: sealNote(note, setUpPurpose(holder), minutesToSetUp, deps),
  };
}

export async function confirmAuthenticator(
  { setUp, code: typed }: Given<typeof addAuthenticator>,
  { holder, deps, audit }: Omit<OwnFactors, 'caller'>,
): Promise<RouteReply<typeof addAuthenticator>> {
  const { organization, organizationId, holderId, session, surface } = holder;
  const note = openNote<SetUp>(setUp, setUpPurpose(holder), deps);
  if (!note) throw new Refusal('factorSetUpExpired');
  const createdAt = deps.clock.now();
  const code = parseVerificationCode(typed);
  const lastStep = code === null ? null : stepOfCode(code, note.secret, createdAt);
  if (lastStep === null) throw new Refusal('factorCodeWrong');
  const { secret } = note;
  const sealed = deps.vault.seal(JSON.stringify({ secret } satisfies SealedTotpSecret), authenticatorIdentity(organizationId, holderId));
  const mail = await mailerOfOrganization(organizationId, deps);
  return organization.transaction(async (within) => {
    const somebody = await lockAdding(within, { holder, password: note.password }, deps);
    if (!(await within.factors.addAuthenticator(holderId, { sealed, lastStep, createdAt }))) throw new Refusal('authenticatorExists');
    await mail(within, somebody, factorChanged(holder, 'added', 'authenticator'));
    const recoveryCodes = await giveRecoveryCodes(within, holderId, { onlyFirst: true });
    await deps.sessions.endAllWithin(within, { surface, subjectId: holderId }, { exceptId: session.id });
    await audit.storeIn(within);
    return { recoveryCodes };
  });
}

export async function endAuthenticator({ password, code }: Given<typeof removeAuthenticator>, { holder, deps, caller, audit }: OwnFactors) {
  const { organization, organizationId, holderId } = holder;
  const somebody = await requirePasswordOf(holder, password, { deps, caller });
  if (!(await organization.factors.findAuthenticator(holderId))) throw new Refusal('authenticatorNotFound');
  await useCode(code, holder, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await holder.lock(within, somebody))) throw new Refusal('wrongPassword');
    if (!(await within.factors.removeAuthenticator(holderId))) throw new Refusal('authenticatorNotFound');
    const isLast = (await within.factors.listPasskeys(holderId)).length === 0;
    if (isLast) await within.factors.removeAll(holderId);
    await mail(within, somebody, factorChanged(holder, 'removed', 'authenticator'));
    await audit.storeIn(within);
  });
  return { success: true };
}

export async function replaceRecoveryCodes(
  { password, code }: Given<typeof removeAuthenticator>,
  { holder, deps, caller, audit }: OwnFactors,
) {
  const { organization, organizationId, holderId } = holder;
  const somebody = await requirePasswordOf(holder, password, { deps, caller });
  await useCode(code, holder, deps);
  const mail = await mailerOfOrganization(organizationId, deps);
  return organization.transaction(async (within) => {
    if (!(await holder.lock(within, somebody))) throw new Refusal('wrongPassword');
    await mail(within, somebody, factorChanged(holder, 'added', 'recoveryCodes'));
    const recoveryCodes = await giveRecoveryCodes(within, holderId, { onlyFirst: false });
    await audit.storeIn(within);
    return { recoveryCodes };
  });
}
