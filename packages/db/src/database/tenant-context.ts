import { type AccountSignal, channels } from '@tenbin/bots';
import type { Runtime } from '@tenbin/runtime';
import type { AuditListener } from '../audit/audit.ts';
import type { PutMailJob, PutPushJobs } from '../jobs/pg-boss-jobs.ts';
import type { RunStatement } from './connection.ts';
import type { Publish } from './notifications.ts';
import type { Sql } from './sql.ts';

/** What a repository of one organization works with. */
export interface TenantContext {
  readonly organizationId: string;
  /** Its statements run as whoever owns the tables: an operator's act. */
  readonly isOfPlatform: boolean;
  readonly clock: Pick<Runtime, 'now' | 'newId'>;
  /** The query builder. */
  readonly sql: Sql;
  /** One statement as text, for the hottest reads. */
  readonly run: RunStatement;
  /** Told of each entry that this writes to the audit log: at once, or after the open transaction, as with `publish`. */
  readonly onAudit: AuditListener | undefined;
  readonly putMailJob: PutMailJob;
  readonly putPushJobs: PutPushJobs;
  /** Notifies once what was written is committed: at once, or after the open transaction, and not at all where that is rolled back. */
  readonly publish: Publish;
  /** Done once what was written is committed: at once, or after the open transaction, and not at all where that is rolled back. */
  onCommit(work: () => void): void;
  /** All of `work` in one transaction; the one that is open already where there is one. */
  transaction<T>(work: (context: TenantContext) => Promise<T>): Promise<T>;
}

/** Says that the profile, the plan or the payments of users changed, so that their screens read them again. */
export const publishAccounts = (
  { organizationId, publish }: Pick<TenantContext, 'organizationId' | 'publish'>,
  userIds: readonly (string | null)[],
): Promise<void> =>
  publish(
    channels.accountNews,
    [...new Set(userIds)].flatMap((userId): AccountSignal[] => (userId === null ? [] : [{ organizationId, userId }])),
  );
