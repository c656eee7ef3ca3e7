import { eq } from 'drizzle-orm';
import { answeredCallRepository } from '../answered-calls/answered-call-repository.ts';
import { readAuditCheck } from '../audit/audit-day-repository.ts';
import { auditRepository } from '../audit/audit-repository.ts';
import { campaignCodeRepository } from '../billing/campaign-code-repository.ts';
import { checkoutRepository } from '../billing/checkout-repository.ts';
import { organizationBillRepository } from '../billing/organization-bill-repository.ts';
import { paymentRepository } from '../billing/payment-repository.ts';
import { paypalAccountRepository } from '../billing/paypal-account-repository.ts';
import { subscriptionRepository } from '../billing/subscription-repository.ts';
import { userPlanRepository } from '../billing/user-plan-repository.ts';
import { webhookEventRepository } from '../billing/webhook-event-repository.ts';
import { botCourseRepository } from '../bots/bot-course-repository.ts';
import { botJournalRepository } from '../bots/bot-journal-repository.ts';
import { botListRepository } from '../bots/bot-list-repository.ts';
import { botRepository } from '../bots/bot-repository.ts';
import { brandKitRepository } from '../brand-kits/brand-kit-repository.ts';
import { broadcastRepository } from '../broadcasts/broadcast-repository.ts';
import { bulkActRepository } from '../bulk-acts/bulk-act-repository.ts';
import { DbError } from '../db-error.ts';
import { exchangeAccountRepository } from '../exchange-accounts/exchange-account-repository.ts';
import { listAll, listOffered } from '../exchanges/exchange-repository.ts';
import { codeTryRepository } from '../factors/code-try-repository.ts';
import { factorRepository } from '../factors/factor-repository.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { mailRepository } from '../mails/mail-repository.ts';
import { fillRepository } from '../orders/fill-repository.ts';
import { orderRepository } from '../orders/order-repository.ts';
import { changeOrganization, lockOrganization, thePlatform, toOrganization } from '../organizations/organization-repository.ts';
import type { OrganizationChanges } from '../organizations/organizations.ts';
import { dayRepository } from '../performance/day-repository.ts';
import { pushRepository } from '../pushes/push-repository.ts';
import { rebalanceRepository } from '../rebalances/rebalance-repository.ts';
import { contractRecordRepository } from '../records/contract-record-repository.ts';
import { savedFilterRepository } from '../saved-filters/saved-filter-repository.ts';
import { organizations } from '../schema/organizations.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import { operatorSessionRepository, ownSessionRepository } from '../sessions/session-repository.ts';
import { staffRepository } from '../staff/staff-repository.ts';
import { userDirectoryRepository } from '../standings/user-directory-repository.ts';
import { userFigureRepository } from '../standings/user-figure-repository.ts';
import { stopRepository } from '../stops/stop-repository.ts';
import { timelineRepository } from '../timeline/timeline-repository.ts';
import { notMeLinkRepository } from '../users/not-me-link-repository.ts';
import { referralLedgerRepository } from '../users/referral-ledger-repository.ts';
import { signUpRepository } from '../users/sign-up-repository.ts';
import { userEventRepository } from '../users/user-event-repository.ts';
import { userRepository } from '../users/user-repository.ts';
import { verificationCodeRepository } from '../users/verification-code-repository.ts';
import { virtualAccountRepository } from '../virtual-accounts/virtual-account-repository.ts';
import type { Scope } from './connection.ts';
import type { Queries } from './connection-pool.ts';
import type { OrganizationDatabase } from './database.ts';
import { eachAtFirstUse } from './lazy.ts';
import { sqlOver } from './sql.ts';
import type { TenantContext } from './tenant-context.ts';

type Given = Pick<TenantContext, 'clock' | 'onAudit' | 'putMailJob' | 'putPushJobs' | 'publish'>;

/** The only way of tenants to an organization's rows: every statement of it runs in its scope. */
export const tenantContext = (pool: Queries, organizationId: string, given: Given): TenantContext =>
  contextIn({ organizationId }, pool, { organizationId, ...given });

/** What the platform does with rows of one owner, itself among them: as whoever owns the tables. */
export const platformContext = (pool: Queries, organizationId: string, given: Given): TenantContext =>
  contextIn('platform', pool, { organizationId, ...given });

function contextIn(scope: Scope, pool: Queries, { organizationId, ...given }: Given & { readonly organizationId: string }): TenantContext {
  const isOfPlatform = scope === 'platform';
  const run: TenantContext['run'] = (text, values, mode) => pool.query(scope, text, values, mode);
  return {
    organizationId,
    isOfPlatform,
    run,
    sql: sqlOver(run),
    ...given,
    onCommit: (work) => work(),
    async transaction(work) {
      const later: (() => unknown)[] = [];
      const result = await pool.transaction(scope, (runInside) => {
        const inside: TenantContext = {
          organizationId,
          isOfPlatform,
          run: runInside,
          sql: sqlOver(runInside),
          ...given,
          onAudit: given.onAudit && ((entry) => void later.push(() => given.onAudit?.(entry))),
          publish: async (...signals) => void later.push(() => given.publish(...signals)),
          onCommit: (inner) => void later.push(inner),
          transaction: (inner) => inner(inside),
        };
        return work(inside);
      });
      for (const step of later) await step();
      return result;
    },
  };
}

type Repositories = Omit<
  OrganizationDatabase,
  | 'organizationId'
  | 'newId'
  | 'organization'
  | 'lockOrganization'
  | 'changeOrganization'
  | 'exchanges'
  | 'auditCheck'
  | 'onCommit'
  | 'transaction'
>;

/** A transaction uses few of them. */
const repositoriesOf = eachAtFirstUse<TenantContext, Repositories>({
  users: userRepository,
  userDirectory: userDirectoryRepository,
  userFigures: userFigureRepository,
  userEvents: userEventRepository,
  bulkActs: bulkActRepository,
  signUps: signUpRepository,
  verificationCodes: verificationCodeRepository,
  notMeLinks: notMeLinkRepository,
  factors: factorRepository,
  codeTries: codeTryRepository,
  exchangeAccounts: exchangeAccountRepository,
  bots: botRepository,
  botList: botListRepository,
  botCourses: botCourseRepository,
  journal: botJournalRepository,
  ledgers: ledgerRepository,
  virtualAccounts: virtualAccountRepository,
  answeredCalls: answeredCallRepository,
  orders: orderRepository,
  fills: fillRepository,
  records: contractRecordRepository,
  days: dayRepository,
  rebalances: rebalanceRepository,
  timeline: timelineRepository,
  mails: mailRepository,
  pushes: pushRepository,
  brandKits: brandKitRepository,
  broadcasts: broadcastRepository,
  stops: stopRepository,
  userPlans: userPlanRepository,
  campaignCodes: campaignCodeRepository,
  subscriptions: subscriptionRepository,
  checkouts: checkoutRepository,
  payments: paymentRepository,
  webhookEvents: webhookEventRepository,
  paypalAccounts: paypalAccountRepository,
  bills: organizationBillRepository,
  referralLedger: referralLedgerRepository,
  administrators: staffRepository,
  savedFilters: savedFilterRepository,
  sessions: (context) => (context.isOfPlatform ? operatorSessionRepository(context.sql) : ownSessionRepository(context)),
  audit: ({ sql, organizationId, isOfPlatform, clock, onAudit: onEntry }) =>
    auditRepository({
      sql,
      organizationId: isOfPlatform && organizationId === platformOrganizationId ? null : organizationId,
      clock,
      onEntry,
    }),
});

export function organizationDatabase(context: TenantContext): OrganizationDatabase {
  const { organizationId, sql, clock } = context;
  return Object.assign(repositoriesOf(context), {
    organizationId,
    newId: () => clock.newId(),
    async organization() {
      if (organizationId === platformOrganizationId) return thePlatform;
      const [row] = await sql.select().from(organizations).where(eq(organizations.id, organizationId));
      if (!row) throw new DbError('organizationNotFound', { id: organizationId });
      return toOrganization(row);
    },
    lockOrganization: () => lockOrganization(sql, organizationId),
    changeOrganization: (changes: OrganizationChanges) => changeOrganization(sql, organizationId, changes),
    exchanges: () => (organizationId === platformOrganizationId ? listAll(sql) : listOffered(sql, organizationId)),
    auditCheck: () => readAuditCheck(context.run, organizationId),
    onCommit: (work: () => unknown) => context.onCommit(work),
    transaction: <T>(work: (within: OrganizationDatabase) => Promise<T>) =>
      context.transaction((inside) => work(organizationDatabase(inside))),
  });
}
