import type { Database, Organization } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { Clock } from '../clock.ts';
import { createAttemptLimit } from '../limits/attempt-limit.ts';

/** The organizations with their settings, read again every few seconds. There are few, and every request needs one. */
export interface OrganizationDirectory {
  /** @throws {DomainError} `organizationNotFound` */
  require(id: string): Promise<Organization>;
  findBySlug(slug: string): Promise<Organization | null>;
  list(): Promise<readonly Organization[]>;
  /** Reads them again when they are next asked for: one was changed here. */
  forget(): void;
}

const rememberMs = 5_000;
/** So many look-ups of what is not known read the database, so that made-up ids cost none. */
const looks = { tries: 5, withinMs: 1_000 } as const;

export function createOrganizationDirectory(database: Database, clock: Pick<Clock, 'elapsedMs'>): OrganizationDirectory {
  let known: { readonly readAt: number; readonly byId: ReadonlyMap<string, Organization> } | null = null;
  const unknown = createAttemptLimit({ ...looks, clock });
  let reading: Promise<ReadonlyMap<string, Organization>> | null = null;

  async function read(): Promise<ReadonlyMap<string, Organization>> {
    const organizations = await database.platform.organizations.list();
    const byId = new Map(organizations.map((organization) => [organization.id, organization]));
    known = { readAt: clock.elapsedMs(), byId };
    return byId;
  }

  async function current({ isFresh }: { isFresh: boolean }): Promise<ReadonlyMap<string, Organization>> {
    if (known && !isFresh && clock.elapsedMs() - known.readAt < rememberMs) return known.byId;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  /** Looked for again in the database when it is not known: it may be new. */
  async function find(pick: (organizations: ReadonlyMap<string, Organization>) => Organization | undefined): Promise<Organization | null> {
    const found = pick(await current({ isFresh: false }));
    if (found || unknown.take('') > 0) return found ?? null;
    return pick(await current({ isFresh: true })) ?? null;
  }

  return {
    async require(id) {
      const found = await find((organizations) => organizations.get(id));
      if (!found) throw new DomainError('organizationNotFound', { id });
      return found;
    },
    findBySlug: (slug) => find((organizations) => organizations.values().find((organization) => organization.slug === slug)),
    async list() {
      return [...(await current({ isFresh: false })).values()];
    },
    forget() {
      known = null;
    },
  };
}
