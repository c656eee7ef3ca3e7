import type { RouteOutput, signInWithFactor } from '@tenbin/contract';
import type { Proven } from '../accounts/account-holder.ts';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import { type Door, findChallenged } from './door.ts';
import { challenged } from './sign-in-challenge.ts';
import { useCode } from './use-factor.ts';

/** The second step of a sign-in. */
export async function enterWithCode<Somebody extends Proven, SignedIn>(
  door: Door<Somebody, SignedIn>,
  { challenge, code }: RouteOutput<typeof signInWithFactor>['body'],
  { deps, caller, audit }: { readonly deps: ServerContext; readonly caller: Caller; readonly audit: AuditNote },
): Promise<SignedIn> {
  const { organization, somebody } = await challenged(challenge, { deps, find: findChallenged(door, deps) });
  audit.inOrganization(organization.organizationId);
  audit.add({ accountId: somebody.id });
  door.admit(somebody);
  await useCode(code, { organization, holderId: somebody.id }, deps);
  return door.open(somebody, { organization, deps, caller });
}
