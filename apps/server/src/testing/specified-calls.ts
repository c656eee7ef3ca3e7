import type { Method } from '@tenbin/contract';
import { expect } from 'vitest';

/** A call as the product was specified, and the test below `apps/server/src` that makes it. */
export type SpecifiedCall = readonly [method: Method, path: string, test: string];

const botHistory = 'user/bots/bot-history.test.ts';
const managingBots = 'user/bots/managing-bots.test.ts';
const rebalances = 'user/rebalances/auto-rebalance.test.ts';
const exchanges = 'user/exchanges/exchanges.test.ts';
const buyPlan = 'user/plans/buy-plan.test.ts';
const organizationVisited = 'tenancy/organization-visited.test.ts';
const features = 'tenancy/features.test.ts';
const users = 'public/users/users.test.ts';

const ofUsers: readonly SpecifiedCall[] = [
  ['GET', '/api/backtests', 'public/backtests/backtests.test.ts'],
  ['GET', '/api/bot-courses', 'bot-courses/bot-courses.test.ts'],
  ['POST', '/api/bots', managingBots],
  ['GET', '/api/bots', managingBots],
  ['PUT', '/api/bots/{id}', managingBots],
  ['DELETE', '/api/bots/{id}', managingBots],
  ['DELETE', '/api/bots/{id}/errorMessage/{index}', botHistory],
  ['PUT', '/api/bots/{id}/start', managingBots],
  ['PUT', '/api/bots/{id}/stop', managingBots],
  ['POST', '/api/bots/{id}/auto-rebalance-by-bot', rebalances],
  ['GET', '/api/bots/{id}/balance-check', managingBots],
  ['GET', '/api/bots/{exchangeId}/minimum-order-width', managingBots],
  ['GET', '/api/bots/{id}/performance', botHistory],
  ['GET', '/api/bots/{id}/records', botHistory],
  ['GET', '/api/bots/{id}/record_count', botHistory],
  ['POST', '/api/bots/validate-auto-rebalance-config', rebalances],
  ['GET', '/api/bots/{id}/volume', botHistory],
  ['GET', '/api/bots/{id}/volume/this-month', botHistory],
  ['GET', '/api/exchanges/{id}/check-api-key', exchanges],
  ['GET', '/api/exchanges/{id}/check-api-key-privilege', exchanges],
  ['GET', '/api/exchanges/{id}/get-balances', exchanges],
  ['GET', '/api/exchanges/{id}/suggested-balance', exchanges],
  ['GET', '/api/exchanges/auto-rebalance', rebalances],
  ['GET', '/api/exchanges/{id}/auto-rebalance', rebalances],
  ['GET', '/api/organizations', organizationVisited],
  ['GET', '/api/organizations/{id}', organizationVisited],
  ['GET', '/api/organizations/{id}/exchanges', organizationVisited],
  ['GET', '/api/organizations/self', features],
  ['GET', '/api/organizations/self/exchanges', exchanges],
  ['GET', '/api/user-plans/available', 'user/plans/plans.test.ts'],
  ['PUT', '/api/user-plans', buyPlan],
  ['PUT', '/api/user-plans/change', buyPlan],
  ['POST', '/api/user-plans', buyPlan],
  ['DELETE', '/api/user-plans', buyPlan],
  ['DELETE', '/api/user-plans/cancel_expired_subscription', buyPlan],
  ['POST', '/api/user-plans/user_campaign', 'user/plans/plans.test.ts'],
  ['GET', '/api/users/affiliate_code', features],
  ['POST', '/api/users/connect_exchange', 'user/exchange-accounts/exchange-accounts.test.ts'],
  ['POST', '/api/users', users],
  ['POST', '/api/users/signin', users],
  ['POST', '/api/users/verify', users],
  ['POST', '/api/users/resend-verification', users],
  ['GET', '/api/users/self', users],
  ['PUT', '/api/users/self', users],
  ['PUT', '/api/users/self/email', 'user/account/change-email.test.ts'],
  ['PUT', '/api/users/self/email/verify', 'user/account/change-email.test.ts'],
  ['PUT', '/api/users/self/password', 'user/account/change-password.test.ts'],
  ['PUT', '/api/users/self/password/reset', 'public/users/reset-password.test.ts'],
  ['GET', '/api/users/self/volume/this-month', botHistory],
];

const administeredUsers = 'organization/users/users.test.ts';
const banUser = 'organization/users/ban-user.test.ts';
const stops = 'organization/stops/stops.test.ts';
const userPlans = 'organization/plans/user-plans.test.ts';
const money = 'organization/money/money.test.ts';
const ownAccount = 'organization/account/own-account.test.ts';
const settings = 'organization/settings/organization-settings.test.ts';

const ofAdministrators: readonly SpecifiedCall[] = [
  ['GET', '/admin/bots/active_count', administeredUsers],
  ['GET', '/admin/bots/count', administeredUsers],
  ['GET', '/admin/bots', administeredUsers],
  ['GET', '/admin/bots/{id}/performance', administeredUsers],
  ['GET', '/admin/bots/{id}/records', administeredUsers],
  ['GET', '/admin/bots/{id}/record_count', administeredUsers],
  ['PUT', '/admin/bots/{id}/start', stops],
  ['PUT', '/admin/bots/{id}/stop', stops],
  ['PUT', '/admin/bots/stop_all', stops],
  ['POST', '/admin/emails/broadcast', 'organization/emails/emails.test.ts'],
  ['GET', '/admin/organization-plans', money],
  ['GET', '/admin/features', money],
  ['GET', '/admin/options', money],
  ['GET', '/admin/organizations/self/bills', money],
  ['GET', '/admin/organizations/self', settings],
  ['PUT', '/admin/organizations/self', settings],
  ['PUT', '/admin/organizations/password/reset', ownAccount],
  ['POST', '/admin/organizations/signin', ownAccount],
  ['POST', '/admin/paypal-account', money],
  ['GET', '/admin/paypal-account', money],
  ['GET', '/admin/referrals/download', money],
  ['GET', '/admin/transaction-logs/download', money],
  ['PUT', '/admin/user-plans/cancel_subscription/{userId}', userPlans],
  ['POST', '/admin/user-plans', userPlans],
  ['GET', '/admin/user-plans/create_campaign_code', userPlans],
  ['DELETE', '/admin/user-plans/{id}', userPlans],
  ['PUT', '/admin/user-plans/{id}', userPlans],
  ['GET', '/admin/user-plans', userPlans],
  ['PUT', '/admin/user-plans/subscribe/{userId}/{userPlanId}', userPlans],
  ['GET', '/admin/users/active_count', administeredUsers],
  ['GET', '/admin/users/{id}/auto-rebalance-logs', administeredUsers],
  ['PUT', '/admin/users/{id}/ban', banUser],
  ['PUT', '/admin/users/{id}/pardon', banUser],
  ['PUT', '/admin/users/{id}/stop', stops],
  ['GET', '/admin/users/{id}/bots', administeredUsers],
  ['GET', '/admin/users/count', administeredUsers],
  ['GET', '/admin/users/count_history', administeredUsers],
  ['POST', '/admin/users', administeredUsers],
  ['GET', '/admin/users', administeredUsers],
  ['GET', '/admin/users/{id}', administeredUsers],
  ['PUT', '/admin/users/{id}', administeredUsers],
  ['GET', '/admin/users/{id}/transaction-logs', administeredUsers],
  ['GET', '/admin/users/verified_count', administeredUsers],
  ['GET', '/admin/users/{id}/volume/this-month', administeredUsers],
];

const consistencies = 'operator/consistencies/consistencies.test.ts';
const testBots = 'operator/test-bots/test-bots.test.ts';
const operatedOrganizations = 'operator/organizations/operate-organizations.test.ts';
const marketMakers = 'operator/virtual-accounts/market-makers.test.ts';
const market = 'operator/market/market.test.ts';
const platformExchanges = 'operator/exchanges/exchanges.test.ts';
const offer = 'operator/offer/offer.test.ts';
const virtualAccounts = 'operator/virtual-accounts/virtual-accounts.test.ts';

const ofOperators: readonly SpecifiedCall[] = [
  ['GET', '/ango-ya/bots/consistencies', consistencies],
  ['PUT', '/ango-ya/bots/consistencies/fix', consistencies],
  ['GET', '/ango-ya/bots', operatedOrganizations],
  ['POST', '/ango-ya/bots/test/{num}', testBots],
  ['DELETE', '/ango-ya/bots/test', testBots],
  ['GET', '/ango-ya/bots/test', testBots],
  ['PUT', '/ango-ya/bots/test/start', testBots],
  ['PUT', '/ango-ya/bots/test/stop', testBots],
  ['GET', '/ango-ya/bots/{id}/records', operatedOrganizations],
  ['GET', '/ango-ya/bots/{id}/record_count', operatedOrganizations],
  ['PUT', '/ango-ya/bots/start-spread-order-bot', marketMakers],
  ['PUT', '/ango-ya/bots/stop-spread-order-bot', marketMakers],
  ['GET', '/ango-ya/exchange-client/last-price', market],
  ['GET', '/ango-ya/exchange-client/mid-price', market],
  ['GET', '/ango-ya/exchange-client/orderbook', market],
  ['POST', '/ango-ya/exchanges', platformExchanges],
  ['GET', '/ango-ya/exchanges', platformExchanges],
  ['GET', '/ango-ya/exchanges/{id}', platformExchanges],
  ['PUT', '/ango-ya/exchanges/{id}', platformExchanges],
  ['DELETE', '/ango-ya/exchanges/{id}', platformExchanges],
  ['GET', '/ango-ya/orders/bot-orders', market],
  ['GET', '/ango-ya/organization-plans', offer],
  ['GET', '/ango-ya/features', offer],
  ['GET', '/ango-ya/options', offer],
  ['PUT', '/ango-ya/organization-plans/{id}', offer],
  ['PUT', '/ango-ya/features/{id}', offer],
  ['PUT', '/ango-ya/options/{id}', offer],
  ['GET', '/ango-ya/organizations/{id}/active_count', operatedOrganizations],
  ['POST', '/ango-ya/organizations/{id}/bills', 'operator/bills/bills.test.ts'],
  ['POST', '/ango-ya/organizations', operatedOrganizations],
  ['GET', '/ango-ya/organizations', operatedOrganizations],
  ['POST', '/ango-ya/organizations/signin', 'operator/account/own-account.test.ts'],
  ['PUT', '/ango-ya/organizations/{id}', operatedOrganizations],
  ['GET', '/ango-ya/organizations/{id}/users', operatedOrganizations],
  ['GET', '/ango-ya/users', operatedOrganizations],
  ['GET', '/ango-ya/users/{id}', operatedOrganizations],
  ['PUT', '/ango-ya/virtual-accounts/cancel-order', virtualAccounts],
  ['POST', '/ango-ya/virtual-accounts/create-order', virtualAccounts],
  ['POST', '/ango-ya/virtual-accounts/create', virtualAccounts],
  ['DELETE', '/ango-ya/virtual-accounts/{id}', virtualAccounts],
  ['GET', '/ango-ya/virtual-accounts/account', virtualAccounts],
  ['GET', '/ango-ya/virtual-accounts/all-records', virtualAccounts],
  ['GET', '/ango-ya/virtual-accounts/all-orders', virtualAccounts],
  ['GET', '/ango-ya/virtual-accounts/open-orders', virtualAccounts],
  ['GET', '/ango-ya/virtual-accounts/real-balance', virtualAccounts],
  ['PUT', '/ango-ya/virtual-accounts/increase-balance', virtualAccounts],
  ['PUT', '/ango-ya/virtual-accounts/transfer-balance', virtualAccounts],
  ['PUT', '/ango-ya/virtual-accounts/start-bot', virtualAccounts],
  ['PUT', '/ango-ya/virtual-accounts/stop-bot', virtualAccounts],
  ['PUT', '/ango-ya/virtual-accounts/start-calculate-order-bot', marketMakers],
  ['PUT', '/ango-ya/virtual-accounts/stop-calculate-order-bot', marketMakers],
];

/** Whose calls the specification lists. */
export interface SpecifiedSurface {
  /** 'Every call that … has'. */
  readonly whose: string;
  /** How many the specification has. */
  readonly count: number;
  readonly calls: readonly SpecifiedCall[];
}

/** Every call of the specification, surface by surface. */
export const specifiedSurfaces: readonly SpecifiedSurface[] = [
  { whose: 'an end user', count: 49, calls: ofUsers },
  { whose: 'an administrator of an organization', count: 44, calls: ofAdministrators },
  { whose: 'an operator of the platform', count: 51, calls: ofOperators },
];

/** By test file: the calls that it made and that were answered as asked, however many servers it started. */
const answered = new Map<string, Set<string>>();

const testFile = (): string => expect.getState().testPath ?? '';

/** Benches and attacks start the same server, and are no tests. @param call - method and path as the contract has them */
export function noteAnswered(call: string): void {
  if (!('VITEST' in process.env)) return;
  const file = testFile();
  answered.set(file, (answered.get(file) ?? new Set()).add(call));
}

/** The last test of each file that {@link specifiedSurfaces} names: it has made the calls that it stands for, and they were answered. */
export function expectSpecifiedCalls(): void {
  const file = testFile();
  const calls = specifiedSurfaces.flatMap((surface) => surface.calls);
  const own = calls.flatMap(([method, path, test]) => (file.endsWith(`/apps/server/src/${test}`) ? [`${method} ${path}`] : []));
  expect(own, 'this file stands for specified calls').not.toEqual([]);
  expect(own.filter((call) => !answered.get(file)?.has(call))).toEqual([]);
}
