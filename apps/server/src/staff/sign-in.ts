import { signInAdministrator, signInOperator, signOutAdministrator, signOutOperator } from '@tenbin/contract';
import { requireSignIn } from '../passwords/require-sign-in.ts';
import { type Implementation, implementForAdministrator, implementForOperator, implementPublic } from '../route/implement.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';

const handleSignInAdministrator = implementPublic(signInAdministrator, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const { administrators } = deps.database.forOrganization(owner.id);
  const find = async (email: string) => [await administrators.findByEmail(email)];
  const { id, email } = await requireSignIn(body, { among: `administrators ${owner.id}`, find, deps, caller, audit });
  const uniqueKey = await deps.sessions.open({ surface: 'organization', organizationId: owner.id, subjectId: id });
  return { _id: id, email, organization: owner.id, uniqueKey };
});

const handleSignOutAdministrator = implementForAdministrator(signOutAdministrator, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});

const handleSignInOperator = implementPublic(signInOperator, async ({ body, deps, caller, audit }) => {
  const { operators } = deps.database.platform;
  const find = async (email: string) => [await operators.findByEmail(email)];
  const { id, email } = await requireSignIn(body, { among: 'operators', find, deps, caller, audit });
  const uniqueKey = await deps.sessions.open({ surface: 'operator', organizationId: null, subjectId: id });
  return { _id: id, email, uniqueKey };
});

const handleSignOutOperator = implementForOperator(signOutOperator, async ({ actor, deps }) => {
  await deps.sessions.end(actor.session);
  return { success: true };
});

export const staffCalls: readonly Implementation[] = [
  handleSignInAdministrator,
  handleSignOutAdministrator,
  handleSignInOperator,
  handleSignOutOperator,
];
