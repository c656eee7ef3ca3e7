import { createHash } from 'node:crypto';
import type { RunStatement } from '../database/connection.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { AuditCheck, AuditDays } from './audit-days.ts';

interface Contents {
  readonly day: string;
  readonly entries: number;
  readonly digest: string;
}

interface SealedDay {
  readonly day: string;
  readonly entries: number;
  readonly previous: string;
  readonly seal: string;
}

/** Read together. */
const daysAtOnce = 31;
const dayMs = 86_400_000;
const maxBroken = 100;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const momentOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const later = (day: string, days: number): string => dayOf(new Date(momentOf(day).getTime() + days * dayMs));

/** A column that is added later and is null does not change what was. */
const contents = (own: string) => `
  select (e.at at time zone 'UTC')::date::text, count(*)::int,
    encode(sha256(string_agg(sha256(convert_to(
      jsonb_strip_nulls(to_jsonb(e) - 'at')::text || extract(epoch from e.at), 'UTF8')), ''::bytea order by e.at, e.id)), 'hex')
  from audit_entries e where ${own} and e.at >= $1 and e.at < $2 group by 1`;
/** What was done in a transaction with rows of the platform's own stands beside what belongs to no organization. */
const ofPlatform = `(e.organization_id is null or e.organization_id = '${platformOrganizationId}')`;
const ofOrganization = 'e.organization_id = $3';

const sealOf = (previous: string, { day, entries, digest }: Contents): string =>
  createHash('sha256').update([previous, day, entries, digest].join(' ')).digest('hex');

export function auditDayRepository(run: RunStatement, transact: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>): AuditDays {
  /** Of each day of a span, those without entries included. */
  async function read(own: RunStatement, organizationId: string | null, first: string, end: string): Promise<Contents[]> {
    const values = [momentOf(first).toISOString(), momentOf(end).toISOString()];
    const rows = (await (organizationId === null
      ? own(contents(ofPlatform), values, 'array')
      : own(contents(ofOrganization), [...values, organizationId], 'array'))) as [string, number, string][];
    const found = new Map(rows.map(([day, entries, digest]) => [day, { day, entries, digest }]));
    const days = Math.round((momentOf(end).getTime() - momentOf(first).getTime()) / dayMs);
    return Array.from({ length: days }, (_, index) => {
      const day = later(first, index);
      return found.get(day) ?? { day, entries: 0, digest: '' };
    });
  }

  async function firstDay(organizationId: string | null): Promise<string | null> {
    const own = organizationId === null ? ofPlatform : 'e.organization_id = $1';
    const text = `select (min(e.at) at time zone 'UTC')::date::text from audit_entries e where ${own}`;
    return ((await run(text, organizationId === null ? [] : [organizationId], 'array')) as [string | null][])[0]?.[0] ?? null;
  }

  return {
    async seal(organizationId, { before, at }) {
      const owner = organizationId ?? platformOrganizationId;
      const [last] = (await run(
        'select day::text, seal from audit_days where organization_id = $1 order by day desc limit 1',
        [owner],
        'array',
      )) as [string, string][];
      const end = dayOf(before);
      let [first, previous] = last ? [later(last[0], 1), last[1]] : [await firstDay(organizationId), ''];
      const sealed: SealedDay[] = [];
      while (first !== null && first < end) {
        const until: string = [later(first, daysAtOnce), end].sort()[0] ?? end;
        const rows: SealedDay[] = (await read(run, organizationId, first, until)).map((day) => {
          const row = { day: day.day, entries: day.entries, previous, seal: sealOf(previous, day) };
          previous = row.seal;
          return row;
        });
        await run(
          `insert into audit_days (organization_id, day, entries, previous, seal, sealed_at, checked_at, is_sound)
           select $1, d.day, d.entries, d.previous, d.seal, $2, $2, true
           from jsonb_to_recordset($3::jsonb) d(day date, entries integer, previous text, seal text)`,
          [owner, at.toISOString(), JSON.stringify(rows)],
          'array',
        );
        sealed.push(...rows);
        first = until;
      }
      return sealed.map(({ day, entries, seal }) => ({ day, entries, seal }));
    },
    async check(organizationId, { entries: most, at }) {
      const owner = organizationId ?? platformOrganizationId;
      const days = (await run(
        `select day::text, entries, previous, seal from audit_days where organization_id = $1 order by day`,
        [owner],
        'object',
      )) as unknown as SealedDay[];
      const [oldest] = (await run(
        'select day::text from audit_days where organization_id = $1 order by checked_at, day limit 1',
        [owner],
        'array',
      )) as [string][];
      const from = Math.max(
        0,
        days.findIndex(({ day }) => day === oldest?.[0]),
      );
      const broken: string[] = [];
      let entries = 0;
      for (const span of roundFrom(from, days.length)) {
        if (entries >= most) break;
        const part = days.slice(span.start, span.end);
        const [first, last] = [part[0]?.day, part.at(-1)?.day];
        if (first === undefined || last === undefined) break;
        const found = new Map((await read(run, organizationId, first, later(last, 1))).map((one) => [one.day, one]));
        const results = part.map((sealed, place) => {
          const before = days[span.start + place - 1];
          const actual = found.get(sealed.day);
          entries += actual?.entries ?? 0;
          return { day: sealed.day, isSound: isSound(sealed, { before, actual }) };
        });
        broken.push(...results.filter((one) => !one.isSound).map(({ day }) => day));
        await transact((own) =>
          own(
            `update audit_days a set checked_at = $2, is_sound = d."isSound"
             from jsonb_to_recordset($3::jsonb) d(day date, "isSound" boolean) where a.organization_id = $1 and a.day = d.day`,
            [owner, at.toISOString(), JSON.stringify(results)],
            'array',
          ),
        );
      }
      return broken.sort();
    },
  };
}

/** It is what it was, and follows the day before it, which was not taken out. */
function isSound(
  sealed: SealedDay,
  { before, actual }: { readonly before: SealedDay | undefined; readonly actual: Contents | undefined },
): boolean {
  const follows = before === undefined || (before.seal === sealed.previous && later(before.day, 1) === sealed.day);
  return follows && actual?.entries === sealed.entries && sealOf(sealed.previous, actual) === sealed.seal;
}

/** Parts of a list: from a place to its end, then from its beginning to that place. */
function* roundFrom(place: number, length: number): Generator<{ readonly start: number; readonly end: number }> {
  for (const [from, to] of [
    [place, length],
    [0, place],
  ] as const)
    for (let start = from; start < to; start += daysAtOnce) yield { start, end: Math.min(to, start + daysAtOnce) };
}

/** How far an organization's own log is checked, as it may read itself. */
export async function readAuditCheck(run: RunStatement, organizationId: string): Promise<AuditCheck> {
  const [[all], broken] = await Promise.all([
    run(
      `select max(day)::text, coalesce(sum(entries), 0)::float8, to_char(min(checked_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         (select seal from audit_days where organization_id = $1 order by day desc limit 1)
       from audit_days where organization_id = $1`,
      [organizationId],
      'array',
    ) as Promise<[string | null, number, string | null, string | null][]>,
    run(
      `select day::text from audit_days where organization_id = $1 and not is_sound order by day limit ${maxBroken}`,
      [organizationId],
      'array',
    ) as Promise<[string][]>,
  ]);
  const [sealedTo = null, entries = 0, checkedAt = null, seal = null] = all ?? [];
  return { sealedTo, seal, entries, checkedAt: checkedAt === null ? null : new Date(checkedAt), brokenDays: broken.map(([day]) => day) };
}
