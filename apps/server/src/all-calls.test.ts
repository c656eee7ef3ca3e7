/**
 * What holds for every call of the contract, from a loop over all of them: no key, another's key or role, and another's id.
 * A call that is added is tested by being declared.
 */
import { type OperatorRole, type OrganizationRole, operatorRoles, organizationRoles, type StaffRole } from '@tenbin/accounts';
import { keyHeaders, type Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from './calls.ts';
import { addressOf, type EveryCall, routes, startEveryCall } from './testing/every-call.ts';
import type { CallOptions } from './testing/start-test-server.ts';

let stage: EveryCall;
beforeAll(async () => {
  stage = await startEveryCall();
});
afterAll(() => stage.server.close());

const keyed = routes.filter(([, route]) => route.surface !== 'public');
/** What is counted in an address is not looked for. */
const named = keyed.filter(([, route]) => route.params && !('num' in route.params.shape) && route.answers !== 'events');

test('every declared call is served, once', () => {
  const served = calls.map(({ route }) => `${route.method} ${route.path}`);
  expect(new Set(served).size).toBe(served.length);
  expect([...served].sort()).toEqual(routes.map(([, route]) => `${route.method} ${route.path}`).sort());
});

describe('without a key', () => {
  test.each(keyed)('%s asks to sign in', async (name, route) => {
    for (const key of [undefined, '', 'made-up', 'x'.repeat(5_000)]) {
      const answer = await stage.server.call(route.method, addressOf(route, stage.ownIds(route)), {
        ...stage.keyFor(route),
        key,
        ...stage.bodyOf(name, route),
      });
      expect([answer.status, answer.body.code]).toEqual([401, 'signinRequired']);
    }
  });

  test.each(keyed)('%s is not opened by the key of another surface', async (name, route) => {
    for (const key of [stage.owner.key, stage.administrator, stage.operator].filter((one) => one !== stage.keyFor(route).key)) {
      const answer = await stage.server.call(route.method, addressOf(route, stage.ownIds(route)), {
        ...stage.keyFor(route),
        key,
        ...stage.bodyOf(name, route),
      });
      expect([answer.status, answer.body.code]).toEqual([401, 'signinRequired']);
    }
  });
});

describe('with an id that is not there, or not the caller’s', () => {
  test.each(named)('%s answers 404', async (name, route) => {
    const isOfBots = route.path.startsWith('/api/bots/{id}');
    const isOfOrganization = route.surface === 'organization';
    const given = { ...stage.ownIds(route), ...(isOfBots || isOfOrganization ? {} : { id: newId() }), exchangeId: newId() };
    const others = isOfBots ? [stage.neighbour.key, stage.stranger.key] : isOfOrganization ? [stage.strangeAdministrator] : [];
    for (const key of others) {
      const answer = await stage.server.call(route.method, addressOf(route, given), {
        ...stage.keyFor(route),
        key,
        ...stage.bodyOf(name, route),
      });
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('otFound')]);
    }
    const nowhere = Object.fromEntries(Object.entries(given).map(([part, id]) => [part, part === 'index' ? id : newId()]));
    const answer = await stage.server.call(route.method, addressOf(route, nowhere), {
      ...stage.keyFor(route),
      ...stage.bodyOf(name, route),
    });
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('otFound')]);
  });
});

const everyAdministrator = ['owner', 'manager', 'support', 'finance'] as const;
/** Who of an organization's administrators and of the operators may make which of their calls. By hand: whoever adds one says it here. */
const mayCall: Readonly<Record<string, readonly StaffRole[]>> = {
  ...Object.fromEntries(
    [
      'getAdministratorSelf',
      'updateAdministratorSelf',
      'changeAdministratorPassword',
      'listAdministratorSessions',
      'endAdministratorSession',
      'endOtherAdministratorSessions',
      'getAdministratorFactors',
      'setUpAdministratorAuthenticator',
      'addAdministratorAuthenticator',
      'removeAdministratorAuthenticator',
      'renewAdministratorRecoveryCodes',
      'setUpAdministratorPasskey',
      'addAdministratorPasskey',
      'renameAdministratorPasskey',
      'removeAdministratorPasskey',
    ].map((name) => [name, everyAdministrator]),
  ),
  ...Object.fromEntries(
    [
      'listAdministrators',
      'inviteAdministrator',
      'resendAdministratorInvitation',
      'updateAdministrator',
      'removeAdministrator',
      'getAuditCheck',
      'listAudit',
      'countAudit',
      'downloadAudit',
    ].map((name) => [name, ['owner'] as const]),
  ),
  listBotsOfOrganization: ['owner', 'manager', 'support'],
  countBotsOfOrganization: ['owner', 'manager', 'support'],
  countActiveBots: ['owner', 'manager', 'support'],
  getBotOfOrganization: ['owner', 'manager', 'support'],
  checkBalanceOfBot: ['owner', 'manager', 'support'],
  countRecordsOfBot: ['owner', 'manager', 'support'],
  countTimelineOfBot: ['owner', 'manager', 'support'],
  getBalanceTransitionOfBot: ['owner', 'manager', 'support'],
  getOrderTruthOfBot: ['owner', 'manager', 'support'],
  getPerformanceOfBot: ['owner', 'manager', 'support'],
  getResultOfBot: ['owner', 'manager', 'support'],
  getVolumeOfBot: ['owner', 'manager', 'support'],
  listCandleFillsOfBot: ['owner', 'manager', 'support'],
  listCandlesOfBot: ['owner', 'manager', 'support'],
  listOrdersOfBot: ['owner', 'manager', 'support'],
  listRebalancesOfBot: ['owner', 'manager', 'support'],
  listRecordsOfBot: ['owner', 'manager', 'support'],
  listTimelineOfBot: ['owner', 'manager', 'support'],
  getOverview: ['owner', 'manager', 'support'],
  listBulkActs: ['owner', 'manager', 'support'],
  listUsers: ['owner', 'manager', 'support'],
  countUsers: ['owner', 'manager', 'support'],
  countActiveUsers: ['owner', 'manager', 'support'],
  countVerifiedUsers: ['owner', 'manager', 'support'],
  getUserHistory: ['owner', 'manager', 'support'],
  getUser: ['owner', 'manager', 'support'],
  listBotsOfUser: ['owner', 'manager', 'support'],
  listRebalancesOfUser: ['owner', 'manager', 'support'],
  listPaymentsOfUser: ['owner', 'manager', 'support'],
  getVolumeOfUser: ['owner', 'manager', 'support'],
  listSessionsOfUser: ['owner', 'manager', 'support'],
  listWaitingSignUps: ['owner', 'manager', 'support'],
  countWaitingSignUps: ['owner', 'manager', 'support'],
  listSavedFilters: ['owner', 'manager', 'support'],
  saveFilter: ['owner', 'manager', 'support'],
  removeSavedFilter: ['owner', 'manager', 'support'],
  listUserEvents: ['owner', 'manager', 'support'],
  getBulkAct: ['owner', 'manager', 'support'],
  actOnUsers: ['owner', 'manager', 'support'],
  inviteUser: ['owner', 'manager'],
  noteUser: ['owner', 'manager'],
  endSessionsOfUser: ['owner', 'manager'],
  mailResetLinkToUser: ['owner', 'manager'],
  verifyUserByHand: ['owner', 'manager'],
  removeFactorsOfUser: ['owner', 'manager'],
  viewUser: ['owner', 'manager'],
  downloadBotsOfOrganization: ['owner', 'finance'],
  downloadUsers: ['owner', 'finance'],
  broadcastEmail: ['owner', 'manager'],
  countRecipients: ['owner', 'manager'],
  previewEmail: ['owner', 'manager'],
  sendTestEmail: ['owner', 'manager'],
  listEmails: ['owner', 'manager'],
  getEmail: ['owner', 'manager'],
  cancelEmail: ['owner', 'manager'],
  resumeEmail: ['owner', 'manager'],
  countBouncingAddresses: ['owner', 'manager', 'support'],
  startBotAsAdministrator: ['owner', 'manager'],
  stopBotAsAdministrator: ['owner', 'manager', 'support'],
  stopBotsOfOrganization: ['owner', 'manager', 'support'],
  stopBotsOfUser: ['owner', 'manager', 'support'],
  getStop: ['owner', 'manager', 'support'],
  watchOrganizationEvents: ['owner', 'manager', 'support'],
  banUser: ['owner', 'manager'],
  pardonUser: ['owner', 'manager'],
  updateUser: ['owner', 'manager'],
  getOrganizationSelf: ['owner', 'manager', 'support'],
  updateOrganizationSelf: ['owner'],
  getOwnBrand: ['owner'],
  saveBrandDraft: ['owner'],
  discardBrandDraft: ['owner'],
  addBrandPicture: ['owner'],
  publishBrand: ['owner'],
  listBrandVersions: ['owner'],
  restoreBrandVersion: ['owner'],
  listUserPlans: ['owner', 'manager'],
  listUserPlanVersions: ['owner', 'manager'],
  listSubscribers: ['owner', 'manager'],
  createUserPlan: ['owner', 'manager'],
  updateUserPlan: ['owner', 'manager'],
  archiveUserPlan: ['owner', 'manager'],
  createCampaignCode: ['owner', 'manager'],
  listCampaignCodes: ['owner', 'manager'],
  giveUserPlan: ['owner', 'manager'],
  cancelSubscriptionOfUser: ['owner', 'manager'],
  getPaypalAccount: ['owner', 'finance'],
  setPaypalAccount: ['owner'],
  listUnclaimedSubscriptions: ['owner', 'finance'],
  listOrganizationPayments: ['owner', 'finance'],
  countOrganizationPayments: ['owner', 'finance'],
  getRevenue: ['owner', 'finance'],
  listVirtualAccounts: ['operator', 'observer'],
  getVirtualAccount: ['operator', 'observer'],
  getRealBalance: ['operator', 'observer'],
  listOpenVirtualOrders: ['operator', 'observer'],
  listAllVirtualOrders: ['operator', 'observer'],
  listVirtualRecords: ['operator', 'observer'],
  listMovements: ['operator', 'observer'],
  listMarketMakers: ['operator', 'observer'],
  getMarketMaker: ['operator', 'observer'],
  createVirtualAccount: ['operator'],
  increaseVirtualBalance: ['operator'],
  transferVirtualBalance: ['operator'],
  createVirtualOrder: ['operator'],
  cancelVirtualOrder: ['operator'],
  reverseMovement: ['operator'],
  freezeVirtualAccount: ['operator'],
  startVirtualBot: ['operator'],
  stopVirtualBot: ['operator'],
  startSpreadBot: ['operator'],
  stopSpreadBot: ['operator'],
  startCalculateOrderBot: ['operator'],
  stopCalculateOrderBot: ['operator'],
  deleteVirtualAccount: ['operator'],
  listOwnBills: ['owner', 'finance'],
  countOwnBills: ['owner', 'finance'],
  getOwnBill: ['owner', 'finance'],
  listOrganizationPlans: ['owner', 'finance'],
  listPlanFeatures: ['owner', 'finance'],
  listPlanOptions: ['owner', 'finance'],
  downloadTransactionLogs: ['owner', 'finance'],
  downloadReferrals: ['owner', 'finance'],
  listReferralLedger: ['owner', 'finance'],
  countReferralLedger: ['owner', 'finance'],
  ...Object.fromEntries(
    [
      'listAllOrganizations',
      'listOrganizationAdministrators',
      'watchPlatformEvents',
      'getPlatformStop',
      'countActiveUsersOfOrganization',
      'getHealth',
      'listTestBots',
      'getTestBotFigures',
      'listPlatformExchanges',
      'getPlatformExchange',
      'listOfferedPlans',
      'listOfferedFeatures',
      'listOfferedOptions',
      'listOrganizationBills',
      'getOrganizationBill',
      'getBillIssuer',
      'listUsdRates',
      'listPlatformUsers',
      'countPlatformUsers',
      'listUsersOfOrganization',
      'getPlatformUser',
      'listPlatformBots',
      'listConsistencies',
      'getLastPrice',
      'getMidPrice',
      'getMarketBook',
      'listBotOrders',
      'countPlatformBots',
      'getPlatformBot',
      'getPerformanceOfPlatformBot',
      'listRecordsOfPlatformBot',
      'countRecordsOfPlatformBot',
      'getResultOfPlatformBot',
      'getVolumeOfPlatformBot',
      'listOrdersOfPlatformBot',
      'getOrderTruthOfPlatformBot',
      'listTimelineOfPlatformBot',
      'countTimelineOfPlatformBot',
      'listCandlesOfPlatformBot',
      'listCandleFillsOfPlatformBot',
      'getBalanceTransitionOfPlatformBot',
      'checkBalanceOfPlatformBot',
      'listRebalancesOfPlatformBot',
      'listPlatformAudit',
      'countPlatformAudit',
      'getOperatorSelf',
      'updateOperatorSelf',
      'changeOperatorPassword',
      'listOperatorSessions',
      'endOperatorSession',
      'endOtherOperatorSessions',
      'getOperatorFactors',
      'setUpOperatorAuthenticator',
      'addOperatorAuthenticator',
      'removeOperatorAuthenticator',
      'renewOperatorRecoveryCodes',
      'setUpOperatorPasskey',
      'addOperatorPasskey',
      'renameOperatorPasskey',
      'removeOperatorPasskey',
    ].map((name) => [name, ['operator', 'observer'] as const]),
  ),
  ...Object.fromEntries(
    [
      'createOrganization',
      'updateOrganization',
      'suspendOrganization',
      'liftSuspension',
      'stopBotsOfPlatform',
      'makeTestBots',
      'startTestBots',
      'stopTestBots',
      'removeTestBots',
      'fixConsistencies',
      'createPlatformExchange',
      'updatePlatformExchange',
      'removePlatformExchange',
      'testExchangeKey',
      'updateOfferedPlan',
      'updateOfferedFeature',
      'updateOfferedOption',
      'calculateOrganizationBill',
      'settleOrganizationBill',
      'setBillIssuer',
      'setUsdRate',
      'listOperators',
      'inviteOperator',
      'resendOperatorInvitation',
      'updateOperator',
      'removeOperator',
      'downloadPlatformAudit',
    ].map((name) => [name, ['operator'] as const]),
  ),
};

describe('with a role', () => {
  const ofStaff = keyed.filter(([, { surface, path }]) => surface !== 'user' && !path.endsWith('/session'));
  const keyOf = new Map<StaffRole, string>();
  beforeAll(async () => {
    for (const role of Object.keys(organizationRoles) as OrganizationRole[])
      keyOf.set(role, await stage.server.makeAdministrator(stage.server.tenbin, role));
    for (const role of Object.keys(operatorRoles) as OperatorRole[]) keyOf.set(role, await stage.server.makeOperator(role));
  });

  /** Events are left as soon as they have begun. */
  async function codeOf(route: Route, how: CallOptions): Promise<{ readonly status: number; readonly code: unknown }> {
    if (route.answers !== 'events') {
      const { status, body } = await stage.server.call(route.method, addressOf(route, { id: newId() }), how);
      // A file has no code.
      return { status, code: body?.code };
    }
    const left = new AbortController();
    const answer = await fetch(stage.server.url + route.path, {
      headers: { [keyHeaders[route.surface] ?? '']: how.key ?? '' },
      signal: left.signal,
    });
    const code = answer.ok ? null : ((await answer.json()) as { readonly code: string }).code;
    left.abort();
    return { status: answer.status, code };
  }

  test('every call of theirs says who may make it', () => {
    expect(ofStaff.map(([name]) => name).sort()).toEqual(Object.keys(mayCall).sort());
  });

  test.each(ofStaff)('%s is refused to every other role, before its input is looked at', async (name, route) => {
    const roles = Object.keys(route.surface === 'organization' ? organizationRoles : operatorRoles) as StaffRole[];
    for (const role of roles) {
      const how = { surface: route.surface, key: keyOf.get(role), ...(route.body ? { body: {} } : {}) };
      const { status, code } = await codeOf(route, how);
      const isRefused = status === 403 && code === 'permissionMissing';
      expect([role, isRefused]).toEqual([role, !mayCall[name]?.includes(role)]);
    }
  });

  test('one’s own session needs none, and a refusal names what is missing', async () => {
    const finance = { key: keyOf.get('finance'), surface: 'organization' } as const;
    expect((await stage.server.call('GET', '/admin/bots', finance)).body).toMatchObject({
      code: 'permissionMissing',
      facts: { permission: 'read' },
    });
    expect((await stage.server.call('DELETE', '/admin/organizations/session', finance)).status).toBe(200);
  });
});

const aPlan = [{ field: 'userPlanId', code: 'userPlanNotFound' }] as const;
const aPurchase = [{ field: 'paypalSubscriptionId', code: 'checkoutNotFound' }] as const;
const aBot = [{ field: 'botId', code: 'botNotFound' }] as const;
const anAccount = [{ field: 'exchangeAccountId', code: 'exchangeAccountNotFound' }] as const;
const anExchange = [{ field: 'exchangeId', code: 'exchangeNotFound' }] as const;
const anOrganization = [{ field: 'organization', code: 'organizationNotFound' }] as const;
/**
 * Every id that an input asks for, and what a call answers where it is nobody's, or another's. By hand: who adds a field
 * that is an id says here what it answers.
 */
const idsInInput: Readonly<Record<string, readonly { readonly field: string; readonly code: string }[]>> = {
  checkApiKeyByBody: [...aBot, ...anAccount],
  checkApiKeyPrivilegeByBody: [...aBot, ...anAccount],
  getBalancesByBody: [...aBot, ...anAccount],
  getSuggestedBalance: [...aBot, ...anAccount],
  getSuggestedBalanceByBody: [...aBot, ...anAccount],
  getTradingFees: [...aBot, ...anAccount],
  createBot: [...anExchange, ...anAccount],
  updateBot: [...anExchange, ...anAccount],
  connectExchange: anExchange,
  validateAutoRebalanceConfig: [{ field: 'config.exchangeId', code: 'exchangeNotFound' }],
  createUser: anOrganization,
  verifyUser: anOrganization,
  resendVerification: anOrganization,
  resetPassword: anOrganization,
  signIn: anOrganization,
  askForPasskey: anOrganization,
  signInAdministrator: anOrganization,
  listRebalancesOfBot: aBot,
  listRebalancesOfPlatformBot: aBot,
  inviteUser: [{ field: 'planId', code: 'userPlanNotFound' }],
  askForAdministratorPasskey: anOrganization,
  resetAdministratorPassword: anOrganization,
  getCheckoutTerms: aPlan,
  startCheckout: aPlan,
  subscribe: [...aPlan, ...aPurchase],
  renewSubscription: [...aPlan, ...aPurchase],
  changeSubscription: [...aPlan, ...aPurchase],
};
const idsTried = Object.entries(idsInInput).flatMap(([name, all]) => all.map(({ field, code }) => ({ name, field, code })));
const coursesInInput = ['createBot', 'updateBot'];
/** Those that leave out what is not the caller's. */
const filters = ['listRebalances', 'listOwnRecords', 'getRecordTotals', 'downloadRecords', 'downloadTaxRecords'];
/** Those of operators that leave out what is not the organization's that is named. */
const filtersOfOperators = [
  'listPlatformUsers',
  'countPlatformUsers',
  'listPlatformBots',
  'countPlatformBots',
  'listPlatformAudit',
  'countPlatformAudit',
  'downloadPlatformAudit',
];

describe('with an id in its input that is not there, or not the caller’s', () => {
  test('every such field is among those that are tried', () => {
    const fields = routes.flatMap(([name, route]) =>
      [...Object.keys(route.query?.shape ?? {}), ...Object.keys(route.body?.shape ?? {})].flatMap((field) =>
        /(?:Id|^organization)$/.test(field) ? [`${name} ${field}`] : [],
      ),
    );
    const tried = [
      ...idsTried.map(({ name, field }) => `${name} ${field}`),
      ...coursesInInput.map((name) => `${name} botCourseId`),
      ...filters.map((name) => `${name} botId`),
      ...filtersOfOperators.map((name) => `${name} organization`),
      // What PayPal calls an account there; nothing here has it as its id.
      'setPaypalAccount clientId',
      // Nor what an exchange's adapter is called.
      'createPlatformExchange ccxtId',
      'updatePlatformExchange ccxtId',
      // It is looked for in the virtual account that is named beside it.
      'cancelVirtualOrder orderId',
      // Among whose bots it looks: one that is not there has none.
      'listConsistencies organizationId',
      'fixConsistencies organizationId',
    ];
    expect(fields.filter((one) => !tried.includes(one))).toEqual([]);
  });

  const callWith = (name: string, [field, inside]: readonly (string | undefined)[], value: string, key?: string) => {
    const route = allRoutes[name as keyof typeof allRoutes] as Route;
    const own = stage.validBody[name] ?? {};
    const given = inside === undefined ? value : { ...Object(own[field ?? '']), [inside]: value };
    const how = { ...stage.keyFor(route), ...(key !== undefined && { key }) };
    return route.body
      ? stage.server.call(route.method, addressOf(route, stage.ownIds(route)), { ...how, body: { ...own, [field ?? '']: given } })
      : stage.server.call(route.method, addressOf(route, stage.ownIds(route), { [field ?? '']: value }), how);
  };

  test.each(idsTried)('$name answers 404 for its $field', async ({ name, field, code }) => {
    const path = field.split('.');
    const own = stage.ids[field as keyof typeof stage.ids];
    const isOwned = field === 'botId' || (field === 'exchangeAccountId' && name !== 'updateBot');
    const { surface } = allRoutes[name as keyof typeof allRoutes] as Route;
    // To an operator nothing is another's.
    const others = {
      user: [stage.neighbour.key, stage.stranger.key],
      organization: [stage.strangeAdministrator],
      operator: [],
      public: [],
    }[surface];
    for (const key of isOwned ? others : []) expect((await callWith(name, path, own, key)).body.code, 'another’s').toBe(code);
    const answer = await callWith(name, path, newId());
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });

  test.each(filters)('%s finds nothing', async (name) => {
    for (const [id, key] of [
      [newId(), stage.owner.key],
      [stage.botId, stage.neighbour.key],
      [stage.botId, stage.stranger.key],
    ] as const) {
      const { status, body, text } = await callWith(name, ['botId'], id, key);
      const found = body ? (body.count ?? body.length) : text.trim().split('\r\n').length - 1;
      expect([status, found]).toEqual([200, 0]);
    }
  });

  test.each(filtersOfOperators)('%s finds nothing of an organization that is not there', async (name) => {
    const { status, body, text } = await callWith(name, ['organization'], newId());
    const found = body ? (body.count ?? body.length) : text.trim().split('\r\n').length - 1;
    expect([status, found]).toEqual([200, 0]);
  });

  test.each(coursesInInput)('%s answers 404 for a course of another organization', async (name) => {
    const { botCourses } = stage.server.database.forOrganization(stage.server.kohaku.id);
    const [theirs] = await botCourses.list();
    for (const id of [newId(), theirs?.id ?? '']) {
      const answer = await callWith(name, ['botCourseId'], id);
      expect([answer.status, answer.body.code]).toEqual([404, 'courseNotFound']);
    }
  });
});

test('none of it was a fault of ours', () => {
  expect(stage.server.log.filter((line) => line.includes('"http.failed"'))).toEqual([]);
});
