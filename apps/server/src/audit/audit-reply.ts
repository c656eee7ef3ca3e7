import type { AuditEntry } from '@tenbin/contract';
import { isId, type StoredAuditEntry } from '@tenbin/db';

/** By id, the addresses of people whom entries name: those who left too. */
export async function peopleIn(
  entries: readonly StoredAuditEntry[],
  emailsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const named = entries.flatMap(({ actorId, facts }) => [actorId, ...Object.values(facts)]).map(String);
  return emailsOf([...new Set(named)].filter(isId));
}

export function auditReply({ id, at, organizationId: _, ...entry }: StoredAuditEntry, people: ReadonlyMap<string, string>): AuditEntry {
  return {
    _id: id,
    at: at.toISOString(),
    ...entry,
    facts: { ...entry.facts },
    actorEmail: people.get(entry.actorId ?? '') ?? null,
    people: Object.fromEntries(
      Object.values(entry.facts).flatMap((fact) => {
        const email = people.get(String(fact));
        return email === undefined ? [] : [[String(fact), email]];
      }),
    ),
  };
}

/** The same in a file. */
export const auditRow = ({ id, organizationId: _, facts, ...entry }: StoredAuditEntry, people: ReadonlyMap<string, string>) => ({
  _id: id,
  ...entry,
  actorEmail: people.get(entry.actorId ?? '') ?? null,
  facts: JSON.stringify(facts),
});
