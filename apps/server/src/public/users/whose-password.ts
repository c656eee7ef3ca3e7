import type { SignUp, User } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import { requireSignIn } from '../../passwords/require-sign-in.ts';
import type { Caller } from '../../route/caller.ts';

/** A user, or somebody who has not verified their address yet. */
export type Somebody = { readonly kind: 'user'; readonly user: User } | { readonly kind: 'signUp'; readonly signUp: SignUp };

/**
 * Whose password it is at an organization. An address may have both a user and a sign-up: whoever signs up again with it
 * is answered by their own password as if they were the first, and takes as long.
 *
 * @throws {Refusal} `emailOrPassword`, `tooManyRequests`
 */
export async function whosePassword(
  given: { readonly email: string; readonly password: string },
  { organizationId, deps, caller, audit }: { organizationId: string; deps: ServerContext; caller: Caller; audit: AuditNote },
): Promise<Somebody> {
  const { users, signUps } = deps.database.forOrganization(organizationId);
  const find = async (email: string) => {
    const [user, signUp] = await Promise.all([users.findByEmail(email), signUps.findByEmail(email, deps.clock.now())]);
    const ofUser = user && ({ kind: 'user', user, id: user.id, passwordHash: user.passwordHash } as const);
    // Always two, of which each takes its time: who has signed up is told by neither answer nor clock.
    return [ofUser, signUp && ({ kind: 'signUp', signUp, id: signUp.id, passwordHash: signUp.passwordHash } as const)];
  };
  return requireSignIn<Somebody & { readonly id: string; readonly passwordHash: string }>(given, {
    among: organizationId,
    find,
    deps,
    caller,
    audit,
  });
}
