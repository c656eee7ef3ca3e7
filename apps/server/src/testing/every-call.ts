import type { Route, Surface } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId } from '@tenbin/db';
import { planTerms } from '@tenbin/testkit';
import * as z from 'zod/mini';
import { nounOf, pairs, rightQuery } from './right-query.ts';
import { startTestServer, type TestServer, type TestUser } from './start-test-server.ts';

export const routes = Object.entries(allRoutes);

/** A server with somebody of every kind, and what a right call of each route takes. */
export interface EveryCall {
  readonly server: TestServer;
  readonly owner: TestUser;
  /** In the owner's organization, and in another one. */
  readonly neighbour: TestUser;
  readonly stranger: TestUser;
  /** The owner's. */
  readonly botId: string;
  /** Keys of the owner's organization's administrator, of another organization's, and of an operator. */
  readonly administrator: string;
  readonly strangeAdministrator: string;
  readonly operator: string;
  readonly ids: Readonly<Record<ReturnType<typeof nounOf>, string>>;
  /** Right input, by the call's name. */
  readonly validBody: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The right key for a call. */
  keyFor(route: Route): { readonly surface: Surface; readonly key: string };
  /** The ids that would be right for the owner. */
  ownIds(route: Route): Record<string, string>;
  bodyOf(name: string, route: Route): { body?: unknown };
}

export async function startEveryCall(): Promise<EveryCall> {
  const server = await startTestServer();
  const owner = await server.makeUser();
  const neighbour = await server.makeUser();
  const stranger = await server.makeUser(server.kohaku);
  const administered = await server.makeUser();
  const { key, secret } = server.venue.createAccount();
  const bot = { name: 'Tokyo-1', exchangeId: server.exchange.id, apiKey: key, secret, pairs, delta: 0.01 };
  const made = await server.call('POST', '/api/bots', { key: owner.key, body: bot });
  const botId: string = made.body.bot._id;
  const credentials = { key, secret };
  const administrator = await server.makeAdministrator();
  const strangeAdministrator = await server.makeAdministrator(server.kohaku);
  const operator = await server.makeOperator();
  const stop = await server.call('PUT', '/admin/bots/stop_all', { key: administrator, surface: 'organization' });
  const { id: organization } = await server.database.platform.organizations.create({ slug: 'sakura', name: 'Sakura', isFree: true });
  const { exchangeAccountId } = await server.database.forOrganization(server.tenbin.id).bots.require(owner.id, botId);
  const ids = {
    botId,
    exchangeAccountId,
    exchangeId: server.exchange.id,
    organization,
    userId: administered.id,
    stopId: stop.body.stopId,
    sessionId: newId(),
  };
  const plan = await server.database.forOrganization(server.tenbin.id).userPlans.create(planTerms(), server.clock.now());
  const bought = { userPlanId: plan.id, paypalSubscriptionId: 'I-NOBODYMADEIT' };
  const offer = { name: 'Standard', tradingLimit: null, monthlyPrice: 5000 };
  const validBody: Record<string, Record<string, unknown>> = {
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
    connectExchange: { exchangeId: server.exchange.id, apiKey: key, secret },
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
    actOnUsers: { act: 'stop', ids: [administered.id], reason: 'A fault' },
    startCheckout: { userPlanId: plan.id, purpose: 'new' },
    subscribe: bought,
    renewSubscription: bought,
    changeSubscription: bought,
    cancelSubscription: { password: 'Wrong1password' },
    createUserPlan: offer,
    updateUserPlan: offer,
    giveUserPlan: { reason: 'A prize' },
    reverseMovement: { reason: 'A mistake' },
    cancelSubscriptionOfUser: { reason: 'Asked by phone' },
    setPaypalAccount: { clientId: 'a-client', secret: 'a-secret', environment: 'sandbox' },
    validateAutoRebalanceConfig: { config: { exchangeId: server.exchange.id, pairs, balance: { USDT: '18000' } } },
  };
  return {
    server,
    owner,
    neighbour,
    stranger,
    botId,
    administrator,
    strangeAdministrator,
    operator,
    ids,
    validBody,
    keyFor: ({ surface }) => ({
      surface,
      key: surface === 'organization' ? administrator : surface === 'operator' ? operator : owner.key,
    }),
    ownIds: (route) => ({ id: ids[nounOf(route.path)], exchangeId: server.exchange.id, index: '0' }),
    bodyOf: (name, route) => (route.body ? { body: validBody[name] ?? {} } : {}),
  };
}

/** With what its query needs, and `query` in its place. */
export function addressOf(route: Route, ids: Readonly<Record<string, string>>, query: Readonly<Record<string, string>> = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? newId()));
  const needed = Object.entries(route.query?.shape ?? {}).flatMap(([name, shape]) =>
    rightQuery[name] === undefined || !z.safeParse(shape, rightQuery[name]).success ? [] : [[name, rightQuery[name]] as const],
  );
  const all = new URLSearchParams({ ...Object.fromEntries(needed), ...query });
  return route.query ? `${path}?${all}` : path;
}
