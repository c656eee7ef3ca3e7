import { mayDo, type Permission } from '@tenbin/accounts';
import { idleHeader, keyHeaders, type Route } from '@tenbin/contract';
import type { FoundSession } from '@tenbin/db';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { Actor, Administrator, Operator } from './caller.ts';
import { Refusal } from './refusal.ts';

/**
 * Who shows the key that a call asks for; nobody where it asks for none, or where it is optional and is not shown.
 *
 * @throws {Refusal} `signinRequired`, `sessionTimeout`
 */
export async function authenticate(
  request: FastifyRequest,
  route: Pick<Route, 'surface' | 'optionalKey'>,
  { sessions, database }: ServerContext,
): Promise<Actor | Administrator | Operator | null> {
  const surface = route.optionalKey ?? route.surface;
  const header = keyHeaders[surface];
  if (header === null) return null;
  const key = request.headers[header];
  if (key === undefined && route.optionalKey !== null) return null;
  if (typeof key !== 'string' || key === '') throw new Refusal('signinRequired');
  const check = await sessions.check(key, { isUse: isUse(request) });
  switch (check.kind) {
    case 'unknown':
      throw new Refusal('signinRequired');
    case 'timedOut':
      throw new Refusal('sessionTimeout');
    case 'live':
      // Another surface's key opens nothing here.
      if (check.session.surface !== surface) throw new Refusal('signinRequired');
      return actorOf(check.session, database);
    default:
      return neverCheck(check);
  }
}

/** Who manages something does what their role includes. @throws {Refusal} `permissionMissing` */
export function requirePermission({ needs }: Pick<Route, 'needs'>, actor: { readonly session: FoundSession } | null): void {
  if (needs === null) return;
  const role = actor?.session.role ?? null;
  if (!includes(role, needs)) throw new Refusal('permissionMissing', { facts: { permission: needs } });
}

const includes = (role: FoundSession['role'], needs: Permission): boolean => role !== null && mayDo(role, needs);
const mayView = ({ viewerId, role }: FoundSession): boolean => viewerId === null || includes(role, 'users');

/**
 * Whoever looks on as a user reads what that user reads: nothing is changed, no secret is shown, and it ends when they may not
 * look after users any more.
 *
 * @throws {Refusal} `viewingOnly`, `signinRequired`
 */
export function requireOpenToViewer(
  { whileViewing, secretQuery }: Pick<Route, 'whileViewing' | 'secretQuery'>,
  { query }: Pick<FastifyRequest, 'query'>,
  actor: { readonly session: FoundSession } | null,
): void {
  if (!actor || actor.session.viewerId === null) return;
  requireViewer(actor.session);
  if (!whileViewing || secretQuery.some((name) => Object.hasOwn(Object(query), name))) throw new Refusal('viewingOnly');
}

/** @throws {Refusal} `signinRequired` where whoever looks on may not look after users any more */
export function requireViewer(session: FoundSession): void {
  if (!mayView(session)) throw new Refusal('signinRequired');
}

/** Operators need a second factor, and administrators where their organization asks for one: who has none may only set one up. @throws {Refusal} `twoFactorRequired` */
export async function requireFactor(
  { beforeFactor }: Pick<Route, 'beforeFactor'>,
  actor: Actor | Administrator | Operator | null,
  { organizations, database }: Pick<ServerContext, 'organizations' | 'database'>,
): Promise<void> {
  if (beforeFactor || actor === null || 'userId' in actor) return;
  if ('administratorId' in actor && !(await organizations.require(actor.organizationId)).settings.requireTwoFactor) return;
  const [{ factors }, id] =
    'administratorId' in actor ? [actor.organization, actor.administratorId] : [database.platform.own, actor.operatorId];
  if ((await factors.among([id])).size === 0) throw new Refusal('twoFactorRequired');
}

/** Whether the session that a request came with still stands, and whose it is may still ask for that; asking is no use of it. */
export async function isStillLive(
  request: Pick<FastifyRequest, 'headers'>,
  { surface, needs }: Pick<Route, 'surface' | 'needs'>,
  { sessions }: Pick<ServerContext, 'sessions'>,
): Promise<boolean> {
  const key = request.headers[keyHeaders[surface] ?? ''];
  if (typeof key !== 'string') return false;
  const check = await sessions.check(key, { isUse: false });
  return check.kind === 'live' && mayView(check.session) && (needs === null || includes(check.session.role, needs));
}

/** A page that asks by itself, with nobody at it, says so: its session grows idle all the same. */
const isUse = ({ headers }: FastifyRequest): boolean => headers[idleHeader] === undefined;

function actorOf(session: FoundSession, database: ServerContext['database']): Actor | Administrator | Operator {
  const { organizationId, surface, subjectId } = session;
  if (surface === 'operator') return { operatorId: subjectId, session };
  if (organizationId === null) throw new Error('a session of an organization without its organization');
  const within = { organizationId, organization: database.forOrganization(organizationId), session };
  return surface === 'user' ? { userId: subjectId, ...within } : { administratorId: subjectId, ...within };
}

function neverCheck(check: never): never {
  throw new Error(`unknown check ${JSON.stringify(check)}`);
}
