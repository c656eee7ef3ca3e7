import { eq } from 'drizzle-orm';
import { auditRepository } from '../audit/audit-repository.ts';
import { campaignCodeRepository } from '../billing/campaign-code-repository.ts';
import { checkoutRepository } from '../billing/checkout-repository.ts';
import { paymentRepository } from '../billing/payment-repository.ts';
import { paypalAccountRepository } from '../billing/paypal-account-repository.ts';
import { subscriptionRepository } from '../billing/subscription-repository.ts';
import { userPlanRepository } from '../billing/user-plan-repository.ts';
import { webhookEventRepository } from '../billing/webhook-event-repository.ts';
import { botCourseRepository } from '../bots/bot-course-repository.ts';
import { botJournalRepository } from '../bots/bot-journal-repository.ts';
import { botRepository } from '../bots/bot-repository.ts';
import { DbError } from '../db-error.ts';
import { exchangeAccountRepository } from '../exchange-accounts/exchange-account-repository.ts';
import { listOffered } from '../exchanges/exchange-repository.ts';
import { codeTryRepository } from '../factors/code-try-repository.ts';
import { factorRepository } from '../factors/factor-repository.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { mailRepository } from '../mails/mail-repository.ts';
import { fillRepository } from '../orders/fill-repository.ts';
import { orderRepository } from '../orders/order-repository.ts';
import { thePlatform, toOrganization } from '../organizations/organization-repository.ts';
import { dayRepository } from '../performance/day-repository.ts';
import { rebalanceRepository } from '../rebalances/rebalance-repository.ts';
import { contractRecordRepository } from '../records/contract-record-repository.ts';
import { organizations } from '../schema/organizations.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import { administratorRepository } from '../staff/staff-repository.ts';
import { stopRepository } from '../stops/stop-repository.ts';
import { timelineRepository } from '../timeline/timeline-repository.ts';
import { notMeLinkRepository } from '../users/not-me-link-repository.ts';
import { signUpRepository } from '../users/sign-up-repository.ts';
import { userRepository } from '../users/user-repository.ts';
import { verificationCodeRepository } from '../users/verification-code-repository.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { OrganizationDatabase } from './database.ts';
import { sqlOver } from './drizzle-database.ts';
import type { Publish } from './notifications.ts';
import type { TenantContext } from './tenant-context.ts';

/** The only way to an organization's rows: every statement of it runs in its scope. */
export function tenantContext(
  pool: ConnectionPool,
  organizationId: string,
  given: Pick<TenantContext, 'clock' | 'onAudit' | 'putMailJob' | 'publish'>,
): TenantContext {
  const scope = { organizationId };
  const run: TenantContext['run'] = (text, values, mode) => pool.query(scope, text, values, mode);
  return {
    organizationId,
    run,
    sql: sqlOver(run),
    ...given,
    async transaction(work) {
      const unpublished: Parameters<Publish>[] = [];
      const result = await pool.transaction(scope, (runInside) => {
        const inside: TenantContext = {
          organizationId,
          run: runInside,
          sql: sqlOver(runInside),
          ...given,
          publish: async (...signals) => void unpublished.push(signals),
          transaction: (inner) => inner(inside),
        };
        return work(inside);
      });
      for (const signals of unpublished) await given.publish(...signals);
      return result;
    },
  };
}

export function organizationDatabase(context: TenantContext): OrganizationDatabase {
  const { organizationId, sql } = context;
  return {
    organizationId,
    async organization() {
      if (organizationId === platformOrganizationId) return thePlatform;
      const [row] = await sql.select().from(organizations).where(eq(organizations.id, organizationId));
      if (!row) throw new DbError('organizationNotFound', { id: organizationId });
      return toOrganization(row);
    },
    exchanges: () => listOffered(sql, organizationId),
    users: userRepository(context),
    signUps: signUpRepository(context),
    verificationCodes: verificationCodeRepository(context),
    notMeLinks: notMeLinkRepository(context),
    factors: factorRepository(context),
    codeTries: codeTryRepository(context),
    exchangeAccounts: exchangeAccountRepository(context),
    bots: botRepository(context),
    botCourses: botCourseRepository(context),
    journal: botJournalRepository(context),
    ledgers: ledgerRepository(context),
    orders: orderRepository(context),
    fills: fillRepository(context),
    records: contractRecordRepository(context),
    days: dayRepository(context),
    rebalances: rebalanceRepository(context),
    timeline: timelineRepository(context),
    mails: mailRepository(context),
    stops: stopRepository(context),
    userPlans: userPlanRepository(context),
    campaignCodes: campaignCodeRepository(context),
    subscriptions: subscriptionRepository(context),
    checkouts: checkoutRepository(context),
    payments: paymentRepository(context),
    webhookEvents: webhookEventRepository(context),
    paypalAccounts: paypalAccountRepository(context),
    administrators: administratorRepository(context),
    audit: auditRepository({ sql, organizationId, onEntry: context.onAudit }),
    transaction: (work) => context.transaction((inside) => work(organizationDatabase(inside))),
  };
}
