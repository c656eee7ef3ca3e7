import { type Database, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';

/** What belongs to an organization, or to the platform: its operators, their factors and mails. */
export const databaseOf = (organizationId: string, database: Database): OrganizationDatabase =>
  organizationId === platformOrganizationId ? database.platform.own : database.forOrganization(organizationId);
