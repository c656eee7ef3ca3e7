import { testOrganizationId } from '@tenbin/accounts';
import type { Runtime } from '@tenbin/runtime';
import { asc, eq, sql as fragment, ne } from 'drizzle-orm';
import { lazy } from '../database/lazy.ts';
import type { Sql } from '../database/sql.ts';
import { DbError } from '../db-error.ts';
import { organizations } from '../schema/organizations.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type {
  HelpPages,
  Organization,
  OrganizationChanges,
  OrganizationLimits,
  OrganizationSettings,
  Organizations,
} from './organizations.ts';

const defaultSettings: OrganizationSettings = {
  omitPairs: [],
  sessionDays: 30,
  sessionIdleHours: 12,
  balanceTolerance: 50,
  botsPerUser: 20,
  rebalanceFees: {},
  defaultOrderWidth: 2,
  minimumBtcBalance: '0.01',
  timeZone: 'Asia/Tokyo',
  contactEmail: null,
  exchanges: null,
  requireTwoFactor: false,
};

const noLimits: OrganizationLimits = { users: null, bots: null, workersShare: null };

/** What the platform owns is traded by the rules that hold where an organization has set none. */
export const thePlatform: Organization = {
  id: platformOrganizationId,
  slug: '',
  name: 'platform',
  isFree: true,
  plan: 'FREE',
  planOptions: [],
  ownPrices: {},
  settings: defaultSettings,
  helpPages: {},
  brandKit: null,
  limits: noLimits,
  suspendedAt: null,
  createdAt: new Date(0),
};

/** A page that was stored as one text, before there were two languages, is read in both. */
const toHelpPages = (stored: Readonly<Record<string, HelpPages[string] | string>>): HelpPages =>
  Object.fromEntries(Object.entries(stored).map(([topic, page]) => [topic, typeof page === 'string' ? { ja: page, en: page } : page]));

export function toOrganization(row: typeof organizations.$inferSelect): Organization {
  return {
    ...row,
    settings: { ...defaultSettings, ...row.settings },
    limits: { ...noLimits, ...row.limits },
    helpPages: toHelpPages(row.helpPages),
  };
}

export function organizationRepository(sql: Sql, clock: Pick<Runtime, 'now' | 'newId'>): Organizations {
  const findRow = async (id: string) => (await sql.select().from(organizations).where(eq(organizations.id, id)))[0];
  const bySlug = lazy(() =>
    sql
      .select()
      .from(organizations)
      .where(eq(organizations.slug, fragment.placeholder('slug')))
      .prepare('organizationBySlug'),
  );
  return {
    async find(id) {
      const row = await findRow(id);
      return row ? toOrganization(row) : null;
    },
    async findBySlug(slug) {
      const [row] = await bySlug().execute({ slug });
      return row ? toOrganization(row) : null;
    },
    async list() {
      const all = sql.select().from(organizations).where(ne(organizations.id, testOrganizationId));
      return (await all.orderBy(asc(organizations.id))).map(toOrganization);
    },
    async create({ isFree = false, plan = isFree ? 'FREE' : 'BASIC', planOptions = [], settings = {}, helpPages = {}, ...given }) {
      const row = { id: clock.newId(), ...given, isFree, plan, planOptions: [...planOptions], settings, helpPages, createdAt: clock.now() };
      const [made] = await sql.insert(organizations).values(row).onConflictDoNothing().returning();
      if (!made) throw new DbError('organizationExists', { slug: given.slug });
      return toOrganization(made);
    },
    update: (id, changes) => changeOrganization(sql, id, changes),
  };
}

/** @throws {DbError} `organizationNotFound` */
export async function lockOrganization(sql: Sql, id: string): Promise<Organization> {
  const [row] = await sql.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!row) throw new DbError('organizationNotFound', { id });
  return toOrganization(row);
}

/** Settings and limits are merged by key. @throws {DbError} `organizationNotFound` */
export async function changeOrganization(
  sql: Sql,
  id: string,
  { settings, limits, planOptions, ...changes }: OrganizationChanges,
): Promise<Organization> {
  const merged = fragment`${organizations.settings} || ${JSON.stringify(settings ?? {})}::jsonb`;
  const [after] = await sql
    .update(organizations)
    .set({
      ...changes,
      ...(planOptions && { planOptions: [...planOptions] }),
      // What is not named is not written: a tenant may not write all of it.
      ...(limits && { limits: fragment`${organizations.limits} || ${JSON.stringify(limits)}::jsonb` }),
      settings: merged,
    })
    .where(eq(organizations.id, id))
    .returning();
  if (!after) throw new DbError('organizationNotFound', { id });
  return toOrganization(after);
}
