import { allRoutes } from '@tenbin/contract/reference';
import { type SpecifiedCall, specifiedCalls } from '../../apps/server/src/testing/specified-calls.ts';

const server = 'apps/server/src';

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
  ['Help, with the organization’s own pages', '/help', `${consoleTests}/features/help/help.test.tsx`],
  ['Account: user settings', '/account', `${consoleTests}/features/account/account.test.tsx`],
  ['Account: security', '/account/security', `${consoleTests}/features/security/security.test.tsx`],
  ['Account: exchanges', '/account/exchanges', `${consoleTests}/features/exchanges/exchanges.test.tsx`],
  ['Account: which mails one gets', '/account/notifications', `${consoleTests}/features/notifications/notifications.test.tsx`],
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

const failures = `${consoleTests}/app/failures.test.tsx`;

/** The failure messages of the specification by the name of their words, and the test that shows each where it is due. */
export const specifiedToasts: readonly (readonly [toast: string, name: string, test: string])[] = [
  ['Processing failed, and the server’s text', 'processingFailed', failures],
  ['The plans could not be fetched', 'failedFetchUserPlans', failures],
  ['The exchanges could not be fetched', 'failedFetchExchanges', failures],
  ['The contract records could not be fetched', 'failedFetchContractRecords', failures],
  ['The auto-rebalances could not be fetched', 'failedGetAutoRebalance', failures],
  ['The plan could not be updated', 'failedUpdatePlan', failures],
  ['The code could not be sent again', 'failedResendCode', failures],
  ['The e-mail address could not be changed', 'failedChangeEmail', failures],
  ['The link for a new password could not be sent', 'failedSendPasswordReset', failures],
  ['A rebalance or an automatic start could not be asked for', 'askFailed', `${consoleTests}/features/bots/bots.test.tsx`],
];

/** What holds of every call, from a loop over the contract. */
export const ofEveryCall = [`${server}/all-calls.test.ts`, `${server}/isolation.test.ts`, `${server}/wrong-input.test.ts`] as const;

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
    `Every call that an end user has, and the test that shows it. Keys, ids of others and malformed input of every call are tested in ${new Intl.ListFormat('en-GB').format(ofEveryCall.map((file) => `\`${file}\``))}. What each [flag](flags.md) does is tested where its page says so.`,
    '',
    '| method | path | name | test |',
    '| --- | --- | --- | --- |',
    ...specifiedCalls.map((call) => row([call[0], `\`${call[1]}\``, `\`${nameOfCall(call) ?? '–'}\``, `\`${server}/${call[2]}\``])),
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
    '## Messages of what failed',
    '',
    'Each is a snackbar with the server’s reason, and stays in the list at the bell.',
    '',
    '| message | name | test |',
    '| --- | --- | --- |',
    ...specifiedToasts.map(([toast, name, file]) => row([toast, `\`${name}\``, `\`${file}\``])),
    '',
  ].join('\n');
}
