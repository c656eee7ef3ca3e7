import { randomBytes } from 'node:crypto';
import type { AuditEntry, Database } from '@tenbin/db';
import { type Action, namedFacts } from '@tenbin/messages';
import type { Runtime } from '@tenbin/runtime';
import { hashPassword, isPassword, passwordHolders } from '@tenbin/server';
import { readTrialAccounts } from './trial-accounts.ts';

/**
 * A trial shows the passwords of its accounts at every start, an operator's among them. In a database that was a trial's
 * and is none any more they open nothing: whoever still has theirs gets one that nobody knows, and is signed out.
 *
 * @param path - of the file that keeps the accounts
 */
export async function retireTrialAccounts(
  path: string,
  { database, clock }: { readonly database: Database; readonly clock: Pick<Runtime, 'now'> },
): Promise<void> {
  const { audit } = database.platform;
  for (const { email, password, role, organization } of await readTrialAccounts(path)) {
    const holders = await passwordHolders(database, { role, organization });
    const known = await holders?.findByEmail(email);
    if (!known || !(await isPassword(password, known.passwordHash))) continue;
    await holders?.setPassword(known.id, await hashPassword(randomBytes(32).toString('base64url')));
    await audit.append({ ...atTheMachine, at: clock.now(), facts: namedFacts({ accountId: known.id, role }) });
  }
}

const atTheMachine = {
  actor: 'commandLine',
  actorId: null,
  action: 'retireTrialAccount',
  refusal: null,
  network: null,
  agent: null,
} as const satisfies Partial<AuditEntry> & { readonly action: Action };
