import { countAudit, downloadAudit, getAuditCheck, listAudit, type RouteOutput } from '@tenbin/contract';
import { type AuditSearch, isId, type OrganizationDatabase } from '@tenbin/db';
import { auditReply, auditRow, peopleIn } from '../../audit/audit-reply.ts';
import { factsOf } from '../../audit/facts-of.ts';
import { type Implementation, implementForAdministrator, implementRows } from '../../route/implement.ts';

type Filter = RouteOutput<typeof countAudit>['query'];

const handleList = implementForAdministrator(listAudit, async ({ query: { offset, limit, ...filter }, actor: { organization } }) => {
  const search = await searchOf(filter, organization);
  if (search === null) return [];
  const entries = await organization.audit.list({ offset, limit }, search);
  const people = await peopleIn(entries, emailsIn(organization));
  return entries.map((entry) => auditReply(entry, people));
});

const handleCount = implementForAdministrator(countAudit, async ({ query, actor: { organization } }) => {
  const search = await searchOf(query, organization);
  return { count: search === null ? 0 : await organization.audit.count(search) };
});

const handleDownload = implementRows(
  'organization',
  downloadAudit,
  async ({ query: { excel: _excel, timeZone: _zone, ...filter }, actor: { organization }, audit }) => {
    audit.add(factsOf(filter));
    return rowsOf(await searchOf(filter, organization), organization);
  },
);

/** @returns null where somebody is named whom there is not: then nothing is found */
async function searchOf({ by, about, refused, ...filter }: Filter, organization: OrganizationDatabase): Promise<AuditSearch | null> {
  const [actorIds, aboutIds] = await Promise.all([by, about].map((named) => (named ? idsOf(named.trim(), organization) : undefined)));
  if (actorIds?.length === 0 || aboutIds?.length === 0) return null;
  return { ...filter, actorIds, about: aboutIds, isRefused: refused };
}

/** Of an address: everybody whose it is, a user and administrators, those who were removed too. */
async function idsOf(named: string, { users, administrators }: OrganizationDatabase): Promise<readonly string[]> {
  if (isId(named)) return [named.toLowerCase()];
  const [user, members] = await Promise.all([users.findByEmail(named), administrators.idsOf(named)]);
  return [...members, ...(user ? [user.id] : [])];
}

/** Those who left too. */
const emailsIn =
  ({ users, administrators }: OrganizationDatabase) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map([...(await users.emailsOf(ids)), ...(await administrators.emailsOf(ids))]);

async function* rowsOf(search: AuditSearch | null, organization: OrganizationDatabase) {
  if (search === null) return;
  for await (const page of organization.audit.all(search)) {
    const people = await peopleIn(page, emailsIn(organization));
    yield page.map((entry) => auditRow(entry, people));
  }
}

const handleCheck = implementForAdministrator(getAuditCheck, async ({ actor: { organization } }) => {
  const { checkedAt, brokenDays, ...check } = await organization.auditCheck();
  return { ...check, checkedAt: checkedAt?.toISOString() ?? null, brokenDays: [...brokenDays] };
});

export const auditCalls: readonly Implementation[] = [handleList, handleCount, handleDownload, handleCheck];
