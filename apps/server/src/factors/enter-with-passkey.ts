import type { askForPasskey, RouteOutput, signInWithPasskey } from '@tenbin/contract';
import type { Proven } from '../accounts/account-holder.ts';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { requireWithin } from '../limits/limits.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { databaseOf } from '../tenancy/database-of.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import { type Door, findChallenged } from './door.ts';
import { askForSignature, readSignature, relyingPartyOf } from './passkeys.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { challenged } from './sign-in-challenge.ts';

const purpose = 'passkey-sign-in';
const minutes = 5;

interface Asked {
  readonly organizationId: string;
  readonly challenge: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who gave their password before; null: the passkey stands for it. */
  readonly proven: { readonly id: string; readonly password: string } | null;
}

interface Surroundings {
  readonly deps: ServerContext;
  readonly caller: Caller;
}

export async function askToEnter<Somebody extends Proven, SignedIn>(
  door: Door<Somebody, SignedIn>,
  body: RouteOutput<typeof askForPasskey>['body'],
  { deps, caller }: Surroundings,
) {
  requireWithin(deps.limits.signInsOfAddress, caller.address);
  const before = body.challenge === undefined ? null : await challenged(body.challenge, { deps, find: findChallenged(door, deps) });
  const owner = before?.organization.organizationId ?? door.ofAll ?? null;
  const tenant = owner === null ? await organizationOfInput(body.organization, { deps, caller }) : await tenantOfOwner(owner, deps);
  const passkeys = before ? await before.organization.factors.listPasskeys(before.id) : [];
  const options = await askForSignature(passkeys, relyingPartyOf(tenant, caller, deps));
  const note: Asked = {
    organizationId: tenant.organization.id,
    challenge: options.challenge,
    at: deps.clock.now().getTime(),
    proven: before && { id: before.id, password: deps.vault.fingerprint(before.passwordHash) },
  };
  return { state: sealNote(note, purpose, minutes, deps), options: { ...options } };
}

/** With a password before it the second step of a sign-in; without one both in one. */
export async function enterWithPasskey<Somebody extends Proven, SignedIn>(
  door: Door<Somebody, SignedIn>,
  body: RouteOutput<typeof signInWithPasskey>['body'],
  { deps, caller, audit }: Surroundings & { readonly audit: AuditNote },
): Promise<SignedIn> {
  requireWithin(deps.limits.signInsOfAddress, caller.address);
  const asked = openNote<Asked>(body.state, purpose, deps);
  if (!asked || !door.isOf(asked.organizationId)) throw new Refusal('factorChallengeExpired');
  const { organizationId, challenge, proven } = asked;
  audit.inOrganization(organizationId);
  const organization = databaseOf(organizationId, deps.database);
  const passkey = await organization.factors.findPasskey(body.response.id);
  const somebody = passkey && (await door.find(organization, passkey.holderId));
  if (!passkey || !somebody) throw new Refusal('passkeyRefused');
  audit.add({ accountId: somebody.id, passkeyId: passkey.id });
  const isAlone = proven === null;
  const isOther = !isAlone && (proven.id !== somebody.id || proven.password !== deps.vault.fingerprint(somebody.passwordHash));
  const party = relyingPartyOf(await tenantOfOwner(organizationId, deps), caller, deps);
  const counter = isOther ? null : await readSignature(body.response, { passkey, challenge, party, isAlone });
  if (counter === null) throw new Refusal('passkeyRefused');
  door.admit(somebody);
  if (isAlone && !passkey.standsAlone) throw new Refusal('passwordRequired');
  const use = { id: passkey.id, counter, askedAt: new Date(asked.at), at: deps.clock.now(), isAlone };
  await organization.transaction(async (within) => {
    const isGood = (await door.lock(within, somebody)) && (await within.factors.usePasskey(use));
    if (!isGood) throw new Refusal('passkeyRefused');
  });
  return door.open(somebody, { organization, deps, caller });
}
