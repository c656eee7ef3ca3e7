import type { Method } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';

/** A call as the product was specified, and the test that shows it. */
export type SpecifiedCall = readonly [method: Method, path: string, test: string];

const server = 'apps/server/src';
const botHistory = `${server}/user/bots/bot-history.test.ts`;
const managingBots = `${server}/user/bots/managing-bots.test.ts`;
const rebalances = `${server}/user/rebalances/auto-rebalance.test.ts`;
const exchanges = `${server}/user/exchanges/exchanges.test.ts`;
const buyPlan = `${server}/user/plans/buy-plan.test.ts`;
const organizations = `${server}/organization/settings/organization-settings.test.ts`;
const users = `${server}/public/users/users.test.ts`;
const everyCall = `${server}/all-calls.test.ts`;

/** Every call that an end user has by the specification. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  ['GET', '/api/backtests', `${server}/public/backtests/backtests.test.ts`],
  ['GET', '/api/bot-courses', `${server}/bot-courses/bot-courses.test.ts`],
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
  ['GET', '/api/organizations', `${server}/tenancy/organization-visited.test.ts`],
  ['GET', '/api/organizations/{id}', organizations],
  ['GET', '/api/organizations/{id}/exchanges', exchanges],
  ['GET', '/api/organizations/self', organizations],
  ['GET', '/api/organizations/self/exchanges', exchanges],
  ['GET', '/api/user-plans/available', `${server}/user/plans/plans.test.ts`],
  ['PUT', '/api/user-plans', buyPlan],
  ['PUT', '/api/user-plans/change', buyPlan],
  ['POST', '/api/user-plans', buyPlan],
  ['DELETE', '/api/user-plans', buyPlan],
  ['DELETE', '/api/user-plans/cancel_expired_subscription', buyPlan],
  ['POST', '/api/user-plans/user_campaign', `${server}/user/plans/plans.test.ts`],
  ['GET', '/api/users/affiliate_code', `${server}/tenancy/features.test.ts`],
  ['POST', '/api/users/connect_exchange', `${server}/user/exchange-accounts/exchange-accounts.test.ts`],
  ['POST', '/api/users', users],
  ['POST', '/api/users/signin', users],
  ['POST', '/api/users/verify', users],
  ['POST', '/api/users/resend-verification', users],
  ['GET', '/api/users/self', users],
  ['PUT', '/api/users/self', users],
  ['PUT', '/api/users/self/email', `${server}/user/account/change-email.test.ts`],
  ['PUT', '/api/users/self/email/verify', `${server}/user/account/change-email.test.ts`],
  ['PUT', '/api/users/self/password', `${server}/user/account/change-password.test.ts`],
  ['PUT', '/api/users/self/password/reset', `${server}/public/users/reset-password.test.ts`],
  ['GET', '/api/users/self/volume/this-month', botHistory],
];

const consoleTests = 'apps/console/src';
const auth = `${consoleTests}/features/auth/auth.test.tsx`;
const setUp = `${consoleTests}/features/setup/setup.test.tsx`;
const banners = `${consoleTests}/shell/banners.test.tsx`;

/** Every screen that an end user has by the specification, its address, and the test that opens it. */
export const specifiedScreens: readonly (readonly [screen: string, address: string, test: string])[] = [
  ['Sign-up', '/sign-up', auth],
  ['Verification code, and having it sent again', '/verify', auth],
  ['Login', '/login', auth],
  ['Forgot password', '/forgot-password', `${consoleTests}/features/auth/reset-password.test.tsx`],
  ['Reset-sent confirmation', '/reset-sent', `${consoleTests}/features/auth/reset-password.test.tsx`],
  ['New password', '/reset-password', `${consoleTests}/features/auth/reset-password.test.tsx`],
  ['Verify updated e-mail', '/verify-email', `${consoleTests}/features/security/security.test.tsx`],
  ['Dashboard', '/', `${consoleTests}/features/dashboard/dashboard.test.tsx`],
  ['Bot server list', '/bots/', `${consoleTests}/features/bots/bots.test.tsx`],
  ['Bot set-up in three steps', '/bots/new', setUp],
  ['History', '/history', `${consoleTests}/features/history/history.test.tsx`],
  ['Plan management, with the payment status', '/plan', `${consoleTests}/features/plan/plan.test.tsx`],
  ['Card payment area', '/plan/checkout', `${consoleTests}/features/plan/plan.test.tsx`],
  ['Affiliate management', '/affiliate', `${consoleTests}/app/features.test.tsx`],
  ['Account: user settings', '/account', `${consoleTests}/features/account/account.test.tsx`],
  ['Account: security', '/account/security', `${consoleTests}/features/security/security.test.tsx`],
  ['Account: exchanges', '/account/exchanges', `${consoleTests}/features/exchanges/exchanges.test.tsx`],
];

/** The banners of the specification by the name of their words, and the test that shows each. */
export const specifiedBanners: readonly (readonly [banner: string, name: string, test: string])[] = [
  ['Payment required', 'paymentRequired', banners],
  ['Payment failed', 'paymentFailed', banners],
  ['Bot set-up required', 'botSetupRequired', banners],
  ['Trading volume limit reached', 'tradingVolumeLimitReached', banners],
  ['Bot stopped', 'botStopped', banners],
  ['User session timeout', 'sessionTimeout', `${consoleTests}/app/two-tabs.test.tsx`],
  ['Auto-rebalance failed', 'autoRebalanceFailed', banners],
  ['Order permission error', 'orderPermission', banners],
  ['Order amount or range error', 'orderAmountOrRange', banners],
  ['Order below the minimum USD amount', 'orderBelowMinimum', banners],
];

/** What holds of every call, from a loop over the contract. */
export const ofEveryCall = [everyCall, `${server}/isolation.test.ts`] as const;

/** The name of the contract's call; null where there is none. */
export const nameOfCall = ([method, path]: SpecifiedCall): string | null =>
  Object.entries(allRoutes).find(([, route]) => route.method === method && route.path === path)?.[0] ?? null;

export function specifiedPage(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# What was specified',
    '',
    '*Made from `tools/docs/specified-page.ts` and the contract by `npm run docs`; a test holds them together.*',
    '',
    `Every call that an end user has, and the test that shows it. Keys, ids of others and malformed input of every call are tested in ${ofEveryCall.map((file) => `\`${file}\``).join(' and ')}. What each [flag](flags.md) does is tested where its page says so.`,
    '',
    '| method | path | name | test |',
    '| --- | --- | --- | --- |',
    ...specifiedCalls.map((call) => row([call[0], `\`${call[1]}\``, `\`${nameOfCall(call) ?? '–'}\``, `\`${call[2]}\``])),
    '',
    '## Screens',
    '',
    'Each is also looked at in a browser in both languages, light and dark, wide and narrow, and held against the rules of accessibility: `tests/journeys/every-page.spec.ts`.',
    '',
    '| screen | address | test |',
    '| --- | --- | --- |',
    ...specifiedScreens.map(([screen, address, file]) => row([screen, `\`${address}\``, `\`${file}\``])),
    '',
    '## Banners',
    '',
    '| banner | name | test |',
    '| --- | --- | --- |',
    ...specifiedBanners.map(([banner, name, file]) => row([banner, `\`${name}\``, `\`${file}\``])),
    '',
  ].join('\n');
}
