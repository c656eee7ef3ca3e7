import { randomBytes } from 'node:crypto';
import type { AuditEntry, Database } from '@tenbin/db';
import { hashPassword, isPassword } from '@tenbin/server';
import { readTrialAccounts, type TrialAccount } from './trial-accounts.ts';

const surfaces = { user: 'user', administrator: 'organization', operator: 'operator' } as const;

/**
 * A trial shows the passwords of its accounts at every start, an operator's among them. In a database that was a trial's
 * and is none any more they open nothing: whoever still has theirs gets one that nobody knows, and is signed out.
 *
 * @param path - of the file that keeps the accounts
 */
export async function retireTrialAccounts(path: string, database: Database): Promise<void> {
  const { sessions, audit } = database.platform;
  for (const { role, organization, email, password } of await readTrialAccounts(path)) {
    const accounts = await accountsOf({ role, organization }, database);
    const known = await accounts?.findByEmail(email);
    if (!known || !(await isPassword(password, known.passwordHash))) continue;
    await accounts?.setPassword(known.id, await hashPassword(randomBytes(32).toString('base64url')));
    await sessions.endAll({ surface: surfaces[role], subjectId: known.id });
    await audit.append({ ...atTheMachine, at: new Date(), facts: { accountId: known.id, role } });
  }
}

const atTheMachine = {
  actor: 'commandLine',
  actorId: null,
  action: 'retireTrialAccount',
  refusal: null,
  network: null,
  agent: null,
} as const satisfies Partial<AuditEntry>;

async function accountsOf(
  { role, organization: slug }: Pick<TrialAccount, 'role' | 'organization'>,
  { platform, forOrganization }: Database,
) {
  if (role === 'operator') return platform.operators;
  const organization = slug === null ? null : await platform.organizations.findBySlug(slug);
  if (!organization) return null;
  const { users, administrators } = forOrganization(organization.id);
  if (role === 'administrator') return administrators;
  const setPassword = (id: string, passwordHash: string) => users.update(id, { passwordHash });
  return { findByEmail: users.findByEmail, setPassword };
}
