import { createOrganization, listAllOrganizations, type RouteOutput, updateOrganization } from '@tenbin/contract';
import type { AuditFacts } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { organizationReplyOf, repliesOfAll } from '../../organizations/reply.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { requireAcceptable } from '../../passwords/require-acceptable.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';

const handleListAll = implementForOperator(listAllOrganizations, async ({ deps, caller }) =>
  repliesOfAll(await deps.database.platform.organizations.list(), { deps, caller }),
);

const handleCreate = implementForOperator(createOrganization, async ({ body, deps, caller, audit }) => {
  const { name, slug, administrator } = body;
  if (administrator) requireAcceptable(administrator);
  const { organizations, exchanges } = deps.database.platform;
  const made = await organizations.create({ name: name.trim(), slug, ...wantedOf(body) });
  audit.add({ organizationId: made.id });
  for (const { id } of await exchanges.list()) await exchanges.offer(made.id, id);
  if (administrator) audit.add(await setAdministrator(made.id, administrator, deps));
  return organizationReplyOf(made, { deps, caller });
});

const handleUpdate = implementForOperator(updateOrganization, async ({ params, body, deps, caller, audit }) => {
  const { name, administrator } = body;
  if (administrator) requireAcceptable(administrator);
  const changes = { ...(name !== undefined && { name: name.trim() }), ...wantedOf(body) };
  const changed = await deps.database.platform.organizations.update(params.id, changes);
  if (administrator) audit.add(await setAdministrator(changed.id, administrator, deps));
  return organizationReplyOf(changed, { deps, caller });
});

const wantedOf = ({ isFree, omitPairs, botsPerUser }: RouteOutput<typeof updateOrganization>['body']) => ({
  ...(isFree !== undefined && { isFree }),
  settings: { ...(omitPairs !== undefined && { omitPairs }), ...(botsPerUser !== undefined && { botsPerUser }) },
});

async function setAdministrator(
  organizationId: string,
  { email, password }: { readonly email: string; readonly password: string },
  { database, sessions }: ServerContext,
): Promise<AuditFacts> {
  const { administrators } = database.forOrganization(organizationId);
  const passwordHash = await hashPassword(password);
  const known = await administrators.findByEmail(email.trim());
  if (!known) {
    const { id } = await administrators.create({ email, passwordHash, role: 'owner' });
    return { administratorId: id, administrator: 'made' };
  }
  await administrators.setPassword(known.id, passwordHash);
  await sessions.endAllOf({ surface: 'organization', subjectId: known.id });
  return { administratorId: known.id, administrator: 'passwordSet' };
}

export const operatedOrganizationCalls: readonly Implementation[] = [handleListAll, handleCreate, handleUpdate];
