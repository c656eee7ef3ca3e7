import { DomainError } from '@tenbin/market';
import { eq } from 'drizzle-orm';
import type { AuditListener } from '../audit/audit.ts';
import { auditRepository } from '../audit/audit-repository.ts';
import { botCourseRepository } from '../bots/bot-course-repository.ts';
import { botJournalRepository } from '../bots/bot-journal-repository.ts';
import { botRepository } from '../bots/bot-repository.ts';
import { exchangeAccountRepository } from '../exchange-accounts/exchange-account-repository.ts';
import { listOffered } from '../exchanges/exchange-repository.ts';
import { mailRepository } from '../mails/mail-repository.ts';
import { fillRepository } from '../orders/fill-repository.ts';
import { orderRepository } from '../orders/order-repository.ts';
import { toOrganization } from '../organizations/organization-repository.ts';
import { dayRepository } from '../performance/day-repository.ts';
import { rebalanceRepository } from '../rebalances/rebalance-repository.ts';
import { contractRecordRepository } from '../records/contract-record-repository.ts';
import { organizations } from '../schema/organizations.ts';
import { administratorRepository } from '../staff/staff-repository.ts';
import { stopRepository } from '../stops/stop-repository.ts';
import { timelineRepository } from '../timeline/timeline-repository.ts';
import { signUpRepository } from '../users/sign-up-repository.ts';
import { userRepository } from '../users/user-repository.ts';
import { verificationCodeRepository } from '../users/verification-code-repository.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { OrganizationDatabase } from './database.ts';
import { sqlOver } from './drizzle-database.ts';
import type { TenantContext } from './tenant-context.ts';

/** The only way to an organization's rows: every statement of it runs in its scope. */
export function tenantContext(pool: ConnectionPool, organizationId: string, onAudit?: AuditListener): TenantContext {
  const scope = { organizationId };
  const run: TenantContext['run'] = (text, values, mode) => pool.query(scope, text, values, mode);
  return {
    organizationId,
    run,
    sql: sqlOver(run),
    onAudit,
    transaction: (work) =>
      pool.transaction(scope, (runInside) => {
        const inside: TenantContext = {
          organizationId,
          run: runInside,
          sql: sqlOver(runInside),
          onAudit,
          transaction: (inner) => inner(inside),
        };
        return work(inside);
      }),
  };
}

export function organizationDatabase(context: TenantContext): OrganizationDatabase {
  const { organizationId, sql } = context;
  return {
    organizationId,
    async organization() {
      const [row] = await sql.select().from(organizations).where(eq(organizations.id, organizationId));
      if (!row) throw new DomainError('organizationNotFound', { id: organizationId });
      return toOrganization(row);
    },
    exchanges: () => listOffered(sql, organizationId),
    users: userRepository(context),
    signUps: signUpRepository(context),
    verificationCodes: verificationCodeRepository(context),
    exchangeAccounts: exchangeAccountRepository(context),
    bots: botRepository(context),
    botCourses: botCourseRepository(context),
    journal: botJournalRepository(context),
    orders: orderRepository(context),
    fills: fillRepository(context),
    records: contractRecordRepository(context),
    days: dayRepository(context),
    rebalances: rebalanceRepository(context),
    timeline: timelineRepository(context),
    mails: mailRepository(context),
    stops: stopRepository(context),
    administrators: administratorRepository(context),
    audit: auditRepository({ sql, organizationId, onEntry: context.onAudit }),
    transaction: (work) => context.transaction((inside) => work(organizationDatabase(inside))),
  };
}
