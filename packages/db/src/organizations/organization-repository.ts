import { DomainError } from '@tenbin/market';
import { asc, eq, sql as fragment } from 'drizzle-orm';
import type { Sql } from '../database/drizzle-database.ts';
import { lazy } from '../database/lazy.ts';
import { newId } from '../ids.ts';
import { organizations } from '../schema/organizations.ts';
import type { Organization, OrganizationSettings, Organizations } from './organizations.ts';

const defaultSettings: OrganizationSettings = {
  omitPairs: [],
  sessionDays: 30,
  sessionIdleHours: 12,
  balanceTolerance: 50,
  botsPerUser: 20,
  rebalanceFees: {},
};

export function toOrganization(row: typeof organizations.$inferSelect): Organization {
  return { ...row, settings: { ...defaultSettings, ...row.settings } };
}

export function organizationRepository(sql: Sql): Organizations {
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
      return (await sql.select().from(organizations).orderBy(asc(organizations.id))).map(toOrganization);
    },
    async create({ slug, name, isFree = false, settings = {}, helpPages = {} }) {
      const row = { id: newId(), slug, name, isFree, settings, helpPages, createdAt: new Date() };
      const [made] = await sql.insert(organizations).values(row).onConflictDoNothing().returning();
      if (!made) throw new DomainError('organizationExists', { slug });
      return toOrganization(made);
    },
    async update(id, { settings, ...changes }) {
      const before = await findRow(id);
      if (!before) throw new DomainError('organizationNotFound', { id });
      const merged = { ...changes, settings: { ...before.settings, ...settings } };
      const [after = before] = await sql.update(organizations).set(merged).where(eq(organizations.id, id)).returning();
      return toOrganization(after);
    },
  };
}
