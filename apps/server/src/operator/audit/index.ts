import { countPlatformAudit, downloadPlatformAudit, listPlatformAudit, type RouteOutput } from '@tenbin/contract';
import { type AuditSearch, type Everybody, isId, platformOrganizationId, type StoredAuditEntry } from '@tenbin/db';
import { auditRead } from '../../audit/audit-read.ts';
import { auditReply, auditRow, peopleIn } from '../../audit/audit-reply.ts';
import { factsOf } from '../../audit/facts-of.ts';
import type { ServerContext } from '../../context.ts';
import { type Implementation, implementForOperator, implementRows } from '../../route/implement.ts';

/** Null: the platform, of what belongs to no organization and of its own rows. */
const ownerOf = ({ organizationId }: StoredAuditEntry): string | null =>
  organizationId === platformOrganizationId ? null : organizationId;

type Filter = RouteOutput<typeof countPlatformAudit>['query'];

/** @returns null where somebody is named whom there is not: then nothing is found */
async function searchOf({ by, about, refused, organization, ...filter }: Filter, { database }: ServerContext): Promise<AuditSearch | null> {
  const [actorIds, aboutIds] = await Promise.all(
    [by, about].map((named) => (named ? idsOf(named.trim(), database.platform.everybody) : undefined)),
  );
  if (actorIds?.length === 0 || aboutIds?.length === 0) return null;
  const organizationId = organization === 'platform' ? null : organization;
  return { ...filter, organizationId, actorIds, about: aboutIds, isRefused: refused };
}

/** An address may be in several organizations. */
const idsOf = async (named: string, everybody: Everybody): Promise<readonly string[]> =>
  isId(named) ? [named.toLowerCase()] : everybody.idsOf(named);

async function* rowsOf(search: AuditSearch | null, { database }: ServerContext) {
  if (search === null) return;
  const { auditOfAll, everybody } = database.platform;
  for await (const page of auditOfAll.all(search)) {
    const people = await peopleIn(page, everybody.emailsOf);
    yield page.map((entry) => ({ organization: ownerOf(entry), ...auditRow(entry, people) }));
  }
}

export const platformAuditCalls: readonly Implementation[] = [
  implementForOperator(listPlatformAudit, async ({ query: { offset, limit, ...filter }, actor, deps, audit }) => {
    auditRead(factsOf({ ...filter, offset }), { actor, audit, deps, at: 'audit' });
    const search = await searchOf(filter, deps);
    if (search === null) return [];
    const { auditOfAll, everybody } = deps.database.platform;
    const entries = await auditOfAll.list({ offset, limit }, search);
    const people = await peopleIn(entries, everybody.emailsOf);
    return entries.map((entry) => ({ ...auditReply(entry, people), organization: ownerOf(entry) }));
  }),
  implementForOperator(countPlatformAudit, async ({ query, deps }) => {
    const search = await searchOf(query, deps);
    return { count: search === null ? 0 : await deps.database.platform.auditOfAll.count(search) };
  }),
  implementRows('operator', downloadPlatformAudit, async ({ query: { excel: _excel, timeZone: _zone, ...filter }, deps, audit }) => {
    audit.add(factsOf(filter));
    return rowsOf(await searchOf(filter, deps), deps);
  }),
];
