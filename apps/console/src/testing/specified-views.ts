/** What the specification wants an end user to see, and which test shows it. */
const root = 'apps/console/src';
const auth = `${root}/features/auth/auth.test.tsx`;
const setUp = `${root}/features/setup/setup.test.tsx`;
const banners = `${root}/shell/banners.test.tsx`;

/** Every screen of the console, its address, and the test that opens it: all that the specification has, and all else that there is. */
export const specifiedScreens: readonly (readonly [screen: string, address: string, test: string])[] = [
  ['Sign-up', '/sign-up', auth],
  ['Verification code, and having it sent again', '/verify', auth],
  ['Login', '/login', auth],
  ['Forgot password', '/forgot-password', `${root}/features/auth/reset-password.test.tsx`],
  ['Reset-sent confirmation', '/reset-sent', `${root}/features/auth/reset-password.test.tsx`],
  ['New password', '/reset-password', `${root}/features/auth/reset-password.test.tsx`],
  ['Verify updated e-mail', '/verify-email', `${root}/features/security/security.test.tsx`],
  ['Dashboard', '/', `${root}/features/dashboard/dashboard.test.tsx`],
  ['Bot server list', '/bots/', `${root}/features/bots/bots.test.tsx`],
  ['Bot set-up in three steps', '/bots/new', setUp],
  ['History', '/history', `${root}/features/history/history.test.tsx`],
  ['Plan management, with the payment status', '/plan', `${root}/features/plan/plan.test.tsx`],
  ['Card payment area', '/plan/checkout', `${root}/features/plan/plan.test.tsx`],
  ['Affiliate management', '/affiliate', `${root}/app/features.test.tsx`],
  ['Help, with the organization’s own pages', '/help', `${root}/features/help/help.test.tsx`],
  ['Account: user settings', '/account', `${root}/features/account/account.test.tsx`],
  ['Account: security', '/account/security', `${root}/features/security/security.test.tsx`],
  ['Account: exchanges', '/account/exchanges', `${root}/features/exchanges/exchanges.test.tsx`],
  ['Account: which mails one gets', '/account/notifications', `${root}/features/notifications/notifications.test.tsx`],
  ['Bot page, with the balance transition', '/bots/$botId', `${root}/features/bot/bot.test.tsx`],
  ['Initial balance, which nothing leads to', '/bots/$botId/initial-balance', `${root}/features/bot/bot.test.tsx`],
  ['Bot settings, changed in the three steps', '/bots/$botId/edit', setUp],
  ['Legal documents', '/legal/$document', `${root}/features/help/help.test.tsx`],
  ['Beginner’s guide', '/guide', `${root}/features/guide/guide.test.tsx`],
  ['Monthly statement', '/history/statement', `${root}/features/statement/statement.test.tsx`],
  ['Back-test', '/backtest', `${root}/app/four-faces.test.tsx`],
  ['Looking at a user’s console', '/view', `${root}/features/auth/view.test.tsx`],
];

/** The banners by the name of their words, and the test that shows each. */
export const specifiedBanners: readonly (readonly [banner: string, name: string, test: string])[] = [
  ['Payment required', 'paymentRequired', banners],
  ['Payment failed', 'paymentFailed', banners],
  ['Payment failed, and is tried again', 'paymentTriedAgain', banners],
  ['Bot set-up required', 'botSetupRequired', banners],
  ['Trading volume limit reached', 'tradingVolumeLimitReached', banners],
  ['Bot stopped', 'botStopped', banners],
  ['User session timeout', 'sessionTimeout', `${root}/app/two-tabs.test.tsx`],
  ['Auto-rebalance failed', 'autoRebalanceFailed', banners],
  ['Order permission error', 'orderPermission', banners],
  ['Order amount or range error', 'orderAmountOrRange', banners],
  ['Order below the minimum USD amount', 'orderBelowMinimum', banners],
  ['Trading volume limit near', 'tradingVolumeNearLimit', banners],
];

const failures = `${root}/app/failures.test.tsx`;

/** The failure messages by the name of their words, and the test that shows each where it is due. */
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
  ['A rebalance or an automatic start could not be asked for', 'askFailed', `${root}/features/bots/bots.test.tsx`],
];
