import type { Route, Surface } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { newId, planTerms } from '@tenbin/testkit';
import * as z from 'zod/mini';
import { idsOfPath, makeEveryNoun, type NounIds } from './every-noun.ts';
import { rightBodies } from './right-bodies.ts';
import { rightQuery } from './right-query.ts';
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
  readonly ids: NounIds;
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
  const [administrator, strangeAdministrator, operator] = [
    await server.makeAdministrator(),
    await server.makeAdministrator(server.kohaku),
    await server.makeOperator(),
  ];
  const { owner, ids: made } = await makeEveryNoun(server, server.tenbin, operator);
  const neighbour = await server.makeUser();
  const stranger = await server.makeUser(server.kohaku);
  const administered = await server.makeUser();
  const { key, secret } = server.venue.createAccount();
  const credentials = { key, secret };
  const { id: organization } = await server.database.platform.organizations.create({ slug: 'sakura', name: 'Sakura', isFree: true });
  // What is done to a user, or to an organization, leaves the owner who they are.
  const ids = { ...made, organization, userId: administered.id };
  const { botId } = ids;
  const plan = await server.database.forOrganization(server.tenbin.id).userPlans.create(planTerms(), server.clock.now());
  const validBody = rightBodies({ exchangeId: server.exchange.id, credentials, userPlanId: plan.id, userId: administered.id });
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
    ownIds: ({ path }) => idsOfPath(path, ids),
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
