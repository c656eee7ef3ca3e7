import type { AuditFacts } from '@tenbin/db';
import type { NamedFacts } from '@tenbin/messages';
import type { ServerContext } from '../context.ts';
import type { Operator } from '../route/caller.ts';
import type { AuditNote } from './auditor.ts';

/** What an operator looks at of an organization is written down: the same again within five minutes is one look. */
export function auditRead<Facts extends AuditFacts>(
  facts: Facts & NamedFacts<Facts>,
  { actor, audit, deps, at }: { readonly actor: Operator; readonly audit: AuditNote; readonly deps: ServerContext; readonly at: string },
): void {
  const isNew = deps.limits.looks.take(`${actor.session.id} ${at} ${JSON.stringify(facts)}`) === 0;
  if (isNew) audit.add(facts);
}
