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

/** Every call that an end user has by the specification. */
export const specifiedCalls: readonly SpecifiedCall[] = [
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

/** By test file: the calls that it made and that were answered as asked, however many servers it started. */
const answered = new Map<string, Set<string>>();

const testFile = (): string => expect.getState().testPath ?? '';

/** Benches and attacks start the same server, and are no tests. @param call - method and path as the contract has them */
export function noteAnswered(call: string): void {
  if (!('VITEST' in process.env)) return;
  const file = testFile();
  answered.set(file, (answered.get(file) ?? new Set()).add(call));
}

/** The last test of each file that {@link specifiedCalls} names: it has made the calls that it stands for, and they were answered. */
export function expectSpecifiedCalls(): void {
  const file = testFile();
  const own = specifiedCalls.flatMap(([method, path, test]) => (file.endsWith(`/apps/server/src/${test}`) ? [`${method} ${path}`] : []));
  expect(own, 'this file stands for specified calls').not.toEqual([]);
  expect(own.filter((call) => !answered.get(file)?.has(call))).toEqual([]);
}
