import { signInAdministrator, signInOperator } from '@tenbin/contract';
import type { Session, StaffMember } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { requireSignIn } from '../../passwords/require-sign-in.ts';
import type { Caller } from '../../route/caller.ts';
import { type Implementation, implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationOfInput } from '../../tenancy/organization-of-input.ts';

const handleSignInAdministrator = implementPublic(signInAdministrator, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const { administrators } = deps.database.forOrganization(owner.id);
  const find = async (email: string) => [await administrators.findByEmail(email)];
  const member = await requireSignIn(body, { among: `administrators ${owner.id}`, find, deps, caller, audit });
  const who = { surface: 'organization', organizationId: owner.id, subjectId: member.id } as const;
  const uniqueKey = await openSession(member, who, { find: administrators.find, deps, caller });
  const { id, email, role } = member;
  return { _id: id, email, organization: owner.id, role, uniqueKey };
});

const handleSignInOperator = implementPublic(signInOperator, async ({ body, deps, caller, audit }) => {
  const { operators } = deps.database.platform;
  const find = async (email: string) => [await operators.findByEmail(email)];
  const member = await requireSignIn(body, { among: 'operators', find, deps, caller, audit });
  const who = { surface: 'operator', organizationId: null, subjectId: member.id } as const;
  const uniqueKey = await openSession(member, who, { find: operators.find, deps, caller });
  const { id, email, role } = member;
  return { _id: id, email, role, uniqueKey };
});

/**
 * A new password ends the sessions that there are: this one is either among them, or does not stand.
 *
 * @param member - as they were found when they proved themselves
 * @throws {Refusal} `emailOrPassword` where the password was changed meanwhile
 */
async function openSession(
  member: StaffMember,
  who: Pick<Session, 'surface' | 'organizationId' | 'subjectId'>,
  { find, deps, caller }: { find: (id: string) => Promise<StaffMember | null>; deps: ServerContext; caller: Caller },
): Promise<string> {
  const { key, session } = await deps.sessions.open(who, caller);
  const now = await find(member.id);
  if (now?.passwordHash === member.passwordHash) return key;
  await deps.sessions.end(session);
  throw new Refusal('emailOrPassword');
}

export const staffCalls: readonly Implementation[] = [handleSignInAdministrator, handleSignInOperator];
