import { expect, test } from 'vitest';
import { allRoutes } from './reference.ts';

const open = Object.entries(allRoutes).filter(([, { whileViewing }]) => whileViewing);

test('whoever looks on as a user may make these calls, and no other', () => {
  expect(open.map(([name]) => name).sort()).toEqual([
    'checkApiKey',
    'checkApiKeyPrivilege',
    'checkBalance',
    'countPayments',
    'countRecords',
    'countTimeline',
    'getAffiliateCode',
    'getBacktest',
    'getBalanceTransition',
    'getBalances',
    'getBotResult',
    'getCandles',
    'getCheckoutTerms',
    'getFactors',
    'getMinimumOrderWidth',
    'getNotifications',
    'getOrderTruth',
    'getOwnOrganization',
    'getOwnVolumeThisMonth',
    'getOwnVolumeUse',
    'getPerformance',
    'getPushes',
    'getRecordTotals',
    'getSelf',
    'getStatement',
    'getSuggestedBalance',
    'getVolume',
    'getVolumeThisMonth',
    'listActiveStops',
    'listAvailablePlans',
    'listBotCandles',
    'listBotCourses',
    'listBots',
    'listCandleFills',
    'listDeletedBots',
    'listExchangeAccounts',
    'listOrders',
    'listOwnExchanges',
    'listOwnRecords',
    'listPayments',
    'listRebalances',
    'listRebalancesOfExchange',
    'listRecords',
    'listReferrals',
    'listSessions',
    'listTimeline',
    'signOut',
    'watchEvents',
  ]);
});

test('they are calls of users that change nothing but the end of the view, are no act of their own, and show no secret', () => {
  for (const [name, { surface, optionalKey, method, audited, sensitive, secretQuery }] of open.filter(([name]) => name !== 'signOut')) {
    expect([name, optionalKey ?? surface, method, audited]).toEqual([name, 'user', 'GET', false]);
    expect([name, sensitive]).toEqual([name, secretQuery.length > 0]);
  }
});
