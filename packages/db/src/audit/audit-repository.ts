import type { Runtime } from '@tenbin/runtime';
import {
  and,
  asc,
  count,
  desc,
  eq,
  sql as fragment,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  Subquery,
} from 'drizzle-orm';
import type { Sql } from '../database/sql.ts';
import { auditEntries } from '../schema/audit.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { AuditFacts, AuditListener, AuditLog, AuditOfAll, AuditSearch, StoredAuditEntry } from './audit.ts';
import { sealedCount } from './sealed-count.ts';

interface Scope {
  readonly sql: Sql;
  /** Null: the platform's. */
  readonly organizationId: string | null;
  readonly onEntry: AuditListener | undefined;
  readonly clock: Pick<Runtime, 'newId'>;
}

/** @param sql - the platform's */
export const auditOfAllRepository = (sql: Sql): AuditOfAll => readAudit(sql, undefined);

/** Outside of a transaction the listener is told first: what cannot be stored has been said at least. */
export function auditRepository({ sql, organizationId, onEntry, clock }: Scope): AuditLog {
  return {
    async append(entry) {
      const stored = {
        id: clock.newId(),
        organizationId,
        role: null,
        sessionId: null,
        reason: null,
        ...entry,
        facts: wellFormed(entry.facts),
      };
      onEntry?.(stored);
      await sql.insert(auditEntries).values(stored);
    },
    ...readAudit(sql, organizationId),
  };
}

/** @param owner - null: the platform; undefined: of all */
function readAudit(sql: Sql, owner: string | null | undefined): Omit<AuditLog, 'append'> {
  const own = owner === undefined ? undefined : ofOwner(owner);
  const organizationId = owner ?? null;
  const source = ({ about }: AuditSearch) => (about === undefined ? auditEntries : entriesAbout(about, organizationId));

  async function counted(search: AuditSearch): Promise<number> {
    const [row] = await sql
      .select({ count: count() })
      .from(source(search))
      .where(and(own, found(search)));
    return row?.count ?? 0;
  }

  async function* pagesOf(search: AuditSearch, page: number): AsyncGenerator<readonly StoredAuditEntry[]> {
    let last: string | null = null;
    for (;;) {
      const after: SQL | undefined = last === null ? undefined : gt(auditEntries.id, last);
      const entries = (await sql
        .select(getTableColumns(auditEntries))
        .from(source(search))
        .where(and(own, found(search), after))
        .orderBy(asc(auditEntries.id))
        .limit(page)) as StoredAuditEntry[];
      if (entries.length > 0) yield entries;
      if (entries.length < page) return;
      last = entries.at(-1)?.id ?? null;
    }
  }

  return {
    ofActor: (actorId, page = 500) => pagesOf({ actorIds: [actorId] }, page),
    async list({ offset, limit }, search = {}) {
      // They are counted off in an index; only those of the page are read whole.
      const page = await sql
        .select({ id: auditEntries.id })
        .from(source(search))
        .where(and(own, found(search)))
        .orderBy(desc(auditEntries.id))
        .offset(offset)
        .limit(limit);
      if (page.length === 0) return [];
      const ids = page.map(({ id }) => id);
      const rows = sql
        .select()
        .from(auditEntries)
        .where(and(own, inArray(auditEntries.id, ids)));
      return (await rows.orderBy(desc(auditEntries.id))) as StoredAuditEntry[];
    },
    async count(search) {
      const { start, end, ...others } = search;
      const isByTimeAlone = Object.values(others).every((value) => value === undefined);
      const sealed = owner !== undefined && isByTimeAlone ? await sealedCount(sql, owner, search) : null;
      if (!sealed) return counted(search);
      const [before, after] = await Promise.all([counted({ start, end: sealed.from }), counted({ start: sealed.until, end })]);
      return before + sealed.entries + after;
    },
    all: (search, page = 500) => pagesOf(search, page),
  };
}

/** What was done in a transaction with rows of the platform's own stands beside what belongs to no organization. */
const ofOwner = (owner: string | null): SQL | undefined =>
  owner === null
    ? or(isNull(auditEntries.organizationId), eq(auditEntries.organizationId, platformOrganizationId))
    : eq(auditEntries.organizationId, owner);

const found = ({ actor, actorIds, actions, isRefused, organizationId, start, end }: AuditSearch): SQL | undefined =>
  and(
    organizationId === undefined ? undefined : ofOwner(organizationId),
    actor && eq(auditEntries.actor, actor),
    actorIds && inArray(auditEntries.actorId, [...actorIds]),
    actions && inArray(auditEntries.action, [...actions]),
    isRefused === undefined ? undefined : isRefused ? isNotNull(auditEntries.refusal) : isNull(auditEntries.refusal),
    start && gte(auditEntries.at, start),
    end && lt(auditEntries.at, end),
  );

/**
 * In place of the table: what somebody did, by the index of actors, and what else names them, by the index of what is named.
 * Two conditions with an `or` between them would read the whole log for somebody with few entries.
 */
function entriesAbout(ids: readonly string[], organizationId: string | null): Subquery {
  const each = ids.map(
    (id) => fragment`
      select * from audit_entries where actor_id = ${id}::uuid
      union all
      select * from ${organizationId === null ? namedOnPlatform(id) : fragment`audit_about(${id}::uuid)`} as naming
      where actor_id is distinct from ${id}::uuid`,
  );
  const [only] = each;
  // Of several people one entry may name two.
  const all =
    each.length === 1 && only ? only : fragment`select distinct on (id) * from (${fragment.join(each, fragment` union all `)}) as each`;
  return new Subquery(all, {}, 'audit_entries');
}

/** Nothing reaches in, neither a limit nor whose entries are wanted, so that nobody walks through the log for the first few. */
const namedOnPlatform = (id: string): SQL => fragment`(select * from audit_entries where audit_ids(facts) @> array[${id}::uuid] offset 0)`;

/** A name may hold half a sign, which JSON in the database cannot: an act is not refused for its entry. */
const wellFormed = (facts: AuditFacts): AuditFacts =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? fact.toWellFormed() : fact]));
