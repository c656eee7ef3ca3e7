import { userInfo } from 'node:os';
import type { AuditFacts, Database } from '@tenbin/db';
import type { Action, NamedFacts } from '@tenbin/messages';

/** Whoever may run a command on the database is known by their name on this machine only. */
export async function noteAct<Facts extends AuditFacts>(
  { platform }: Database,
  action: Action,
  facts: Facts & NamedFacts<Facts>,
): Promise<void> {
  const nobody = { actorId: null, refusal: null, network: null, agent: null };
  await platform.audit.append({
    ...nobody,
    at: new Date(),
    actor: 'commandLine',
    action,
    facts: { ...facts, account: userInfo().username },
  });
}
