import type { Runtime } from '@tenbin/runtime';
import type { AuditListener } from '../audit/audit.ts';
import type { PutMailJob } from '../jobs/pg-boss-jobs.ts';
import type { RunStatement } from './connection.ts';
import type { Sql } from './drizzle-database.ts';

/** What a repository of one organization works with. */
export interface TenantContext {
  readonly organizationId: string;
  readonly clock: Pick<Runtime, 'now'>;
  /** The query builder. */
  readonly sql: Sql;
  /** One statement as text, for the hottest reads. */
  readonly run: RunStatement;
  /** Told of each entry that this writes to the audit log. */
  readonly onAudit: AuditListener | undefined;
  readonly putMailJob: PutMailJob;
  /** All of `work` in one transaction; the one that is open already where there is one. */
  transaction<T>(work: (context: TenantContext) => Promise<T>): Promise<T>;
}
