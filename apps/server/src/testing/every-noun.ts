import { randomBytes } from 'node:crypto';
import {
  type Organization,
  type OrganizationDatabase,
  pushSubscriptionIdentity,
  type Sealed,
  type SealedPushSubscription,
} from '@tenbin/db';
import { billFacts, newBroadcast, newId, newPayment, newSubscription, planTerms, testVault } from '@tenbin/testkit';
import { hashToken, makeToken } from '../passwords/secret-token.ts';
import { pairs } from './right-query.ts';
import type { TestServer, TestUser } from './start-test-server.ts';

/** What `{id}` is the id of, by what stands before it in a path. */
const nouns = {
  '/api/bots': 'botId',
  '/api/exchanges': 'exchangeId',
  '/api/exchange-accounts': 'exchangeAccountId',
  '/api/organizations': 'organization',
  '/api/users/self/sessions': 'sessionId',
  '/api/users/self/passkeys': 'passkeyId',
  '/api/users/self/pushes/browsers': 'browserId',
  '/admin/administrators': 'administratorId',
  '/admin/administrators/self/sessions': 'administratorSessionId',
  '/admin/administrators/self/passkeys': 'administratorPasskeyId',
  '/admin/bots': 'botId',
  '/admin/emails': 'emailId',
  '/admin/organizations/self/bills': 'billId',
  '/admin/saved-filters': 'savedFilterId',
  '/admin/stops': 'stopId',
  '/admin/user-acts': 'userActId',
  '/admin/user-plan-subscribers': 'userPlanId',
  '/admin/user-plan-versions': 'userPlanId',
  '/admin/user-plans': 'userPlanId',
  '/admin/users': 'userId',
  '/ango-ya/bills': 'billId',
  '/ango-ya/bots': 'botId',
  '/ango-ya/exchanges': 'exchangeId',
  '/ango-ya/features': 'featureId',
  '/ango-ya/operators': 'operatorId',
  '/ango-ya/operators/self/sessions': 'operatorSessionId',
  '/ango-ya/operators/self/passkeys': 'operatorPasskeyId',
  '/ango-ya/options': 'optionId',
  '/ango-ya/organization-plans': 'organizationPlanId',
  '/ango-ya/organizations': 'organization',
  '/ango-ya/stops': 'stopId',
  '/ango-ya/users': 'userId',
  '/ango-ya/virtual-accounts': 'virtualAccountId',
  '/ango-ya/virtual-accounts/movements': 'movementId',
} as const;
export type Noun = (typeof nouns)[keyof typeof nouns];
export type NounIds = Readonly<Record<Noun, string>>;

/** What the `{id}` of a path is the id of. Whoever adds a path says it above, and makes a row of it below. */
function nounOf(path: string): Noun {
  const noun = new Map<string, Noun>(Object.entries(nouns)).get(path.slice(0, path.indexOf('/{')));
  if (!noun) throw new Error(`nothing says what the id in ${path} is of`);
  return noun;
}

/** The ids that a path asks for, by their names in it. */
export function idsOfPath(path: string, ids: NounIds): Record<string, string> {
  const others: Readonly<Record<string, string>> = { ...ids, organizationId: ids.organization, index: '0', num: '1' };
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
      const id = name === 'id' ? ids[nounOf(path)] : others[name];
      if (id === undefined) throw new Error(`nothing says what ${name} in ${path} is`);
      return [name, id];
    }),
  );
}

/** One row of each noun, of one organization or, where they are the platform's, beside it; and whose they are. */
export interface EveryNoun {
  readonly organization: Organization;
  readonly owner: TestUser;
  readonly ids: NounIds;
  /** What of theirs is no id: names, addresses, codes, keys. */
  readonly texts: readonly string[];
  /** Named by other calls than the organization's own. */
  readonly botCourseId: string;
  readonly paypalSubscriptionId: string;
  readonly campaignCode: string;
}

/** @param operator - the key of one */
export async function makeEveryNoun(server: TestServer, organization: Organization, operator: string): Promise<EveryNoun> {
  const { database, clock } = server;
  const { platform } = database;
  const own = database.forOrganization(organization.id);
  const at = clock.now();
  const named = (noun: string) => `${organization.slug}’s own ${noun}`;
  const email = (noun: string) => `${noun}-of-${organization.slug}-${newId()}@example.jp`;

  const owner = await server.makeUser(organization);
  const keys = server.venue.createAccount();
  const botName = `Own-${organization.slug}`;
  const bot = { name: botName, exchangeId: server.exchange.id, apiKey: keys.key, secret: keys.secret, pairs, delta: 0.01 };
  const made = await server.call('POST', '/api/bots', { key: owner.key, body: bot });
  const botId: string = made.body.bot._id;
  const stopId = await own.stops.ask({ scope: 'bot', botId }, { by: owner.id, at });
  const { exchangeAccountId } = await own.bots.require(owner.id, botId);
  const [session] = await platform.sessions.listOf({ surface: 'user', subjectId: owner.id });
  const browser = await addBrowser(own, { userId: owner.id, sessionId: session?.id ?? '', at });
  // Nobody has to sign in with these: they are of holders of their own.
  const holder = await own.users.create({ email: email('holder'), passwordHash: 'no hash', verifiedAt: at });

  const role = 'support';
  const administrator = await own.administrators.create({ email: email('administrator'), passwordHash: 'no hash', role });
  const operatorRow = await platform.operators.create({ email: email('operator'), passwordHash: 'no hash', role: 'observer' });
  const openSession = async (surface: 'organization' | 'operator', subjectId: string) =>
    platform.sessions.create({
      surface,
      organizationId: surface === 'operator' ? null : organization.id,
      subjectId,
      keyHash: hashToken(makeToken()),
      at,
      expiresAt: new Date(at.getTime() + 86_400_000),
    });

  const campaignCode = `OWN${organization.slug.toUpperCase()}`;
  const terms = planTerms({ name: named('plan'), campaign: { code: campaignCode, expiresAt: null, affiliateOnly: false } });
  const plan = await own.userPlans.create(terms, at);
  const paypalSubscriptionId = `I-${newId()}`;
  const subscription = newSubscription({ userId: owner.id, plan, paypalSubscriptionId });
  await own.subscriptions.create(subscription, null);
  await own.payments.record([
    newPayment({ userId: owner.id, subscriptionId: subscription.id, paypalSubscriptionId, planName: named('plan') }),
  ]);
  const subject = { ja: named('mail'), en: named('mail') };
  const mail = await own.broadcasts.create(newBroadcast({ subject, createdBy: administrator.id, at }));
  const filter = { list: 'users', name: named('filter'), search: {}, isShared: true, by: administrator.id } as const;
  const { saved } = await own.savedFilters.save(filter, { replaces: false, at });
  const asked = { act: 'stop', reason: named('reason'), by: administrator.id, role, sessionId: null, at } as const;
  const act = await own.bulkActs.ask(asked, { ids: [owner.id] });
  const draft = await platform.bills.draft(organization.id, billFacts());
  const issuer = { name: 'Tenbin', address: 'Tokyo', registrationNumber: 'T1234567890123' };
  const bill = await platform.bills.issue(organization.id, draft.id, { at, issuer, recipient: named('bill') });

  const [[offered], [feature], [option], [course]] = await Promise.all([
    platform.offer.listPlans(),
    platform.offer.listFeatures(),
    platform.offer.listOptions(),
    own.botCourses.list(),
  ]);
  if (!session || !offered || !feature || !option || !course) throw new Error('a row that is there from the beginning is not');
  const virtual = await makeVirtualAccount(server, named('account'), operator);
  return {
    organization,
    owner,
    ids: {
      botId,
      exchangeId: server.exchange.id,
      exchangeAccountId,
      sessionId: session.id,
      passkeyId: await addPasskey(own, holder.id, named('passkey'), at),
      browserId: browser,
      administratorId: administrator.id,
      administratorSessionId: (await openSession('organization', administrator.id)).id,
      administratorPasskeyId: await addPasskey(own, administrator.id, named('passkey'), at),
      emailId: mail.id,
      billId: bill.id,
      savedFilterId: saved.id,
      stopId,
      userActId: act.id,
      userPlanId: plan.id,
      userId: owner.id,
      featureId: feature.id,
      operatorId: operatorRow.id,
      operatorSessionId: (await openSession('operator', operatorRow.id)).id,
      operatorPasskeyId: await addPasskey(platform.own, operatorRow.id, named('passkey'), at),
      optionId: option.id,
      organizationPlanId: offered.id,
      organization: organization.id,
      ...virtual,
    },
    texts: [
      ...['plan', 'passkey', 'mail', 'filter', 'reason', 'bill', 'account'].map(named),
      ...[owner.email, holder.email, administrator.email, operatorRow.email],
      ...[botName, keys.key, keys.secret, campaignCode, paypalSubscriptionId],
    ],
    botCourseId: course.id,
    paypalSubscriptionId,
    campaignCode,
  };
}

async function addPasskey(own: OrganizationDatabase, holderId: string, name: string, at: Date): Promise<string> {
  const id = newId();
  await own.factors.addPasskey({
    id,
    holderId,
    name,
    credentialId: randomBytes(16).toString('base64url'),
    publicKey: new Uint8Array(32),
    transports: [],
    relyingParty: 'localhost',
    counter: 0,
    askedAt: at,
    createdAt: at,
  });
  return id;
}

async function addBrowser(
  own: OrganizationDatabase,
  { userId, sessionId, at }: { readonly userId: string; readonly sessionId: string; readonly at: Date },
): Promise<string> {
  const id = newId();
  const told: SealedPushSubscription = { endpoint: `https://push.example/${id}`, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  const sealed: Sealed = testVault.seal(JSON.stringify(told), pushSubscriptionIdentity(own.organizationId, id));
  await own.pushes.subscribe({ id, userId, sessionId, sealed, agent: null, createdAt: at, endpointHash: hashToken(told.endpoint) });
  return id;
}

/** One of the platform's, with something in it. The first of an exchange takes the key. */
async function makeVirtualAccount(server: TestServer, name: string, operator: string) {
  const operate = async (method: string, path: string, body?: Readonly<Record<string, unknown>>) => {
    const answer = await server.call(method, `/ango-ya/virtual-accounts${path}`, { key: operator, surface: 'operator', body });
    if (answer.status >= 400) throw new Error(answer.text);
    return answer.body;
  };
  const exchangeName = server.exchange.name;
  const isFirst = (await operate('GET', '')).length === 0;
  const credentials = isFirst ? await server.venue.trial.createAccount({ balances: { USDT: '100000', BTC: '5', ETH: '50' } }) : undefined;
  const account = await operate('POST', '/create', { exchangeName, name, ...(credentials && { credentials }) });
  await operate('PUT', '/increase-balance', { exchangeName, name, currency: 'USDT', amount: '100', reason: 'A test' });
  const [movement] = await operate('GET', `/movements?${new URLSearchParams({ exchangeName, name })}`);
  return { virtualAccountId: String(account._id), movementId: String(movement.number ?? movement._id) };
}
