/**
 * Nobody reaches what is another's: every call of the contract, by every kind of caller who has no right to it, with one
 * real id of each noun in the path, the query and the body, first of one organization and then of the other. Nothing of
 * its owner's may be in an answer, and nothing of it may change.
 */
import { mayDo, type OperatorRole, type OrganizationRole, operatorRoles, organizationRoles } from '@tenbin/accounts';
import { keyHeaders, type Route, type Surface } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { type Organization, platformOrganizationId } from '@tenbin/db';
import { newId, openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hashToken, makeToken } from './passwords/secret-token.ts';
import { type EveryNoun, idsOfPath, makeEveryNoun, type Noun } from './testing/every-noun.ts';
import { rightBodies } from './testing/right-bodies.ts';
import { pairs, rightQuery } from './testing/right-query.ts';
import { type GivenValue, rightValue } from './testing/right-value.ts';
import { goodPassword, startTestServer, type TestServer, type TestUser } from './testing/start-test-server.ts';

const hour = 3_600_000;
const keyed = Object.entries(allRoutes).filter(([, { surface }]) => surface !== 'public');
const withEvents = keyed.filter(([, { answers }]) => answers === 'events');
const withoutEvents = keyed.filter(([, { answers }]) => answers !== 'events');
/** What a caller may do to their own session would end the tries. */
const isSignOut = ({ path, method }: Route): boolean => method === 'DELETE' && path.endsWith('/session');

/** A caller who has no right to what is tried. */
interface Stranger {
  readonly key: string;
  /** The surface that their key is good for; null: none at all. */
  readonly of: Surface | null;
  /** Of those who manage an organization or the platform. */
  readonly role: OrganizationRole | OperatorRole | null;
  /** Manages what is tried: tries only what the role does not include. */
  readonly isOwn: boolean;
}

let server: TestServer;
let rows: Client;
let operator: string;
/** Of an exchange account that is nobody's yet. */
let ownCredentials: { readonly key: string; readonly secret: string };
const organizations: Record<'tenbin' | 'kohaku', EveryNoun | null> = { tenbin: null, kohaku: null };
let tried = 0;
let leaked = 0;
let caught = 0;
const kindsOfCaller = new Set<string>();

const made = (slug: 'tenbin' | 'kohaku'): EveryNoun => {
  const found = organizations[slug];
  if (!found) throw new Error(`nothing was made for ${slug}`);
  return found;
};

beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened });
  rows = new Client({ connectionString: opened.options.databaseUrl });
  await rows.connect();
  operator = await server.makeOperator();
  ownCredentials = server.venue.createAccount();
  for (const organization of [server.tenbin, server.kohaku])
    organizations[organization.slug as 'tenbin' | 'kohaku'] = await makeEveryNoun(server, organization, operator);
});
afterAll(async () => {
  await rows.end();
  await server.close();
  const roles = Object.keys(organizationRoles).length + Object.keys(operatorRoles).length;
  process.stdout.write(
    `isolation: ${keyed.length} calls × ${kindsOfCaller.size} kinds of caller, ${roles} roles among them, × 2 organizations: ` +
      `${tried} tries, ${leaked} leaks\n`,
  );
});

/** Opens a session of any age. @returns its key */
async function openSession(
  { id: subjectId, organizationId }: Pick<TestUser, 'id' | 'organizationId'>,
  { usedAgo = 0, endsIn = hour } = {},
): Promise<string> {
  const key = makeToken();
  const now = server.clock.now().getTime();
  const times = { at: new Date(now - usedAgo), expiresAt: new Date(now + endsIn) };
  await server.database.platform.sessions.create({ surface: 'user', organizationId, subjectId, keyHash: hashToken(key), ...times });
  return key;
}

const roleNames = Object.keys(organizationRoles) as OrganizationRole[];

/** Whoever has no right to what `victim` has; `neighbour` is of the same organization. */
async function makeStrangers(victim: EveryNoun, other: EveryNoun, neighbour: TestUser): Promise<Record<string, Stranger>> {
  const { organization, owner } = victim;
  const [banned, leaver] = [await server.makeUser(organization), await server.makeUser(organization)];
  const administrator = await server.makeAdministrator(organization);
  await server.call('PUT', `/admin/users/${banned.id}/ban`, { key: administrator, surface: 'organization' });
  await server.call('DELETE', '/api/users/session', { key: leaver.key });
  const nobody = (key: string): Stranger => ({ key, of: null, role: null, isOwn: false });
  const manager = async (of: Organization, role: OrganizationRole): Promise<Stranger> => ({
    key: await server.makeAdministrator(of, role),
    of: 'organization',
    role,
    isOwn: of.id === organization.id,
  });
  const strangers: Record<string, Stranger> = {
    nobody: nobody(''),
    'a made-up key': nobody(makeToken()),
    'the owner, with a session that is over': nobody(await openSession(owner, { endsIn: -1 })),
    'the owner, with a session that grew idle': nobody(await openSession(owner, { usedAgo: 13 * hour })),
    'somebody who signed out': nobody(leaver.key),
    'a suspended user': nobody(banned.key),
    'a user of the same organization': { key: neighbour.key, of: 'user', role: null, isOwn: false },
    'a user of another organization': { key: other.owner.key, of: 'user', role: null, isOwn: false },
    'an operator': { key: operator, of: 'operator', role: 'operator', isOwn: true },
    'an observer of the platform': { key: await server.makeOperator('observer'), of: 'operator', role: 'observer', isOwn: true },
    // At the users' own surface: at any other their key is as good as none.
    'the owner': { key: owner.key, of: 'user', role: null, isOwn: true },
  };
  for (const role of roleNames) {
    strangers[`the ${role} of another organization`] = await manager(other.organization, role);
    strangers[`the ${role} of the same organization`] = await manager(organization, role);
  }
  for (const kind of Object.keys(strangers)) kindsOfCaller.add(kind);
  return strangers;
}

/** Rows that say what a stranger tried, or that a timer works out anew from the others. */
const changing = ['audit', 'answered_calls', 'sessions', 'user_standings'];

/** Every row of an organization and of the platform, by table, but for what is another user's of the same organization. */
async function storedState(organizationId: string, other: TestUser): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await tablesWithOwner();
  const { rows: found } = await rows.query<{ name: string; id: string | null; row: string }>(
    tables
      .map(
        (name) =>
          `select '${name}' as name, to_jsonb(t) ->> 'id' as id, to_jsonb(t)::text as row from "${name}" t ` +
          `where organization_id in ('${organizationId}', '${platformOrganizationId}')`,
      )
      .concat(`select 'organizations', id::text, to_jsonb(t)::text from organizations t where id = '${organizationId}'`)
      .join(' union all '),
  );
  // What is theirs names them, or something that is.
  const theirs = new Set([other.id, other.email]);
  const isTheirs = ({ row }: { readonly row: string }) => [...theirs].some((id) => row.includes(id));
  for (let before = 0; before < theirs.size; ) {
    before = theirs.size;
    for (const { id } of found.filter(isTheirs)) if (id !== null) theirs.add(id);
  }
  return Object.fromEntries(tables.concat('organizations').map((name) => [name, rowsOf(name)]));

  function rowsOf(name: string): string[] {
    return found
      .filter((one) => one.name === name && !isTheirs(one))
      .map(({ row }) => row)
      .sort();
  }
}

let tables: string[] | null = null;
async function tablesWithOwner(): Promise<string[]> {
  tables ??= (
    await rows.query<{ table_name: string }>(
      `select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE' order by 1`,
    )
  ).rows
    .map(({ table_name }) => table_name)
    .filter((name) => !changing.some((one) => name.startsWith(one)));
  return tables;
}

/** By field of an input: which id stands there, or which ids. */
const idsByField: Readonly<Record<string, Noun | readonly [Noun]>> = {
  botId: 'botId',
  botIds: ['botId'],
  corrects: 'billId',
  exchange: 'exchangeId',
  exchangeAccountId: 'exchangeAccountId',
  exchangeId: 'exchangeId',
  exchanges: ['exchangeId'],
  id: 'userId',
  ids: ['userId'],
  organization: 'organization',
  organizationId: 'organization',
  plan: 'userPlanId',
  planId: 'userPlanId',
  referrer: 'userId',
  selectableExchanges: ['exchangeId'],
  user: 'userId',
  userIds: ['userId'],
  userPlanId: 'userPlanId',
};

const isIdOnly = (schema: z.core.$ZodType): boolean =>
  z.safeParse(schema, newId()).success && ['a', 'hinoki', 'BTC/USDT', 1].every((other) => !z.safeParse(schema, other).success);

const isList = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' || ('innerType' in def && isList(def.innerType));
};

/** Beside those: what else names something that is somebody's. */
const named = ['botCourseId', 'paypalSubscriptionId', 'campaignCode'] as const;

/** What stands in the fields of an input that name something: whose ids these are. */
const valuesOf =
  (whose: EveryNoun): GivenValue =>
  (field, schema) => {
    const noun = idsByField[field];
    const values: unknown[] = noun === undefined ? [] : typeof noun === 'string' ? [whose.ids[noun]] : [noun.map((one) => whose.ids[one])];
    values.push(named.includes(field as (typeof named)[number]) ? whose[field as (typeof named)[number]] : undefined);
    values.push(
      isList(schema) && field === 'pairs' ? pairs : undefined,
      rightQuery[field],
      field === 'balance' ? { USDT: '18000' } : undefined,
    );
    return values.find((value) => value !== undefined && z.safeParse(schema, value).success);
  };

/** Whether a field, or something inside it, names something that is somebody's. */
function namesSomething(field: string, schema: z.core.$ZodType): boolean {
  if (idsByField[field] !== undefined || named.includes(field as (typeof named)[number])) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape).some(([inner, part]) => namesSomething(inner, part));
  return 'innerType' in def && namesSomething('', def.innerType);
}

/** Throws where a field takes an id and nothing else, and nothing says what it is of. */
const requireKnownIds: GivenValue = (field, schema) => {
  if (isIdOnly(schema) && idsByField[field] === undefined && field !== 'botCourseId')
    throw new Error(`nothing says what the id in the field ${field} is of`);
  return undefined;
};

interface Try {
  readonly path: string;
  readonly body: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Right input that names things of `whose`: all that it can name at once, and each of them alone. */
function inputsOf(shape: z.core.$ZodShape, right: Values, whose: EveryNoun): Values[] {
  const given = valuesOf(whose);
  const naming = Object.entries(shape).filter(([field, schema]) => namesSomething(field, schema));
  const isNeeded = (field: string) => !z.safeParse(shape[field] as z.core.$ZodType, undefined).success;
  const base = Object.fromEntries(Object.entries(right).filter(([field]) => isNeeded(field) || !naming.some(([name]) => name === field)));
  const values = naming.map(([field, schema]) => [field, given(field, schema) ?? rightValue(schema, given)] as const);
  const needed = Object.fromEntries(values.filter(([field]) => isNeeded(field)));
  const alone = values.filter(([field]) => !isNeeded(field)).map(([field, value]) => ({ ...base, ...needed, [field]: value }));
  return [{ ...base, ...Object.fromEntries(values) }, ...alone, { ...base, ...needed }];
}

/** The ways in which a call can carry another's ids: all of them, and each part with the caller's own in the others. */
function triesOf(name: string, route: Route, victim: EveryNoun, own: EveryNoun): Try[] {
  const bodies = rightBodies({
    exchangeId: server.exchange.id,
    credentials: ownCredentials,
    userPlanId: own.ids.userPlanId,
    userId: own.ids.userId,
  });
  const queryShape = route.query?.shape ?? {};
  // What a list could also be narrowed by would only hide what it shows.
  const query = Object.fromEntries(
    Object.entries(queryShape).flatMap(([field, schema]) =>
      z.safeParse(schema, undefined).success ? [] : [[field, valuesOf(own)(field, schema) ?? rightValue(schema)]],
    ),
  );
  const body = route.body && { ...(bodies[name] ?? (rightValue(route.body, valuesOf(own)) as Values)) };
  // What is somebody's by its id is reached only by who knows their own password.
  if (body && route.path.includes('{') && 'password' in body) body.password = goodPassword;
  const triesWith = (inPath: (name: string) => EveryNoun, inInput: EveryNoun): Try[] => {
    const path = route.path.replace(/\{(\w+)\}/g, (_, part: string) => idsOfPath(route.path, inPath(part).ids)[part] ?? '');
    const paths = inputsOf(queryShape, query, inInput).map((values) => {
      const text = new URLSearchParams(Object.entries(values).map(([field, value]): [string, string] => [field, String(value)])).toString();
      return text === '' ? path : `${path}?${text}`;
    });
    const sent = route.body && body ? inputsOf(route.body.shape, body, inInput) : [undefined];
    return paths.flatMap((one) => sent.map((inside) => ({ path: one, body: inside })));
  };
  const parts = Object.keys(route.params?.shape ?? {});
  const all = [
    ...triesWith(() => victim, victim),
    ...triesWith(() => victim, own),
    ...triesWith(() => own, victim),
    ...(parts.length < 2 ? [] : parts.flatMap((part) => triesWith((one) => (one === part ? victim : own), own))),
  ];
  // With nothing of the victim's in it a call is the caller's to make, and would be made once more for each.
  const seen = new Set(triesWith(() => own, own).map((one) => JSON.stringify(one)));
  const different = all.filter((one) => {
    const text = JSON.stringify(one);
    return !seen.has(text) && seen.add(text);
  });
  return different.length > 0 ? different : all.slice(0, 1);
}

/** What of the victim's an answer says, but for what the caller said themselves. */
function leaksIn(text: string, said: string, { ids, texts }: EveryNoun, other: EveryNoun): string[] {
  const shared: readonly string[] = Object.values(other.ids);
  return [...Object.values(ids).filter((id) => !shared.includes(id) && id.length > 8), ...texts].filter(
    (marker) => text.includes(marker) && !said.includes(marker),
  );
}

describe.each([
  ['tenbin', 'kohaku'],
  ['kohaku', 'tenbin'],
] as const)('what is of %s', (slug, otherSlug) => {
  let victim: EveryNoun;
  let other: EveryNoun;
  let neighbour: TestUser;
  /** As the neighbour’s own: beside a bot of theirs, nothing that a user has. */
  let ofNeighbour: EveryNoun;
  let strangers: Record<string, Stranger>;
  let before: Awaited<ReturnType<typeof storedState>>;

  beforeAll(async () => {
    [victim, other] = [made(slug), made(otherSlug)];
    neighbour = await server.makeUser(victim.organization);
    strangers = await makeStrangers(victim, other, neighbour);
    const account = server.venue.createAccount();
    const bot = { name: 'Neighbour', exchangeId: server.exchange.id, apiKey: account.key, secret: account.secret, pairs, delta: 0.01 };
    const { body } = await server.call('POST', '/api/bots', { key: neighbour.key, body: bot });
    ofNeighbour = { ...other, ids: { ...other.ids, botId: body.bot._id, userId: neighbour.id } };
    await server.call('PUT', `/api/bots/${victim.ids.botId}/start`, { key: victim.owner.key });
    // An organization's key to push with is made when the first of its users asks for it.
    await server.call('GET', '/api/users/self/pushes', { key: neighbour.key });
    before = await storedState(victim.organization.id, neighbour);
  });

  /** What a caller may try of a call; null: it is theirs to make. */
  function expectedOf({ of, role, isOwn }: Stranger, route: Route): { readonly status?: number } | null {
    if (of !== route.surface) return { status: 401 };
    if (isSignOut(route)) return null;
    if (!isOwn) return {};
    return role !== null && route.needs !== null && !mayDo(role, route.needs) ? { status: 403 } : null;
  }

  /** @returns what the answer says of the victim's */
  async function leaksOf(
    kind: string,
    { key }: Stranger,
    route: Route,
    { path, body }: Try,
    right: number | undefined,
  ): Promise<unknown[]> {
    tried += 1;
    const { status, text } = await server.call(route.method, path, { key, surface: route.surface, body });
    const context = { kind, path, body, status, text };
    if (right !== undefined) expect(status, JSON.stringify(context)).toBe(right);
    expect(status, JSON.stringify(context)).toBeLessThan(500);
    // What the caller said may be repeated to them, and whose user they are; the log of what they did has what they tried.
    const known = [path, body, key === neighbour.key && victim.organization.id, isLog(route) && [victim.ids, victim.texts]];
    return leaksIn(text, JSON.stringify(known), victim, other).map((leak) => ({ leak, ...context }));
  }
  const isLog = ({ path }: Route): boolean => path.startsWith('/admin/audit');

  /** @returns the leaks of all its tries */
  async function tryAll(kind: string, stranger: Stranger, name: string, route: Route): Promise<unknown[]> {
    const expected = expectedOf(stranger, route);
    const all = expected ? triesOf(name, route, victim, stranger.key === neighbour.key ? ofNeighbour : other) : [];
    const leaks: unknown[] = [];
    // Who is refused at the door is not asked what they want.
    for (const one of expected?.status ? all.slice(0, 1) : all)
      leaks.push(...(await leaksOf(kind, stranger, route, one, expected?.status)));
    return leaks;
  }

  test.each(withoutEvents)('%s', async (name, route) => {
    for (const schema of [route.query, route.body]) if (schema) rightValue(schema, requireKnownIds);
    const leaks: unknown[] = [];
    for (const [kind, stranger] of Object.entries(strangers)) leaks.push(...(await tryAll(kind, stranger, name, route)));
    leaked += leaks.length;
    expect(leaks).toEqual([]);
    const after = await storedState(victim.organization.id, neighbour);
    const changed = Object.keys(after).filter((table) => after[table]?.join() !== before[table]?.join());
    const was = before;
    before = after;
    for (const table of changed) expect(after[table], table).toEqual(was[table]);
  });

  test.each(withEvents)('%s tells a stranger nothing of what happens', async (_name, route) => {
    for (const [kind, stranger] of Object.entries(strangers)) {
      const expected = expectedOf(stranger, route);
      if (!expected) continue;
      tried += 1;
      const leaks = expected.status === undefined ? await eventsOf(stranger, route) : await refusedEvents(stranger, route, expected.status);
      leaked += leaks.length;
      expect(leaks, kind).toEqual([]);
    }
  });

  const askForEvents = (route: Route, key: string) =>
    fetch(server.url + route.path, { headers: { [keyHeaders[route.surface] ?? '']: key } });

  async function refusedEvents({ key }: Stranger, route: Route, status: number): Promise<string[]> {
    const answer = await askForEvents(route, key);
    expect(answer.status).toBe(status);
    return leaksIn(await answer.text(), '', victim, other);
  }

  /** What is told while the victim's bot is stopped and started; in a session of its own, which is ended to end the stream. */
  async function eventsOf(stranger: Stranger, route: Route): Promise<string[]> {
    const { role } = stranger;
    const own = await sessionLike(stranger);
    const answer = await askForEvents(route, own);
    const may = role === null || route.needs === null || mayDo(role, route.needs);
    expect(answer.status).toBe(may ? 200 : 403);
    if (!answer.ok) return [];
    const { key } = victim.owner;
    for (const action of ['stop', 'start']) await server.call('PUT', `/api/bots/${victim.ids.botId}/${action}`, { key });
    const session = route.surface === 'user' ? '/api/users/session' : '/admin/organizations/session';
    await server.call('DELETE', session, { key: own, surface: route.surface });
    return leaksIn(await answer.text(), '', victim, other);
  }

  /** Another session of the same user, or of an administrator of the same kind. */
  async function sessionLike({ key, of, role }: Stranger): Promise<string> {
    if (of === 'organization') return server.makeAdministrator(other.organization, role as OrganizationRole);
    const { _id: id, organization: organizationId } = (await server.call('GET', '/api/users/self', { key })).body;
    return openSession({ id, organizationId });
  }

  test('all of that was tried with keys that open what is their own', async () => {
    for (const [kind, { key, of, role }] of Object.entries(strangers)) {
      if (of === null || of === 'public') continue;
      const own = { user: '/api/users/self', organization: '/admin/administrators/self', operator: '/ango-ya/operators/self' }[of];
      expect((await server.call('GET', own, { key, surface: of })).status, `${kind} ${role}`).toBe(200);
    }
  });

  /** Where whoever may see it finds a row of each noun. What is shown by what it is called has another marker than its id. */
  const shownAt: Readonly<Record<Noun, string>> = {
    botId: '/api/bots',
    exchangeId: '/api/organizations/self/exchanges',
    exchangeAccountId: '/api/exchange-accounts',
    sessionId: '/api/users/self/sessions',
    passkeyId: '',
    browserId: '/api/users/self/pushes',
    administratorId: '/admin/administrators',
    administratorSessionId: '',
    administratorPasskeyId: '',
    emailId: '/admin/emails',
    billId: '/admin/organizations/self/bills',
    savedFilterId: '/admin/saved-filters?list=users',
    stopId: '/admin/stops/{id}',
    userActId: '/admin/user-acts/{id}',
    userPlanId: '/admin/user-plans',
    userId: '/admin/users',
    featureId: '/ango-ya/features',
    operatorId: '/ango-ya/operators',
    operatorSessionId: '',
    operatorPasskeyId: '',
    optionId: '/ango-ya/options',
    organizationPlanId: '/ango-ya/organization-plans',
    organization: '/ango-ya/organizations',
    virtualAccountId: '/ango-ya/virtual-accounts',
    movementId: '/ango-ya/virtual-accounts/movements',
  };

  test.each(Object.entries(shownAt) as [Noun, string][])('a %s is there, and who may see it does', async (noun, place) => {
    const id = victim.ids[noun];
    // Of those that only their own holder sees, who cannot sign in, the row itself says so.
    if (place === '') {
      const found = await rows.query('select 1 from sessions where id = $1 union all select 1 from passkeys where id = $1', [id]);
      return expect(found.rowCount).toBe(1);
    }
    const surface = place.startsWith('/api') ? 'user' : place.startsWith('/admin') ? 'organization' : 'operator';
    const keys = { user: victim.owner.key, organization: await server.makeAdministrator(victim.organization), operator };
    const named = new URLSearchParams({ exchangeName: server.exchange.name, name: `${slug}’s own account` });
    const query = noun === 'movementId' ? `?${named}` : '';
    const { status, text } = await server.call('GET', place.replace('{id}', id) + query, { key: keys[surface], surface });
    expect([status, text]).toEqual([200, expect.stringContaining(id)]);
    // And a stranger who was told the same would have been caught.
    if (Object.values<string>(other.ids).includes(id) || id.length <= 8) return;
    caught += 1;
    expect(leaksIn(text, '', victim, other)).toContain(id);
  });
});

test('none of it was a leak', () => {
  expect(leaked).toBe(0);
  expect(caught).toBeGreaterThan(10);
  expect(tried).toBeGreaterThan(keyed.length * kindsOfCaller.size);
});
