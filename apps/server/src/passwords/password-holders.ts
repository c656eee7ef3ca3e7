import type { Database, Session } from '@tenbin/db';

/** Who signs in. */
export interface Holder {
  readonly role: 'user' | 'administrator' | 'operator';
  /** A slug; null: an operator's. */
  readonly organization: string | null;
}

const surfaces = { user: 'user', administrator: 'organization', operator: 'operator' } as const;

/** Those of one kind who have a password, for whoever gives them another one without knowing it. */
export interface PasswordHolders {
  findByEmail(email: string): Promise<{ readonly id: string; readonly passwordHash: string | null } | null>;
  /** Also ends whatever they have open, and codes that wait; running servers may remember a session for some seconds. */
  setPassword(id: string, passwordHash: string): Promise<void>;
}

/** @returns null where there is no such organization */
export async function passwordHolders(database: Database, holder: Holder): Promise<PasswordHolders | null> {
  const accounts = await accountsOf(database, holder);
  return (
    accounts && {
      findByEmail: accounts.findByEmail,
      async setPassword(id, passwordHash) {
        await accounts.setPassword(id, passwordHash);
        await database.platform.sessions.endAll({ surface: surfaces[holder.role] satisfies Session['surface'], subjectId: id });
      },
    }
  );
}

async function accountsOf({ platform, forOrganization }: Database, { role, organization: slug }: Holder) {
  if (role === 'operator') return platform.operators;
  const organization = slug === null ? null : await platform.organizations.findBySlug(slug);
  if (!organization) return null;
  const { users, administrators, transaction } = forOrganization(organization.id);
  if (role === 'administrator') return administrators;
  const setPassword = (id: string, passwordHash: string) =>
    transaction(async (within) => {
      await within.users.update(id, { passwordHash });
      await within.verificationCodes.removeAll(id);
    });
  return { findByEmail: users.findByEmail, setPassword };
}
