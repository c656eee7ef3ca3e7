import { pairs } from './right-query.ts';

/** Right input, by the call's name, where a rule beyond the schema says what is right. */
export function rightBodies({
  exchangeId,
  credentials,
  userPlanId,
  userId,
}: {
  readonly exchangeId: string;
  readonly credentials: { readonly key: string; readonly secret: string };
  readonly userPlanId: string;
  readonly userId: string;
}): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const bot = { name: 'Tokyo-1', exchangeId, apiKey: credentials.key, secret: credentials.secret, pairs, delta: 0.01 };
  const bought = { userPlanId, paypalSubscriptionId: 'I-NOBODYMADEIT' };
  const offer = { name: 'Standard', tradingLimit: null, monthlyPrice: 5000 };
  return {
    createUser: { email: 'new@example.jp', password: 'Correct1Horse' },
    verifyUser: { email: 'new@example.jp', code: '123456' },
    resendVerification: { email: 'new@example.jp' },
    signIn: { email: 'new@example.jp', password: 'Correct1Horse' },
    changePassword: { password: 'Wrong1password', newPassword: 'Fresh2password' },
    renamePasskey: { name: 'Phone' },
    removePasskey: { password: 'Correct1Horse', code: '000000' },
    resetPassword: { email: 'new@example.jp' },
    changeEmail: { email: 'old@example.jp', newEmail: 'new@example.jp', password: 'Wrong1password' },
    verifyEmail: { newEmail: 'new@example.jp', code: '123456' },
    createBot: bot,
    connectExchange: { exchangeId, apiKey: credentials.key, secret: credentials.secret },
    checkApiKeyByBody: credentials,
    checkApiKeyPrivilegeByBody: credentials,
    getBalancesByBody: credentials,
    getSuggestedBalanceByBody: { ...credentials, pairs },
    getTradingFees: { ...credentials, pairs },
    createTrialAccount: {},
    signInAdministrator: { email: 'admin@example.jp', password: 'Correct1Horse' },
    resetAdministratorPassword: { email: 'admin@example.jp' },
    inviteAdministrator: { email: 'admin@example.jp', role: 'support' },
    updateAdministrator: { role: 'support' },
    renameAdministratorPasskey: { name: 'Phone' },
    removeAdministratorPasskey: { password: 'Correct1Horse', code: '000000' },
    createOrganization: { name: 'Hinoki', slug: 'hinoki' },
    resetOperatorPassword: { email: 'operator@example.jp' },
    inviteOperator: { email: 'operator@example.jp', role: 'observer' },
    updateOperator: { role: 'observer' },
    renameOperatorPasskey: { name: 'Phone' },
    removeOperatorPasskey: { password: 'Correct1Horse', code: '000000' },
    testExchangeKey: credentials,
    createPlatformExchange: { name: 'Elsewhere', ccxtId: 'okx' },
    suspendOrganization: { reason: 'Unpaid bills' },
    updateOfferedFeature: { monthlyPrice: 1000 },
    updateOfferedOption: { monthlyPrice: 1000 },
    calculateOrganizationBill: { month: '2026/01' },
    settleOrganizationBill: { status: 'COMPLETED' },
    setBillIssuer: { name: 'Tenbin', address: 'Tokyo', registrationNumber: 'T1234567890123' },
    setUsdRate: { month: '2026/01', yenPerUsd: '150', source: 'mid rate of the day', date: '2026-01-31' },
    signInOperator: { email: 'operator@example.jp', password: 'Correct1Horse' },
    inviteUser: { email: 'invited@example.jp' },
    noteUser: { note: 'Calls on Mondays', isFlagged: true },
    verifyUserByHand: { reason: 'Called us' },
    removeFactorsOfUser: { reason: 'Lost the phone' },
    viewUser: { reason: 'Asked by phone', code: '000000' },
    claimView: { token: 'made-up' },
    actOnUsers: { act: 'stop', ids: [userId], reason: 'A fault' },
    startCheckout: { userPlanId, purpose: 'new' },
    subscribe: bought,
    renewSubscription: bought,
    changeSubscription: bought,
    cancelSubscription: { password: 'Wrong1password' },
    updateOrganizationSelf: {},
    createUserPlan: offer,
    updateUserPlan: offer,
    giveUserPlan: { reason: 'A prize' },
    reverseMovement: { reason: 'A mistake' },
    cancelSubscriptionOfUser: { reason: 'Asked by phone' },
    setPaypalAccount: { clientId: 'a-client', secret: 'a-secret', environment: 'sandbox' },
    validateAutoRebalanceConfig: { config: { exchangeId, pairs, balance: { USDT: '18000' } } },
  };
}
